// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NCCL_CHOICE_H
#define AI_FABRIC_NCCL_CHOICE_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-nccl
 * How NCCL tells a receiver that data has arrived: by a flag beside every 4 bytes (LL), by one of 8
 * bytes in every line of 128 (LL128), or by a counter behind a whole chunk (Simple).
 */
enum class NcclProtocol : uint8_t
{
    LL,
    LL128,
    SIMPLE
};

/**
 * @ingroup ai-fabric-nccl
 * Description of a communicator, input of the tuner.
 */
struct NcclCommunicator
{
    uint32_t ranks{2};              //!< number of ranks, at least 2
    uint32_t servers{1};            //!< number of servers, at least 1; the ranks are spread evenly
    uint32_t channels{1};           //!< rings or trees side by side, at least 1
    double serverGBps{20.6};        //!< rate of a channel within a server, one way
    double networkGBps{12.5};       //!< rate of a channel between servers, one way
    uint32_t computeCapability{90}; //!< of the GPUs: 70 Volta, 80 Ampere, 90 Hopper, 100 Blackwell
    bool nvlinkSharp{false};        //!< the servers' NVSwitches can reduce and multicast
    bool networkSharp{false};       //!< the switches of the network can reduce and multicast
};

/**
 * @ingroup ai-fabric-nccl
 * Algorithm and protocol for an operation, with the tuner's estimate of the time.
 */
struct NcclChoice
{
    std::string algorithm;                       //!< "ring" and so on, see NcclTuner
    NcclProtocol protocol{NcclProtocol::SIMPLE}; //!< how its kernels hand over data
    double latencyUs{0};                         //!< time of an operation of 0 bytes
    double bandwidthGBps{0};                     //!< algorithm bandwidth of a long operation
    double timeUs{0};                            //!< time of the requested operation
};

} // namespace ns3

#endif // AI_FABRIC_NCCL_CHOICE_H
