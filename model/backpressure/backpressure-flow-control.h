// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BACKPRESSURE_FLOW_CONTROL_H
#define AI_FABRIC_BACKPRESSURE_FLOW_CONTROL_H

#include "flow-pause-sender.h"
#include "flow-queues.h"

#include "ns3/block-time.h"
#include "ns3/fabric-event.h"
#include "ns3/flow-table.h"
#include "ns3/link-flow-control.h"
#include "ns3/nstime.h"
#include "ns3/pause-event.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-backpressure
 * Backpressure Flow Control, BFC (P. Goyal et al., NSDI 2022): flow control by hop and by flow,
 * with few queues.
 *
 * An egress port has Queues physical queues that take turns packet by packet. A flow keeps a queue
 * while it has packets there, and for StickyHopRtts hop round trips afterwards. A flow without a
 * queue gets an empty queue that is not paused, or, if there is none, the queue that its hash
 * names. The port knows flows only by a hash with VirtualFlows values.
 *
 * A packet carries the number of the upstream queue that sent it. If there are more than
 *     Th = (HopRtt + Interval) * rate / active queues
 * bytes in the packet's own queue, this packet included, and another packet of its flow is there,
 * the packet holds that upstream queue until it leaves: queue u of the other end is paused <=> some
 * packet from u in our buffer holds it. An active queue has packets and is not paused. One
 * FlowPauseFrame tells the other end the state of all its queues: a new pause is sent when Interval
 * has passed since the frame before, a new release is sent at once, and while any queue is paused
 * the state is repeated each Interval. If the wire is busy, the frame goes next, before all
 * packets, with the state of that moment; at most one frame waits.
 *
 * A NIC has a queue for each flow, which the other end knows by hash: pausing one flow may pause
 * others whose hash is the same modulo FlowFilter::BITS, as queues of the authors' NICs do. The one
 * packet that a NIC has already handed to its port still goes.
 *
 * Below this stands a backstop, PFC of one priority: when the buffer says STOP, the whole priority
 * is paused at once. Its headroom is PFC's, with a FlowPauseFrame in place of the pause frames.
 *
 * Assumed, because the paper and the authors' simulator (github.com/prateshg/BFC_NS3_NSDI2022) do
 * not say or have constants of one network:
 *  - HopRtt is 2 us there, twice the delay of its wires. The derived value adds the pipeline, a
 *    packet that has begun at either end, and the frame itself.
 *  - Interval, half of HopRtt, is 1 us there, and StickyHopRtts 3 are 6 us.
 *  - Frames there are sent each Interval, even if they say nothing; here only while a queue is
 *    paused.
 *  - Pauses end when no frame has come for three intervals of the other end, plus the wait for
 *    one packet after each; so a frame damaged on the wire never stops a queue for ever.
 *  - Neither the paper nor the simulator bounds the buffer or defines the layout of the frame.
 *
 * Invariants: packets that hold a queue of the other end are in our node's buffer and counted once;
 * a priority with STOP is told RESUME; a lossless priority loses nothing.
 */
class BackpressureFlowControl final : public LinkFlowControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    BackpressureFlowControl();
    ~BackpressureFlowControl() override;

    /** @return HopRtt, given or derived, in picoseconds; valid once started */
    int64_t GetHopRttPs() const
    {
        return m_hopPs;
    }

    /** @return Interval, given or derived, in picoseconds; valid once started */
    int64_t GetIntervalPs() const
    {
        return m_pauses.GetIntervalPs();
    }

    /** @return queues of this end, or flows of this NIC, that the other end has paused */
    const FlowFilter& GetPaused() const
    {
        return m_queues.GetPaused();
    }

    /** @return queues of the other end that packets in our buffer hold */
    const FlowFilter& GetHeld() const
    {
        return m_pauses.GetHeld();
    }

  protected:
    void DoDispose() override;

  private:
    void DoStart() override;
    void DoPush(PacketFifo& queue, FabricPacketPtr packet) override;
    void DoNotifyTaken(uint8_t lane, PacketFifo& packets, int64_t nowPs) override;
    uint32_t DoGetEligible(uint32_t backlog,
                           const std::vector<PacketFifo>& queues,
                           int64_t nowPs) override;
    void DoNotifySent(const FabricPacket& packet, int64_t nowPs) override;
    void DoNotifyReceived(uint8_t lane,
                          uint32_t frameBytes,
                          BufferSignal signal,
                          int64_t nowPs,
                          const FabricPacket* packet) override;
    void DoNotifyFreed(uint8_t lane,
                       uint32_t frameBytes,
                       BufferSignal signal,
                       int64_t nowPs) override;
    void DoNotifyLink(bool down, int64_t nowPs) override;
    void DoReceiveControl(const FabricPacket& packet) override;
    bool DoIsLossless(uint8_t lane) const override;
    uint64_t DoGetReservedBytes() const override;
    int64_t DoGetBlockedPs(uint8_t lane, int64_t nowPs) const override;
    std::string DoDescribeBlock(uint8_t lane) const override;
    std::vector<std::string> DoAudit() const override;
    void DoSaveForPeer(std::string& to) const override;
    void DoLoadForPeer(const char*& from) override;

    /** Flows that have the same hash, modulo VirtualFlows. */
    struct VirtualFlow
    {
        int64_t lastPs{std::numeric_limits<int64_t>::min() / 2}; //!< time of the last packet that
                                                                 //!< came or left, in ps
        uint32_t packets{0}; //!< packets of these flows that wait
        uint16_t queue{0};   //!< number of their queue; undefined before the first packet
    };

    /** @param packet any packet @return the entry of its flow; valid until the next call */
    VirtualFlow& FindFlow(const FabricPacket& packet)
    {
        return m_flows.Find(FlowNumberOf(packet) % m_virtualFlows, 0);
    }

    uint8_t GetBit() const
    {
        return static_cast<uint8_t>(1U << m_priority);
    }

    int64_t NowPs() const;
    const BackpressureFlowControl& GetPeer() const;
    void FindPorts();
    bool IsAboveThreshold(const BackpressureFlowControl& ingress, uint16_t queue) const;
    void Leave(const FabricPacket& packet, int64_t nowPs);

    void Obey(const FlowFilter& paused, bool everything, int64_t nowPs);
    void Expire();
    void CountBlock(bool blocked, int64_t nowPs);

    /**
     * Traces the changes that a frame of the other end makes.
     *
     * @param paused queues paused from now on
     * @param everything true if the whole priority is paused from now on
     * @param nowPs time in ps
     */
    void TraceChanges(const FlowFilter& paused, bool everything, int64_t nowPs);

    uint8_t m_priority;
    uint32_t m_queueCount;
    uint32_t m_virtualFlows;
    Time m_hopRtt;
    Time m_interval;
    uint32_t m_stickyHopRtts;

    int64_t m_hopPs{0};
    int64_t m_stickyPs{0};    //!< how long a flow without packets keeps its queue, in ps
    uint64_t m_draw{0};       //!< random number of this port; with the flow's hash it decides where
                              //!< the search begins
    bool m_keepsFlows{false}; //!< true for a NIC, which has a queue per flow

    FlowQueues m_queues;
    FlowTable<VirtualFlow> m_flows;
    BlockTime m_block; //!< time during which packets wait and none may go
    Ptr<FabricEvent> m_expiry;

    std::vector<BackpressureFlowControl*> m_ports; //!< ports of the switch, by number
    TracedCallback<const PauseEvent&> m_pauseTrace;
    FlowPauseSender m_pauses{*this, m_pauseTrace}; //!< pauses that this end asks for
};

} // namespace ns3

#endif // AI_FABRIC_BACKPRESSURE_FLOW_CONTROL_H
