// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UNITS_H
#define AI_FABRIC_UNITS_H

#include <cstdint>

namespace ns3
{

inline constexpr int64_t US = 1'000'000;        //!< a microsecond, in ps
inline constexpr uint64_t MBPS = 1'000'000;     //!< a megabit per second
inline constexpr uint64_t GBPS = 1'000'000'000; //!< a gigabit per second

/** The links of a network whose times a test derives. */
struct TimedLink
{
    const char* rate;  //!< as an attribute has it
    int64_t psPerByte; //!< of that rate
    const char* delay; //!< as an attribute has it
    int64_t delayPs;   //!< the same
};

} // namespace ns3

#endif // AI_FABRIC_UNITS_H
