// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONWEAVE_PATH_SELECTOR_H
#define AI_FABRIC_CONWEAVE_PATH_SELECTOR_H

#include "conweave-flows.h"
#include "path-selector.h"

#include "ns3/conweave-stage.h"
#include "ns3/frozen-attributes.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * ConWeave (Song et al., SIGCOMM'23): a leaf reroutes a flow if its path does not answer in time.
 * The last leaf restores the order, so that hosts see no reordering. This class is the first leaf;
 * the stage that it brings, ConweaveStage, is the last leaf.
 *
 * The first leaf treats each flow in epochs:
 *
 *     first packet                   asks for a REPLY; the path stays
 *     REPLY in time, or CLEAR        the next packet begins an epoch
 *     no REPLY for the least round trip to that leaf + ExtraReply
 *                                    the next packet is the TAIL, still on the old path; packets
 *                                    behind it take another path, once per epoch
 *     no packet for Inactive         the next packet begins an epoch, on a drawn path
 *
 * The last leaf answers at once. It holds the packets that overtake the TAIL (ConweaveQueues). It
 * sends CLEAR when the TAIL has come or is no longer waited for. It sends NOTIFY for each marked
 * packet; the first leaf then reroutes no flow to that path for PathPause. A new path is the first
 * of Samples drawn paths that is not paused; if all are paused, the flow stays on its path. Each
 * answer says whether a reordering queue is free at the port of the host. After an answer that says
 * no, flows to that host are not rerouted for DefaultWait, or until an answer says yes.
 *
 * Answers are packets of 64 B in ControlPriority. Their path is chosen by hash, and they can be
 * lost like any packet:
 *
 *     request or REPLY lost      the flow is rerouted; no flow is rerouted before the first REPLY
 *                                of that leaf, because no round trip is known yet
 *     TAIL lost                  waiting packets go on when it is overdue, and CLEAR is sent
 *     CLEAR lost                 the flow stays on its path
 *
 * If 2 ms after the start of an epoch, or after its TAIL, neither a REPLY nor CLEAR has come and
 * the path is the same, the next packet begins another epoch.
 *
 * Packets with payload take part, and so do other packets of their flow in the same lane, as these
 * must not overtake the payload. A trimmed packet is forwarded at once; its request or TAIL counts
 * as lost. A flow begins on the path of EcmpPathSelector's hash. A path is an uplink and, if
 * Variants is above 1, a number that switches on the way use in place of a hash. The tag is made of
 * bits of existing headers; no byte is added.
 */
class ConweavePathSelector final : public PathSelector,
                                   public FrozenAttributes,
                                   private ConweaveSettings
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    ConweavePathSelector();

    /**
     * Signature of the trace source Reroute.
     *
     * @param tail last packet of the flow on the old path
     * @param from uplink of the old path
     * @param to uplink of the new path; with Variants it may be the same uplink
     */
    typedef void (*RerouteTracedCallback)(const FabricPacket& tail, uint16_t from, uint16_t to);

    /** @return number of times a flow from a host of this leaf was rerouted by a TAIL */
    uint64_t GetReroutes() const
    {
        return m_flows.GetReroutes();
    }

    /**
     * @param host host index
     * @return least round trip measured to the leaf of the host, in ps; NEVER_PS: none yet
     */
    int64_t GetLeastRoundTripPs(uint32_t host) const
    {
        return m_flows.GetLeastRoundTripPs(host);
    }

    /**
     * @param host host index
     * @return time, in ps, until which flows to the host are not rerouted because no reordering
     * queue is free
     */
    int64_t GetFullUntilPs(uint32_t host) const
    {
        return m_flows.GetFullUntilPs(host);
    }

  protected:
    void DoDispose() override;

  private:
    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    SwitchStage* DoGetStage() override;
    void DoStart() override;
    bool DoSeesEveryPacket() const override;
    void DoNotifyForward(FabricPacket& packet, uint16_t egress) override;

    bool TakesPart(const FabricPacket& packet) const;
    uint16_t SelectUplink(const FabricPacket& packet, const std::vector<uint16_t>& ports);

    ConweaveFlows m_flows;           //!< flows from hosts of this leaf
    Ptr<ConweaveStage> m_stage;      //!< flows to hosts of this leaf
    std::vector<uint8_t> m_hosts;    //!< by port: 1 if a host is behind it
    std::vector<uint16_t> m_only{0}; //!< port of a packet without a choice
    uint64_t m_tag{0};               //!< tag of the packet with the last chosen path
    bool m_chosen{false};            //!< that packet is not forwarded yet
    uint32_t m_seed;
    TracedCallback<const FabricPacket&, uint16_t, uint16_t> m_rerouteTrace;
};

} // namespace ns3

#endif // AI_FABRIC_CONWEAVE_PATH_SELECTOR_H
