// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BACKPRESSURE_FLOW_CONTROL_H
#define AI_FABRIC_BACKPRESSURE_FLOW_CONTROL_H

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
 * An egress port has Queues physical queues that take turns packet by packet. A flow has a queue
 * there while it has packets in it, and StickyHopRtts hop round trips longer: when it comes anew,
 * it is given an empty queue that is not paused, or any one, by a hash, if there is none. Of flows
 * only a hash is known, of VirtualFlows values.
 *
 * A packet says the queue that it comes from. If it finds more than
 *     Th = (HopRtt + Interval) * rate / active queues
 * in its own queue, this packet included, and another packet of its flow, it holds the queue that
 * it comes from until it leaves: queue u of the other end is paused  <=>  some packet from u in our
 * buffer holds it. An active queue has packets and is not paused. The other end is told of all its
 * queues at once, in a FlowPauseFrame: of one that is paused when Interval has passed since the
 * frame before, of one that may go on at once, and of no change each Interval while any is paused.
 * If the wire is busy the frame goes next, before all packets, with what is true then: one at most
 * waits.
 *
 * A NIC has a queue for each flow, which are known here by hash: one that is paused may pause
 * others whose hash is the same modulo FlowFilter::BITS, as queues of the authors' NICs do. What a
 * NIC has handed to its port already, a packet, still goes.
 *
 * Below all that is a backstop, PFC of one priority: when the buffer says STOP, everything of the
 * priority is paused at once, whose headroom is PFC's with a frame in place of the pause frames.
 *
 * Assumed, for the paper or the authors' simulator (github.com/prateshg/BFC_NS3_NSDI2022) do not
 * say or have constants of one network:
 *  - HopRtt is 2 us there, twice the delay of its wires. Derived, it has in it what that leaves
 * out: the pipeline, a packet that has begun at either end, and the frame itself.
 *  - Interval, half of HopRtt, is 1 us there, and StickyHopRtts 3 are 6 us.
 *  - Frames there are sent each Interval, even if they say nothing; here while a queue is paused.
 *  - Pauses end when no frame has come for three intervals of the other end, after each of which
 *    one may wait for a packet, so that one which is damaged on the wire stops nobody forever.
 *  - Nothing there bounds the buffer, and no frame is laid out.
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

    /** @return once started: HopRtt, given or derived, in picoseconds */
    int64_t GetHopRttPs() const
    {
        return m_hopPs;
    }

    /** @return once started: Interval, given or derived, in picoseconds */
    int64_t GetIntervalPs() const
    {
        return m_intervalPs;
    }

    /** @return queues of this end, or flows of this NIC, that the other end has paused */
    const FlowFilter& GetPaused() const
    {
        return m_queues.GetPaused();
    }

    /** @return queues of the other end that packets in our buffer hold */
    const FlowFilter& GetHeld() const
    {
        return m_held;
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
        int64_t lastPs{std::numeric_limits<int64_t>::min() / 2}; //!< a packet came or left
        uint32_t packets{0};                                     //!< that wait
        uint16_t queue{0}; //!< that it was given; means nothing before the first packet
    };

    /** @param packet any @return that of its flow, until the next call */
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

    // As receiver.
    /**
     * @param upstream a queue of the other end
     * @param nowPs the time
     * @param cause that came from there
     * @param egress where it waits
     */
    void Hold(uint16_t upstream,
              int64_t nowPs,
              const FabricPacket& cause,
              const FabricNetDevice& egress);
    void Release(uint16_t upstream, int64_t nowPs);
    bool PausesAny() const;
    void SendBy(int64_t duePs, int64_t nowPs);
    void SendNow(int64_t nowPs);
    void Write(FabricPacket& frame) const;
    void NotifyTold(int64_t nowPs);
    void SendDue();

    // As sender.
    void Obey(const FlowFilter& paused, bool everything, int64_t nowPs);
    void Expire();
    void CountBlock(bool blocked, int64_t nowPs);

    void Trace(PauseEvent::Kind kind,
               uint16_t queue,
               int64_t nowPs,
               const FabricPacket* cause = nullptr,
               const FabricNetDevice* egress = nullptr);
    /**
     * What a frame changes.
     *
     * @param paused from now on
     * @param everything likewise
     * @param nowPs the time
     */
    void TraceChanges(const FlowFilter& paused, bool everything, int64_t nowPs);

    uint8_t m_priority;
    uint32_t m_queueCount;
    uint32_t m_virtualFlows;
    Time m_hopRtt;
    Time m_interval;
    uint32_t m_stickyHopRtts;

    int64_t m_hopPs{0};
    int64_t m_intervalPs{0};
    int64_t m_stickyPs{0};    //!< a flow keeps its queue for so long without a packet
    uint64_t m_draw{0};       //!< of this port; decides with the flow where it looks for a queue
    bool m_keepsFlows{false}; //!< a NIC's

    FlowQueues m_queues;
    FlowTable<VirtualFlow> m_flows;
    BlockTime m_block; //!< packets wait and none may go
    Ptr<FabricEvent> m_expiry;

    std::vector<BackpressureFlowControl*> m_ports; //!< of the switch, by number
    std::vector<uint32_t> m_holders; //!< by queue of the other end: packets that hold it
    FlowFilter m_held;               //!< queues of the other end that have holders
    int64_t m_toldPs{std::numeric_limits<int64_t>::min() / 2}; //!< when the last frame went
    Ptr<FabricEvent> m_frame;                                  //!< the next frame
    FabricPacket* m_waiting{nullptr}; //!< a frame that waits for the wire; null: there is none
    TracedCallback<const PauseEvent&> m_pauseTrace;
};

} // namespace ns3

#endif // AI_FABRIC_BACKPRESSURE_FLOW_CONTROL_H
