// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONWEAVE_FLOWS_H
#define AI_FABRIC_CONWEAVE_FLOWS_H

#include "leaf-directory.h"

#include "ns3/conweave-answer.h"
#include "ns3/conweave-stage.h"
#include "ns3/conweave-tag.h"
#include "ns3/fabric-packet.h"
#include "ns3/fabric-units.h"
#include "ns3/flow-table.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * The flows that begin at a leaf of ConWeave: their epochs, their paths, and the state of other
 * leaves. ConweavePathSelector describes the algorithm.
 */
class ConweaveFlows final : public ConweaveStage::Listener
{
  public:
    /** A path to another leaf. */
    struct Path
    {
        uint16_t port{0};   //!< uplink of this leaf
        uint8_t variant{0}; //!< number of the path behind the uplink
    };

    /** Uplink and tag of a packet. */
    struct Choice
    {
        uint64_t tag;     //!< tag, packed
        uint16_t port;    //!< uplink
        uint16_t newPort; //!< if the packet is a TAIL: uplink of the new path; else NO_PORT
    };

    /** @param settings attributes of the selector; must outlive this */
    explicit ConweaveFlows(const ConweaveSettings& settings)
        : m_settings(settings)
    {
    }

    /**
     * @param packet packet from a host of this leaf
     * @return true if the last leaf must keep the packet in order
     */
    bool TakesPart(const FabricPacket& packet) const
    {
        const Flow* const flow = m_flows.Peek(packet);
        return flow && flow->lastPs != NEVER_PS ? flow->lane == packet.lane
                                                : packet.payloadBytes > 0;
    }

    /**
     * @param packet packet that takes part
     * @param ports uplinks that lead to the destination, ascending
     * @param salt salt of hashes and draws
     * @return uplink and tag
     */
    Choice Select(const FabricPacket& packet, const std::vector<uint16_t>& ports, uint32_t salt);

    /**
     * @param packet packet of the flow
     * @param ports uplinks that lead to the destination, ascending
     * @param salt salt of the hash
     * @return path that the hash gives to the flow
     */
    Path GetFirstPath(const FabricPacket& packet,
                      const std::vector<uint16_t>& ports,
                      uint32_t salt) const;

    void Hear(const FabricPacket& packet, const ConweaveAnswer& answer) override;

    /** @return number of times a flow was rerouted by a TAIL */
    uint64_t GetReroutes() const
    {
        return m_reroutes;
    }

    /** @param host host index @return see ConweavePathSelector::GetLeastRoundTripPs() */
    int64_t GetLeastRoundTripPs(uint32_t host) const;

    /** @param host host index @return see ConweavePathSelector::GetFullUntilPs() */
    int64_t GetFullUntilPs(uint32_t host) const
    {
        return host < m_fullPs.size() ? m_fullPs[host] : 0;
    }

  private:
    /** State of a flow from a host of this leaf. */
    struct Flow
    {
        int64_t lastPs{NEVER_PS}; //!< time of its last packet, in ps; NEVER_PS: the flow is new
        /** Start of this epoch, in ps; if rerouted: sending time of the TAIL. */
        int64_t begunPs{0};
        /** Time of the rerouting if no REPLY comes, in ps; NEVER_PS: no rerouting. */
        int64_t replyByPs{NEVER_PS};
        uint32_t tailStamp{0}; //!< if rerouted: timestamp of the TAIL
        Path path;
        uint8_t epoch{0};
        uint8_t lane{0};      //!< lane of its packets with payload
        bool rerouted{false}; //!< the flow has been rerouted in this epoch
        bool answered{false}; //!< the next packet begins an epoch
    };

    /** State about another leaf. */
    struct Leaf
    {
        int64_t leastPs{NEVER_PS};     //!< least round trip, in ps
        std::vector<int64_t> pausedPs; //!< by path: end of its pause, in ps
    };

    bool NeedsEpoch(const Flow& flow, int64_t nowPs) const;
    void BeginEpoch(Flow& flow,
                    const FabricPacket& packet,
                    const std::vector<uint16_t>& ports,
                    uint32_t salt,
                    bool lost);
    bool Draw(const FabricPacket& packet,
              const std::vector<uint16_t>& ports,
              uint32_t salt,
              const Path* current,
              Path& chosen) const;
    bool IsPaused(uint32_t host, Path path, int64_t nowPs) const;
    int64_t GetReplyByPs(uint32_t host, int64_t begunPs) const;

    const ConweaveSettings& m_settings;
    FlowTable<Flow> m_flows;
    LeafDirectory<Leaf> m_leaves;
    std::vector<int64_t> m_fullPs; //!< by host: time until which its port has no free queue
    uint64_t m_reroutes{0};
};

} // namespace ns3

#endif // AI_FABRIC_CONWEAVE_FLOWS_H
