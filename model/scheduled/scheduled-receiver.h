// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCHEDULED_RECEIVER_H
#define AI_FABRIC_SCHEDULED_RECEIVER_H

#include "scheduled-leaf.h"
#include "voq-grant-arbiter.h"

#include "ns3/nstime.h"
#include "ns3/packet-resequencer.h"
#include "ns3/scheduled-tag.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scheduled
 * The last leaf of a scheduled fabric: its ports to hosts grant credits to queues of all leaves,
 * and packets of a queue are put in order. ScheduledStage describes the fabric.
 */
class ScheduledReceiver : public ScheduledLeaf
{
  public:
    /** @return number of packets that never arrived, for which the reordering waited in vain */
    uint64_t GetMissing() const
    {
        return m_missing;
    }

  protected:
    ScheduledReceiver();

    void DoDispose() override;
    /** Clears all events; the list of events may outlive the stage. */
    void StopEvents();
    void DoStart() override;
    /** @param egress port @param lane lane of its queue @return packets held for that queue */
    PacketFifo DoTakeHeld(uint16_t egress, uint8_t lane) final;

    /**
     * A request has come.
     *
     * @param key key of a queue for a host of this leaf
     * @param queuedBytes bytes that ever came to the queue
     * @param nowPs current time, in ps
     */
    void LearnQueued(const VoqKey& key, uint64_t queuedBytes, int64_t nowPs)
    {
        LearnQueued(m_demands.Find(key), queuedBytes, nowPs);
    }

    /** @param key key of a queue that has requested @return bytes that the queue may send */
    uint64_t GetGranted(const VoqKey& key)
    {
        return m_demands[m_demands.Find(key)].grantedBytes;
    }

    /**
     * Puts a packet that came over one of several links in order.
     *
     * @param packet received packet; null afterwards if it is held back or has been sent on
     * @param egress port to its host
     * @return true if the packet was taken
     */
    bool Reorder(FabricPacketPtr& packet, uint16_t egress);

    /**
     * A cell has come, of which the packet itself is another one.
     *
     * @param key key of the queue
     * @param sequence sequence number of the packet
     * @param egress port to its host
     * @param nowPs current time, in ps
     */
    void HearCell(const VoqKey& key, uint32_t sequence, uint16_t egress, int64_t nowPs);

    Time m_reassemblyTime; //!< attribute

  private:
    /** State of a virtual output queue in the last leaf. */
    struct Demand
    {
        VoqKey key;
        bool waits{false};        //!< the queue waits for its turn to get a credit
        bool listed{false};       //!< the queue is in m_gaps
        uint16_t egress{0};       //!< port of the host
        uint64_t queuedBytes{0};  //!< bytes that ever came to the first leaf, as known here
        uint64_t grantedBytes{0}; //!< bytes that the queue may send
        int64_t gapPs{0};         //!< arrival of the first packet that waits for an earlier one
        PacketResequencer order{ScheduledTag::SEQUENCE_BITS};
    };

    /** A port to a host. */
    struct Output
    {
        Output(ScheduledReceiver* receiver, uint16_t number);
        void Turn();

        ScheduledReceiver* owner;
        uint16_t port;          //!< port number
        bool waits{false};      //!< the port waits until the links can carry its next grant
        int64_t nextPs{0};      //!< earliest time of the next grant
        int64_t turnPs{0};      //!< time of the event
        VoqGrantArbiter turns;  //!< queues that wait for a credit
        Ptr<FabricEvent> event; //!< calls Turn()
    };

    void ArmTurn(Output& output, int64_t ps) const;
    void LearnQueued(uint32_t number, uint64_t queuedBytes, int64_t nowPs);
    void Grant(Output& output, int64_t nowPs);
    void GrantOne(Output& output, const VoqGrantArbiter::Next& next, int64_t nowPs);
    void GrantInTurn();
    void ReleaseWhole(FabricPacketPtr packet, uint16_t egress, int64_t nowPs);
    void ReleaseNext(Demand& demand, int64_t nowPs);
    void NoteGap(uint32_t number, int64_t nowPs);
    void GiveUp();

    VoqTable<Demand> m_demands;
    std::vector<std::unique_ptr<Output>>
        m_outputs;                     //!< by port; null: the port does not lead to a host
    std::deque<uint16_t> m_grantTurns; //!< ports that wait for room on the links
    std::vector<uint32_t> m_gaps;      //!< queues with packets out of order, and some without
    int64_t m_grantFreePs{0};          //!< time when the links can have carried all bytes granted
    uint64_t m_missing{0};
};

} // namespace ns3

#endif // AI_FABRIC_SCHEDULED_RECEIVER_H
