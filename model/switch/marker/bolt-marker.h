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
 * The switch side of Bolt. The host side is the congestion control RdmaBolt.
 *
 * Sources: [1] Arslan, Li, Kumar, Dukkipati, "Bolt: Sub-RTT Congestion Control for Ultra-Low
 * Latency", NSDI 2023; [2] the authors' simulator (pfifo-bolt-queue-disc.cc).
 *
 * A packet that comes to an egress queue of q bytes, of its lane and without the packet on the
 * wire:
 *
 *     q >= ThresholdBytes   INC is cleared. If DEC is not set, it is set, and with SubRttControl
 *                           the sender is notified of q and of the rate of the port (SRC)
 *     else LAST             with ProactiveRampUp one more token, unless the packet is also FIRST
 *     else INC              INC stays if there is a token, which the packet takes, or spare supply,
 *                           of which it takes one MTU; else INC is cleared
 *
 * The spare supply is the room of a virtual queue V that the port serves at its rate: each arriving
 * packet, of any lane, adds its length on the wire, and one MTU is to spare while V is empty. In
 * [1] the supply is a token, MTU - V. An MTU is the longest packet of the network on the wire.
 *
 * Without SubRttControl no notification is sent: the acknowledgement carries the first congested
 * queue that the packet meets, or a later one that takes longer to drain.
 *
 * Invariant: 0 <= tokens <= MaxPruTokens, V >= 0.
 */
class BoltMarker final : public TagMarker
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param port number of the port
     * @return tokens: packets of bandwidth that will soon be free
     */
    uint32_t GetPruTokens(uint16_t port) const
    {
        return m_ports[port].pruTokens;
    }

  private:
    /** State of one egress port. */
    struct Port
    {
        Uint128 backlog{0};    //!< V at lastPs, in bit ps/s, 1e-12 bit
        int64_t lastPs{0};     //!< time of the last arrival, in ps
        uint32_t pruTokens{0}; //!< flows that end: packets without a successor
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
