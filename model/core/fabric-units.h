// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_UNITS_H
#define AI_FABRIC_FABRIC_UNITS_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * Units: the only place where bits become bytes and bytes become time.
 *
 * Inside the models a raw integer carries its unit in its name: `...Bytes`, `...Ps` (picoseconds),
 * `...bps` (bits per second). Picoseconds in 64 bits last 106 days.
 */
constexpr int64_t PS_PER_SECOND = 1'000'000'000'000;

/** Value for no host, such as the host index of a switch. */
constexpr uint32_t NO_HOST = UINT32_MAX;

/** Value for a time that never comes. */
constexpr int64_t NEVER_PS = INT64_MAX;

/**
 * Type for products of two 64-bit numbers; every compiler that builds ns-3 has it, but ISO C++ does
 * not.
 */
__extension__ typedef unsigned __int128 Uint128;

/**
 * Transmission time on the wire, rounded down.
 *
 * @param bytes number of bytes
 * @param ratebps rate in bit/s, positive
 * @return floor(8 bytes / rate) in ps; NEVER_PS if that is 106 days or more
 */
constexpr int64_t
SerializationPs(uint64_t bytes, uint64_t ratebps)
{
    constexpr uint64_t psPerByte = 8 * PS_PER_SECOND;
    if (bytes <= UINT64_MAX / psPerByte)
    {
        return static_cast<int64_t>(bytes * psPerByte / ratebps);
    }
    const Uint128 lengthPs = Uint128{bytes} * psPerByte / ratebps;
    return lengthPs < NEVER_PS ? static_cast<int64_t>(lengthPs) : NEVER_PS;
}

/**
 * Number of bytes that a link carries in a time, rounded up.
 *
 * @param durationPs duration in ps, at least 0
 * @param ratebps rate in bit/s
 * @return ceil(rate duration / 8) in bytes
 */
constexpr uint64_t
BytesInPs(int64_t durationPs, uint64_t ratebps)
{
    const Uint128 bits = static_cast<Uint128>(durationPs) * ratebps;
    constexpr Uint128 psPerByte = Uint128{8} * PS_PER_SECOND;
    return static_cast<uint64_t>((bits + psPerByte - 1) / psPerByte);
}

/**
 * A serializer: converts packet lengths into transmission times that are exact on average.
 *
 * Invariant: after any sequence of packets the sum of the returned times is
 * floor(8 * sum of bytes * 1e12 / rate): the remainder is carried, never dropped.
 */
class WireTimer
{
  public:
    /** @param ratebps rate in bit/s, positive */
    void SetRate(uint64_t ratebps)
    {
        m_ratebps = ratebps;
        m_remainder = 0;
        m_psPerByte = 8 * PS_PER_SECOND % ratebps == 0 ? 8 * PS_PER_SECOND / ratebps : 0;
    }

    /** @return rate in bit/s */
    uint64_t GetRate() const
    {
        return m_ratebps;
    }

    /**
     * @param bytes length on the wire, at most 1.1 MB
     * @return transmission time of these bytes after the previous ones, in ps
     */
    int64_t Take(uint32_t bytes)
    {
        if (m_psPerByte != 0)
        {
            return static_cast<int64_t>(bytes * m_psPerByte);
        }
        const uint64_t numerator = uint64_t{bytes} * (8 * PS_PER_SECOND) + m_remainder;
        m_remainder = numerator % m_ratebps;
        return static_cast<int64_t>(numerator / m_ratebps);
    }

  private:
    uint64_t m_ratebps{0};   //!< bit/s
    uint64_t m_remainder{0}; //!< remainder in bit ps, less than m_ratebps
    uint64_t m_psPerByte{0}; //!< if it is an integer, which avoids a division; else 0
};

/**
 * Converts between exact picoseconds and ns-3's ticks, at any ns-3 time resolution.
 *
 * Models compute in picoseconds and schedule at the first tick that is not too early. An event is
 * thus late by less than one tick, and the delays do not add up.
 */
class TickClock
{
  public:
    /** Uses the present resolution of ns-3. */
    TickClock()
        : m_psPerTick(Time::FromInteger(1, Time::GetResolution()) >= PicoSeconds(1)
                          ? Time::FromInteger(1, Time::GetResolution()).GetPicoSeconds()
                          : 0),
          m_ticksPerPs(PicoSeconds(1).GetTimeStep())
    {
    }

    /**
     * @param ticks number of ns-3 time steps
     * @return time in ps, rounded down
     */
    int64_t ToPs(int64_t ticks) const
    {
        return m_psPerTick ? ticks * m_psPerTick : ticks / m_ticksPerPs;
    }

    /**
     * @param ps time in ps
     * @return first tick at or after this time
     */
    int64_t ToTicks(int64_t ps) const
    {
        if (m_psPerTick == 1)
        {
            return ps;
        }
        return m_psPerTick ? (ps + m_psPerTick - 1) / m_psPerTick : ps * m_ticksPerPs;
    }

  private:
    int64_t m_psPerTick;  //!< 0 if a tick is shorter than a picosecond
    int64_t m_ticksPerPs; //!< 0 if a tick is longer than a picosecond
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_UNITS_H
