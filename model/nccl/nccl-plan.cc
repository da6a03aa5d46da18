// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nccl-plan.h"

#include <algorithm>
#include <boost/integer/integer_log2.hpp>
#include <initializer_list>

namespace ns3
{

namespace
{

constexpr uint64_t KIBIBYTES = 1024;

/** @return data in a step of a channel's buffer, in bytes */
uint64_t
GetStepBytes(NcclProtocol protocol)
{
    switch (protocol)
    {
    case NcclProtocol::LL:
        return 32 * KIBIBYTES;
    case NcclProtocol::LL128:
        return 576'000;
    case NcclProtocol::SIMPLE:
        break;
    }
    return 512 * KIBIBYTES;
}

/** @return bytes that a channel of a ring or a tree is used for, at least */
uint64_t
GetLeastChannelBytes(const NcclChoice& choice, uint32_t ranks)
{
    constexpr uint64_t THREADS = 512;
    constexpr uint64_t LL128_THREADS = 640;
    constexpr uint64_t BYTES_PER_THREAD = 8; // of flagged protocols
    constexpr uint64_t SIMPLE_BYTES_PER_THREAD = 64;
    switch (choice.protocol)
    {
    case NcclProtocol::LL:
        return THREADS * BYTES_PER_THREAD * (choice.algorithm == "ring" ? ranks : 1);
    case NcclProtocol::LL128:
        return LL128_THREADS * BYTES_PER_THREAD;
    case NcclProtocol::SIMPLE:
        break;
    }
    return THREADS * SIMPLE_BYTES_PER_THREAD;
}

/** @return chunk, halved while it is above `least` and `bytes` has fewer than `enough` chunks */
uint64_t
Halve(uint64_t chunk, uint64_t least, uint64_t bytes, double enough)
{
    while (chunk > least && static_cast<double>(bytes / chunk) < enough)
    {
        chunk /= 2;
    }
    return chunk;
}

/** @return the slice of a ring's chunk, with Simple */
uint64_t
GetRingSliceBytes(uint64_t bytes, const NcclPlan& plan, uint32_t ranks)
{
    constexpr uint64_t STEPS_PER_CHUNK = 4;
    constexpr uint64_t SLICES_PER_CHUNK = 2;
    constexpr uint64_t LEAST_BYTES = 32 * KIBIBYTES;
    const uint64_t slots = uint64_t{plan.channels} * ranks;
    const uint64_t chunk =
        std::min((bytes + slots - 1) / slots, STEPS_PER_CHUNK * GetStepBytes(NcclProtocol::SIMPLE));
    return std::max((chunk + SLICES_PER_CHUNK - 1) / SLICES_PER_CHUNK, LEAST_BYTES);
}

/** A limit of a step that holds while each owner has fewer than so many steps. */
struct StepLimit
{
    uint64_t mostBytes; //!< of a step
    uint64_t steps;     //!< of each owner
};

/** @return a step of one of the owners, once the limits have been applied in turn */
uint64_t
LimitStep(uint64_t stepBytes,
          uint64_t bytes,
          uint64_t owners,
          std::initializer_list<StepLimit> limits)
{
    for (const auto& limit : limits)
    {
        if (bytes < limit.steps * owners * stepBytes)
        {
            stepBytes = std::min(stepBytes, limit.mostBytes);
        }
    }
    return stepBytes;
}

/** @return a step of an owner on a channel */
uint64_t
GetNvlsStepBytes(uint64_t bytes, const NcclPlan& plan, const NcclCommunicator& communicator)
{
    const uint64_t owners = uint64_t{plan.channels} * communicator.ranks;
    return LimitStep(128 * KIBIBYTES,
                     bytes,
                     owners,
                     {{64 * KIBIBYTES, 64}, {32 * KIBIBYTES, 8}, {16 * KIBIBYTES, 2}});
}

/** @return a step of an owner on a channel, between servers */
uint64_t
GetNvlsTreeStepBytes(uint64_t bytes, const NcclPlan& plan, const NcclCommunicator& communicator)
{
    const uint32_t perServer = communicator.ranks / communicator.servers;
    const uint64_t owners = uint64_t{plan.channels} * perServer;
    uint64_t chunk = 128 * KIBIBYTES;
    if (communicator.servers >= 4)
    {
        chunk = 64 * KIBIBYTES;
    }
    else if (communicator.computeCapability >= 100 && communicator.servers == 2 && perServer <= 4)
    {
        chunk = 256 * KIBIBYTES;
    }
    return LimitStep(chunk,
                     bytes,
                     owners,
                     {{128 * KIBIBYTES, 16}, {64 * KIBIBYTES, 4}, {32 * KIBIBYTES, 1}});
}

} // namespace

NcclPlan
MakeNcclPlan(const NcclChoice& choice,
             const std::string& operation,
             uint64_t bytes,
             const NcclCommunicator& communicator)
{
    NcclPlan plan{communicator.channels, GetStepBytes(choice.protocol)};
    if (choice.algorithm == "nvls")
    {
        plan.messageBytes = GetNvlsStepBytes(bytes, plan, communicator);
        return plan;
    }
    if (choice.algorithm == "nvls-tree")
    {
        plan.messageBytes = GetNvlsTreeStepBytes(bytes, plan, communicator);
        return plan;
    }
    plan.channels = static_cast<uint32_t>(
        std::clamp<uint64_t>(bytes / GetLeastChannelBytes(choice, communicator.ranks),
                             1,
                             communicator.channels));
    const uint64_t channelBytes = bytes / plan.channels;
    const bool chain = operation == "broadcast" || operation == "reduce";
    if (choice.algorithm == "ring" && choice.protocol == NcclProtocol::SIMPLE && !chain)
    {
        plan.messageBytes = GetRingSliceBytes(bytes, plan, communicator.ranks);
    }
    else if (choice.algorithm == "tree" && choice.protocol == NcclProtocol::LL128)
    {
        const double perServer = 1.0 * communicator.ranks / communicator.servers;
        const double hops = 1 + boost::integer_log2(communicator.servers) + 0.1 * perServer;
        plan.messageBytes =
            Halve(plan.messageBytes, 128 * KIBIBYTES, channelBytes, 64 * hops / perServer);
        plan.messageBytes =
            Halve(plan.messageBytes, 32 * KIBIBYTES, channelBytes, 16 * hops / perServer);
    }
    else if (choice.algorithm == "pat")
    {
        plan.messageBytes = Halve(plan.messageBytes,
                                  64 * KIBIBYTES,
                                  channelBytes,
                                  operation == "all-gather" ? 32 : 16);
    }
    return plan;
}

} // namespace ns3
