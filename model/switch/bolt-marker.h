// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BOLT_MARKER_H
#define AI_FABRIC_BOLT_MARKER_H

#include "tag-marker.h"

#include "ns3/fabric-units.h"

#include <cstdint>
#include <vector>

namespace ns3
{

struct BoltTag;

/**
 * @ingroup ai-fabric-switch
 * The switch of Bolt, the counterpart of the congestion control RdmaBolt.
 *
 * Sources: [1] Arslan, Li, Kumar, Dukkipati, "Bolt: Sub-RTT Congestion Control for Ultra-Low
 * Latency", NSDI 2023; [2] the authors' simulator (pfifo-bolt-queue-disc.cc).
 *
 * A packet that comes to an egress queue of q bytes, of its lane and without the packet on the
 * wire: q >= ThresholdBytes   INC is cleared. If it is not DEC, it becomes so, and with
 *                           SubRttControl its sender is told of q and of the rate of the port (SRC)
 *     else LAST             with ProactiveRampUp a token more, unless it is FIRST, too
 *     else INC              it stays so if there is a token, which it takes, or else spare supply,
 *                           an MTU of which it takes; else INC is cleared
 * Spare supply is that of a virtual queue V that the port serves at its rate: each packet that
 * comes, of any lane, adds its length on the wire, and there is an MTU to spare while V is empty.
 * In [1] it is a token, MTU - V. An MTU is the longest packet of the network on the wire.
 *
 * Without SubRttControl the first of the queues that a packet meets is told by its acknowledgement,
 * unless it meets one that takes longer to drain.
 *
 * Invariant: 0 <= tokens <= MaxPruTokens, V >= 0.
 */
class BoltMarker final : public TagMarker
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param port its number @return tokens of bandwidth that will soon be free */
    uint32_t GetPruTokens(uint16_t port) const
    {
        return m_ports[port].pruTokens;
    }

  private:
    /** What is known of an egress port. */
    struct Port
    {
        Uint128 backlog{0};    //!< V at lastPs, in bit ps/s, 1e-12 bit
        int64_t lastPs{0};     //!< when the last packet came
        uint32_t pruTokens{0}; //!< packets that will not be followed by others
    };

    void DoStart() override;
    const char* DoGetTags() const override;
    void DoNotifyComing(const MarkingEvent& event) override;
    Verdict DoJudge(const MarkingEvent& event, TelemetryTag& tag) override;

    Verdict Slow(const MarkingEvent& event, BoltTag& bolt) const;
    bool TakeToken(const MarkingEvent& event);

    uint64_t m_thresholdBytes;
    bool m_subRttControl;
    bool m_proactiveRampUp;
    bool m_supplyMatching;
    uint32_t m_maxPruTokens;
    std::vector<Port> m_ports; //!< by number
};

} // namespace ns3

#endif // AI_FABRIC_BOLT_MARKER_H
