// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONGESTION_EVENTS_H
#define AI_FABRIC_CONGESTION_EVENTS_H

#include "units.h"

#include "ns3/rdma-congestion-control.h"
#include "ns3/telemetry-stack.h"

#include <cstdint>
#include <initializer_list>

namespace ns3
{

/** 100 Gb/s times 8 us are 100,000 B, a hundred packets. */
constexpr CongestionContext PATH_100G{0, 100 * GBPS, 8 * US, 1000};

/** @return an acknowledgement of an unmarked packet of 1000 B, which took 8 us */
inline AckEvent
Ack(int64_t nowPs, uint64_t inflightBytes = 0)
{
    return {nowPs, 8 * US, 1000, inflightBytes, false, nullptr};
}

/** @return the same of a marked packet */
inline AckEvent
MarkedAck(int64_t nowPs, uint64_t inflightBytes = 0)
{
    AckEvent event = Ack(nowPs, inflightBytes);
    event.congestionMarked = true;
    return event;
}

/** Reports of the switches on a path, one after the other. */
class TelemetrySource
{
  public:
    /** @param ratesbps of the hops */
    explicit TelemetrySource(std::initializer_list<uint64_t> ratesbps)
    {
        for (const uint64_t ratebps : ratesbps)
        {
            stack.Add(stack.count, {0, 0, 0, ratebps});
        }
    }

    /** Time goes on at every hop. @param durationPs by how much */
    void Advance(int64_t durationPs)
    {
        for (uint32_t i = 0; i < stack.count; ++i)
        {
            stack.hops[i].timePs += durationPs;
        }
    }

    /**
     * One hop worked.
     *
     * @param hop which
     * @param sentBytes more
     * @param queueBytes is left
     */
    void Report(uint32_t hop, uint64_t sentBytes, uint64_t queueBytes)
    {
        stack.hops[hop].sentBytes += sentBytes;
        stack.hops[hop].queueBytes = queueBytes;
    }

    /** @return an acknowledgement of 1000 B that carries what the hops say now */
    AckEvent Ack(uint64_t inflightBytes = 0) const
    {
        AckEvent event = ns3::Ack(stack.hops[0].timePs + US, inflightBytes);
        event.telemetry = &stack;
        return event;
    }

    TelemetryStack stack; //!< as of the last change
};

} // namespace ns3

#endif // AI_FABRIC_CONGESTION_EVENTS_H
