// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_COUNTERS_H
#define AI_FABRIC_UET_COUNTERS_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * Counters of an Ultra Ethernet target besides the counters of its NIC.
 */
struct UetCounters
{
    uint64_t repeatedPackets{0}; //!< repeated RUDI packets, which were carried out again
    uint64_t repeatedBytes{
        0}; //!< payload of these packets; not part of RdmaCounters::deliveredBytes
};

} // namespace ns3

#endif // AI_FABRIC_UET_COUNTERS_H
