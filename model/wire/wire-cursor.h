// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WIRE_CURSOR_H
#define AI_FABRIC_WIRE_CURSOR_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * Appends numbers to a frame, most significant byte first.
 */
class WireWriter
{
  public:
    /** @param bytes to append to; outlives this */
    explicit WireWriter(std::vector<uint8_t>& bytes)
        : m_bytes(bytes)
    {
    }

    /** @param value of which the lowest bytes are written @param bytes how many, at most 8 */
    void Put(uint64_t value, uint32_t bytes)
    {
        for (uint32_t left = bytes; left > 0; --left)
        {
            m_bytes.push_back(static_cast<uint8_t>(value >> 8 * (left - 1)));
        }
    }

    /** @param bytes how many zeros */
    void PutZeros(std::size_t bytes)
    {
        m_bytes.resize(m_bytes.size() + bytes);
    }

    /** As Put(), least significant byte first. */
    void PutLeastFirst(uint64_t value, uint32_t bytes)
    {
        for (uint32_t done = 0; done < bytes; ++done)
        {
            m_bytes.push_back(static_cast<uint8_t>(value >> 8 * done));
        }
    }

    /** @param value a CRC-32, which goes least significant byte first (IEEE 802.3, 3.2.9) */
    void PutCrc(uint32_t value)
    {
        PutLeastFirst(value, 4);
    }

  private:
    std::vector<uint8_t>& m_bytes;
};

/**
 * @ingroup ai-fabric-wire
 * Takes numbers from a frame, most significant byte first.
 *
 * What lies beyond the end reads as zero; IsShort() tells that it was asked for.
 */
class WireReader
{
  public:
    /** @param data of the frame, which outlives this @param bytes its length */
    WireReader(const uint8_t* data, std::size_t bytes)
        : m_data(data),
          m_left(bytes)
    {
    }

    /** @param bytes how many, at most 8 @return the number that they are */
    uint64_t Get(uint32_t bytes)
    {
        uint64_t value = 0;
        for (; bytes > 0; --bytes)
        {
            value = value << 8 | Next();
        }
        return value;
    }

    /** @param bytes how many to pass over */
    void Skip(std::size_t bytes)
    {
        for (; bytes > 0; --bytes)
        {
            Next();
        }
    }

    /** @return bytes before the end */
    std::size_t GetLeft() const
    {
        return m_left;
    }

    /** @return whether more was taken than there is */
    bool IsShort() const
    {
        return m_short;
    }

  private:
    /** @return the next byte; 0 beyond the end */
    uint8_t Next()
    {
        if (m_left == 0)
        {
            m_short = true;
            return 0;
        }
        --m_left;
        return *m_data++;
    }

    const uint8_t* m_data; //!< next byte to take
    std::size_t m_left;    //!< bytes before the end
    bool m_short{false};   //!< see IsShort()
};

} // namespace ns3

#endif // AI_FABRIC_WIRE_CURSOR_H
