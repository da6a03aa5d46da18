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
    /** @param bytes frame to append to; must outlive this object */
    explicit WireWriter(std::vector<uint8_t>& bytes)
        : m_bytes(bytes)
    {
    }

    /**
     * @param value number whose lowest bytes are written
     * @param bytes number of bytes, at most 8
     */
    void Put(uint64_t value, uint32_t bytes)
    {
        for (uint32_t left = bytes; left > 0; --left)
        {
            m_bytes.push_back(static_cast<uint8_t>(value >> 8 * (left - 1)));
        }
    }

    /** @param bytes number of zeros */
    void PutZeros(std::size_t bytes)
    {
        m_bytes.resize(m_bytes.size() + bytes);
    }

    /** The same as Put(), least significant byte first. */
    void PutLeastFirst(uint64_t value, uint32_t bytes)
    {
        for (uint32_t done = 0; done < bytes; ++done)
        {
            m_bytes.push_back(static_cast<uint8_t>(value >> 8 * done));
        }
    }

    /** @param value CRC-32, which is sent least significant byte first (IEEE 802.3, 3.2.9) */
    void PutCrc(uint32_t value)
    {
        PutLeastFirst(value, 4);
    }

  private:
    std::vector<uint8_t>& m_bytes;
};

/**
 * @ingroup ai-fabric-wire
 * Reads numbers from a frame, most significant byte first.
 *
 * Bytes beyond the end read as zero; IsShort() tells that they were read.
 */
class WireReader
{
  public:
    /**
     * @param data bytes of the frame; must outlive this object
     * @param bytes number of bytes
     */
    WireReader(const uint8_t* data, std::size_t bytes)
        : m_data(data),
          m_left(bytes)
    {
    }

    /**
     * @param bytes number of bytes, at most 8
     * @return their number
     */
    uint64_t Get(uint32_t bytes)
    {
        uint64_t value = 0;
        for (; bytes > 0; --bytes)
        {
            value = value << 8 | Next();
        }
        return value;
    }

    /** @param bytes number of bytes to skip */
    void Skip(std::size_t bytes)
    {
        for (; bytes > 0; --bytes)
        {
            Next();
        }
    }

    /** @return number of bytes before the end */
    std::size_t GetLeft() const
    {
        return m_left;
    }

    /** @return true if more bytes were read than exist */
    bool IsShort() const
    {
        return m_short;
    }

  private:
    /** @return next byte; 0 beyond the end */
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

    const uint8_t* m_data; //!< next byte to read
    std::size_t m_left;    //!< number of bytes before the end
    bool m_short{false};   //!< see IsShort()
};

} // namespace ns3

#endif // AI_FABRIC_WIRE_CURSOR_H
