// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCHEDULED_SENDER_H
#define AI_FABRIC_SCHEDULED_SENDER_H

#include "scheduled-receiver.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scheduled
 * A leaf of a scheduled fabric with its other half, the first leaf of packets: virtual output
 * queues that send what they have been granted, over all links in turn, whole or in cells.
 * ScheduledStage describes the fabric.
 */
class ScheduledSender : public ScheduledReceiver
{
  protected:
    ScheduledSender();

    /**
     * Queues a packet from a host of this leaf until it has credits.
     *
     * @param packet packet to queue
     * @param egress port that the packet is charged to
     */
    void Queue(FabricPacketPtr packet, uint16_t egress);

    /**
     * A grant has come.
     *
     * @param key key of a queue of this leaf
     * @param totalBytes bytes that the queue may send
     * @param nowPs current time, in ps
     */
    void LearnGranted(const VoqKey& key, uint64_t totalBytes, int64_t nowPs);

    Time m_repeatTime;   //!< attribute
    Time m_watchdogTime; //!< attribute CreditWatchdog; 0: never

  private:
    /** State of a virtual output queue in the first leaf. */
    struct Voq
    {
        VoqKey key;
        uint16_t ingress{0};      //!< port of its host
        bool waits{false};        //!< the queue waits for its turn to send
        bool listed{false};       //!< the queue is in m_waiting
        Fill fill{};              //!< state of the pause of its host
        uint32_t sequence{0};     //!< sequence number of its next packet
        uint32_t turn{0};         //!< number of the current turn of the links
        int32_t turnBytes{0};     //!< bytes sent in this turn, less what earlier turns lacked
        uint32_t longestBytes{0}; //!< longest packet so far, which is the length of a turn
        uint64_t queuedBytes{0};  //!< bytes that ever came
        uint64_t toldBytes{0};    //!< bytes that were reported to the last leaf
        uint64_t grantedBytes{0}; //!< bytes that the queue may send
        uint64_t sentBytes{0};    //!< bytes that it sent
        int64_t grantPs{0};       //!< time of the last grant, or of the first packet's arrival
        int64_t askedPs{0}; //!< time of the last repeated request, grant, or first packet's arrival
        PacketFifo packets; //!< waiting packets
        std::deque<uint16_t> egresses{}; //!< by packet: port that the packet is charged to
    };

    void Request(Voq& voq, Word word, int64_t nowPs);
    void RequestIfUnknown(Voq& voq, int64_t nowPs);
    void SendAll(uint32_t number, int64_t nowPs);
    int64_t GetAheadPs(const Voq& voq);
    bool MaySend(const Voq& voq, int64_t nowPs);
    void ArmSendTurn();
    void SendOne(Voq& voq, int64_t nowPs);
    uint16_t TakeLink(Voq& voq, uint32_t wireBytes);
    bool CutUp(FabricPacketPtr& packet, uint32_t cells, Voq& voq, uint16_t egress, int64_t nowPs);
    void SendInTurn();
    void ThrowAwayAll(Voq& voq, DropReason reason, int64_t nowPs);
    void Repeat();

    VoqTable<Voq> m_voqs;
    std::deque<uint32_t> m_sendTurns; //!< queues that wait for room on the links
    std::vector<uint32_t> m_waiting;  //!< queues with packets, and some without
    int64_t m_sendFreePs{0};          //!< time when the links have carried all packets sent
};

} // namespace ns3

#endif // AI_FABRIC_SCHEDULED_SENDER_H
