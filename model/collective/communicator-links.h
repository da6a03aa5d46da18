// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COMMUNICATOR_LINKS_H
#define AI_FABRIC_COMMUNICATOR_LINKS_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * What joins the ranks of a communicator, as far as a library looks at it to choose an algorithm.
 * By default GPUs of a DGX H100.
 */
struct CommunicatorLinks
{
    uint64_t serverbps{
        2'966'400'000'000};               //!< payload of a GPU within its server, one way, in bit/s
    uint64_t networkbps{400'000'000'000}; //!< of all NICs of a GPU together, one way, in bit/s
    uint32_t nvlinkGeneration{4};         //!< which tells how old the GPU is
    bool nvlinkSharp{true};               //!< NVSwitches of servers reduce and multicast
    bool railsApart{false};               //!< other rails are reached over NVLink only
};

} // namespace ns3

#endif // AI_FABRIC_COMMUNICATOR_LINKS_H
