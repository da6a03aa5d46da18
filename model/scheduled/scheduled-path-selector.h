// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCHEDULED_PATH_SELECTOR_H
#define AI_FABRIC_SCHEDULED_PATH_SELECTOR_H

#include "granting-path-selector.h"
#include "lane-turns.h"
#include "link-shares.h"
#include "local-words.h"

#include "ns3/drop-reason.h"
#include "ns3/fabric-event.h"
#include "ns3/nstime.h"
#include "ns3/packet-resequencer.h"
#include "ns3/scheduled-tag.h"
#include "ns3/voq-table.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scheduled
 * A scheduled fabric (Arista 7800, Jericho; Meta's disaggregated scheduled fabric): a packet waits
 * in the first leaf until the last leaf has room for it, and is then spread over all links.
 *
 *     from a host       the packet enters the virtual output queue of its source, destination and
 *                       lane (VoqKey); the last leaf hears of the queued bytes
 *     first leaf        sends while the bytes sent are fewer than the bytes granted; the links to
 *                       that host take turns, each as long as the longest packet
 *     in between        packets take the links in turn
 *     last leaf         puts the packets of a queue in order, and grants CreditBytes to the lanes
 *                       and queues for a port in turn (LaneTurns)
 *
 * The turns of a link are in proportion to the rate that the link and the links behind it carry
 * (LinkShares). The grants of all ports of a leaf together do not exceed the rate of the links that
 * lead to the source, so a dead link takes rate from all ports alike. A first leaf does not send
 * more than its live links to the destination carry, except for two credits on each link.
 *
 * All counts are totals, so the next message makes up for a lost one. The last leaf hears of queued
 * bytes in the header of each packet. It also gets a packet of 64 B if it may have granted all
 * bytes that it knows of, or if the unreported bytes are at least a credit and at least a quarter
 * of the reported bytes that are not granted. Grants come back as packets of 64 B. Both travel in
 * the lossy priority ControlPriority; a queue without a grant for RepeatTime asks again. Within a
 * leaf both take LocalDelay. A network of one switch is a box of line cards, where both take
 * LocalDelay, too.
 *
 * With CellBytes a packet is cut into cells, each with a header, and the cells take the links in
 * turn. The last cell is the packet itself, shortened; the last leaf forwards it with its full
 * length when all cells have arrived. Without CellBytes the packet takes one link as a whole, as in
 * an ideal fabric: the link is busy for as long as with cells without headers.
 *
 * Invariants: the bytes sent by a queue are fewer than its granted bytes plus one packet; packets
 * of a queue leave the last leaf in the order of their arrival at the first leaf, except packets
 * that were waited for longer than ReassemblyTime.
 */
class ScheduledPathSelector final : public GrantingPathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    ScheduledPathSelector();
    ~ScheduledPathSelector() override;

    /** @return number of packets that never arrived, for which the reordering waited in vain */
    uint64_t GetMissing() const
    {
        return m_missing;
    }

  protected:
    void DoDispose() override;

  private:
    /** Kind of message between leaves. */
    enum class Word : uint8_t
    {
        REQUEST, //!< totalBytes bytes have come to the queue, ever
        AGAIN,   //!< as REQUEST, from a queue without a grant
        GRANT,   //!< the queue may send totalBytes bytes, ever
        CELL     //!< cell of the packet with number totalBytes
    };

    /** Header of the packets of this transport. */
    struct Header
    {
        uint64_t totalBytes; //!< on the wire
        uint8_t lane;        //!< of the queue
        Word word;
    };

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
        Output(ScheduledPathSelector* selector, uint16_t number);
        void Turn();

        ScheduledPathSelector* owner;
        uint16_t port;          //!< port number
        bool waits{false};      //!< the port waits until the links can carry its next grant
        int64_t nextPs{0};      //!< earliest time of the next grant
        int64_t turnPs{0};      //!< time of the event
        LaneTurns turns;        //!< queues that wait for a credit
        Ptr<FabricEvent> event; //!< calls Turn()
    };

    /** Links to a host behind another leaf. */
    struct Ways
    {
        uint64_t asOf{
            UINT64_MAX}; //!< value of SwitchContext::GetForwardingEpoch() when this was computed
        uint64_t carriedbps{0}; //!< rate of all these links together, in bit/s
        uint32_t turn{0};       //!< next turn of the packets that this switch only passes on
        LinkShares shares;
    };

    /** Message that is on its way within the leaf. */
    struct LocalWord
    {
        int64_t atPs;
        VoqKey key;
        Word word;
        uint64_t totalBytes;
    };

    friend class LocalWords<ScheduledPathSelector, LocalWord>;

    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    void DoStart() override;
    bool DoConsume(const FabricPacket& packet, uint16_t egress) override;
    bool DoHold(FabricPacketPtr& packet, uint16_t egress) override;
    PacketFifo DoTakeHeld(uint16_t egress, uint8_t lane) override;

    void ArmTurn(Output& output, int64_t ps) const;

    bool IsOutput(uint16_t port) const
    {
        return m_outputs[port] != nullptr;
    }

    bool LeadsTo(uint32_t host) const;
    Ways& GetWays(uint32_t host);
    uint64_t GetBehindbps(uint16_t port, uint32_t host, uint32_t depth = 0) const;
    void Tell(const VoqKey& key, Word word, uint64_t totalBytes, uint16_t ingress, int64_t nowPs);
    void Hear(const VoqKey& key, Word word, uint64_t totalBytes, int64_t nowPs);
    /** Delivers a message within the leaf. @param word message */
    void HearLocal(const LocalWord& word);

    void Queue(FabricPacketPtr packet, uint16_t egress);
    void Request(Voq& voq, Word word, int64_t nowPs);
    void RequestIfUnknown(Voq& voq, int64_t nowPs);
    void SendAll(uint32_t number, int64_t nowPs);
    int64_t GetAheadPs(const Voq& voq);
    bool MaySend(const Voq& voq, int64_t nowPs);
    void ArmSendTurn();
    void SendOne(Voq& voq, int64_t nowPs);
    uint16_t TakeLink(Voq& voq, uint32_t wireBytes);
    bool CutUp(FabricPacketPtr& packet, uint32_t cells, Voq& voq, uint16_t egress, int64_t nowPs);
    uint64_t GetCarriedBytes(uint64_t wireBytes) const;
    void SendInTurn();
    void ThrowAwayAll(Voq& voq, DropReason reason, int64_t nowPs);
    void Repeat();

    void LearnQueued(uint32_t number, uint64_t queuedBytes, int64_t nowPs);
    void Grant(Output& output, int64_t nowPs);
    void GrantOne(Output& output, const LaneTurns::Next& next, int64_t nowPs);
    void GrantInTurn();
    bool Reorder(FabricPacketPtr& packet, uint16_t egress);
    void HearCell(const VoqKey& key, uint32_t sequence, uint16_t egress, int64_t nowPs);
    void ReleaseWhole(FabricPacketPtr packet, uint16_t egress, int64_t nowPs);
    void ReleaseNext(Demand& demand, int64_t nowPs);
    void NoteGap(uint32_t number, int64_t nowPs);
    void GiveUp();

    VoqTable<Voq> m_voqs;
    VoqTable<Demand> m_demands;
    std::vector<std::unique_ptr<Output>>
        m_outputs; //!< by port; null: the port does not lead to a host
    std::vector<const ScheduledPathSelector*> m_peers; //!< by port; null: the port leads to a host
    std::vector<uint32_t> m_waysOfHost; //!< by host: number in m_ways plus 1; 0: none yet
    std::deque<Ways> m_ways;
    std::deque<uint32_t> m_sendTurns;  //!< queues that wait for room on the links
    std::deque<uint16_t> m_grantTurns; //!< ports that wait for room on the links
    std::vector<uint32_t> m_waiting;   //!< queues with packets, and some without
    std::vector<uint32_t> m_gaps;      //!< queues with packets out of order, and some without
    LocalWords<ScheduledPathSelector, LocalWord> m_local{*this};
    int64_t m_sendFreePs{0};  //!< time when the links have carried all packets sent
    int64_t m_grantFreePs{0}; //!< time when the links can have carried all bytes granted
    Ptr<FabricEvent> m_sendTurn;
    Ptr<FabricEvent> m_grantTurn;
    Ptr<FabricEvent> m_repeat;
    Ptr<FabricEvent> m_giveUp;
    uint64_t m_missing{0};
    uint8_t m_transport; //!< transport number of this fabric's control packets
    DropReason m_forgotten;
    DropReason m_broken;
    uint32_t m_cellBytes;
    uint32_t m_cellHeaderBytes;
    Time m_reassemblyTime;
    Time m_repeatTime;
    Time m_watchdogTime;
    uint8_t m_controlPriority;
};

} // namespace ns3

#endif // AI_FABRIC_SCHEDULED_PATH_SELECTOR_H
