// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COMMUNICATOR_LINKS_H
#define AI_FABRIC_COMMUNICATOR_LINKS_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * The links of the ranks of a communicator, as far as a library uses them to choose an algorithm.
 * The default is GPUs of a DGX H100.
 */
struct CommunicatorLinks
{
    /** Payload rate of a GPU within its server, one way, in bit/s. */
    uint64_t serverbps{2'966'400'000'000};
    uint64_t networkbps{400'000'000'000}; //!< rate of all NICs of a GPU together, one way, in bit/s
    uint32_t nvlinkGeneration{4};         //!< identifies the generation of the GPU
    bool nvlinkSharp{true};               //!< NVSwitches of servers reduce and multicast
    bool railsApart{false};               //!< paths between rails exist only over NVLink
};

} // namespace ns3

#endif // AI_FABRIC_COMMUNICATOR_LINKS_H
