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
 * in the first leaf until the last leaf has room for it, and takes all links there are.
 *
 *     from a host       into the virtual output queue of its source, destination and lane (VoqKey);
 *                       the last leaf hears of what is queued
 *     first leaf        sends as long as what it sent is less than what it was granted, a packet
 *                       over each link to that host in turn
 *     in between        a packet over each link in turn
 *     last leaf         puts the packets of a queue in order, and grants CreditBytes to the lanes
 *                       and queues for a port in turn (LaneTurns)
 *
 * A link has turns in proportion to what it and the links behind it carry (LinkShares). All ports
 * of a leaf together grant no more than the links that lead to the source carry, so that a dead
 * link takes rate from all alike. Nor does a first leaf send more than its live links to the
 * destination carry, but for two credits on each.
 *
 * As counts are totals, one that is lost is made up for by the next. The last leaf hears of queued
 * bytes by a packet of 64 B if it may have granted all that it knows of, or if what it does not
 * know is a credit at least and a quarter of what is not granted; and in the header of each packet.
 * Grants come back as packets of 64 B. Both travel in ControlPriority, a lossy one; a queue without
 * a grant for RepeatTime asks again. Within a leaf, and in a network of one switch, which is a box
 * of line cards then, both take LocalDelay.
 *
 * With CellBytes a packet is cut into cells, each with a header, which take the links in turn; the
 * last one is the packet itself, shortened, and the last leaf has it go on, at its length, when all
 * have come. Without, it takes one link as a whole, as in an ideal fabric: a link is busy with it
 * for as long as with its cells, if these have no headers.
 *
 * Invariants: what a queue has sent is below what it was granted plus one packet; packets of a
 * queue leave the last leaf in the order in which they came to the first, but for those that were
 * waited for longer than ReassemblyTime.
 */
class ScheduledPathSelector final : public GrantingPathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    ScheduledPathSelector();
    ~ScheduledPathSelector() override;

    /** @return packets that were waited for in vain, to be put in order */
    uint64_t GetMissing() const
    {
        return m_missing;
    }

  protected:
    void DoDispose() override;

  private:
    /** What leaves tell each other. */
    enum class Word : uint8_t
    {
        REQUEST, //!< totalBytes came to the queue
        AGAIN,   //!< so they did, and it has no grant
        GRANT,   //!< it may send totalBytes
        CELL     //!< of packet number totalBytes
    };

    /** The header of its packets. */
    struct Header
    {
        uint64_t totalBytes; //!< on the wire
        uint8_t lane;        //!< of the queue
        Word word;
    };

    /** A virtual output queue, in the first leaf. */
    struct Voq
    {
        VoqKey key;
        uint16_t ingress{0};             //!< port of its host
        bool waits{false};               //!< for its turn to send
        bool listed{false};              //!< in m_waiting
        Fill fill{};                     //!< whether its host is paused
        uint32_t sequence{0};            //!< of its next packet
        uint32_t turn{0};                //!< of the links
        uint64_t queuedBytes{0};         //!< that ever came
        uint64_t toldBytes{0};           //!< of which the last leaf has been told
        uint64_t grantedBytes{0};        //!< that it may send
        uint64_t sentBytes{0};           //!< that it sent
        int64_t grantPs{0};              //!< when it was granted last, or its first packet came
        int64_t askedPs{0};              //!< when it asked again, likewise
        PacketFifo packets;              //!< that wait
        std::deque<uint16_t> egresses{}; //!< of each packet, the port that it is charged to
    };

    /** A virtual output queue, in the last leaf. */
    struct Demand
    {
        VoqKey key;
        bool waits{false};        //!< for its turn to be granted a credit
        bool listed{false};       //!< in m_gaps
        uint16_t egress{0};       //!< port of the host
        uint64_t queuedBytes{0};  //!< that ever came, as far as is known here
        uint64_t grantedBytes{0}; //!< that it may send
        int64_t gapPs{0};         //!< when the first packet came that waits for another one
        PacketResequencer order{ScheduledTag::SEQUENCE_BITS};
    };

    /** A port to a host. */
    struct Output
    {
        Output(ScheduledPathSelector* selector, uint16_t number);
        void Turn();

        ScheduledPathSelector* owner;
        uint16_t port;          //!< number
        bool waits{false};      //!< for the links to carry what it would grant
        int64_t nextPs{0};      //!< when it may grant again
        int64_t turnPs{0};      //!< of the event
        LaneTurns turns;        //!< queues to be granted a credit
        Ptr<FabricEvent> event; //!< Turn()
    };

    /** The links to a host that is behind another leaf. */
    struct Ways
    {
        uint64_t asOf{UINT64_MAX}; //!< FabricSwitch::GetWayChanges()
        uint64_t carriedbps{0};    //!< of all of them
        uint32_t turn{0};          //!< of packets that come by another one
        LinkShares shares;
    };

    /** What is on its way within the leaf. */
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
    /** @param word what was on its way within the leaf */
    void HearLocal(const LocalWord& word);

    void Queue(FabricPacketPtr packet, uint16_t egress);
    void Request(Voq& voq, Word word, int64_t nowPs);
    void RequestIfUnknown(Voq& voq, int64_t nowPs);
    void SendAll(uint32_t number, int64_t nowPs);
    int64_t GetAheadPs(const Voq& voq);
    bool MaySend(const Voq& voq, int64_t nowPs);
    void ArmSendTurn();
    void SendOne(Voq& voq, int64_t nowPs);
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
    std::vector<std::unique_ptr<Output>> m_outputs;    //!< by port; null: it leads to no host
    std::vector<const ScheduledPathSelector*> m_peers; //!< by port; null: it leads to a host
    std::vector<uint32_t> m_waysOfHost; //!< by host: number in m_ways plus 1; 0: none yet
    std::deque<Ways> m_ways;
    std::deque<uint32_t> m_sendTurns;  //!< queues that wait for room on the links
    std::deque<uint16_t> m_grantTurns; //!< ports that wait for room on the links
    std::vector<uint32_t> m_waiting;   //!< queues with packets, and some without
    std::vector<uint32_t> m_gaps;      //!< likewise with packets out of order
    LocalWords<ScheduledPathSelector, LocalWord> m_local{*this};
    int64_t m_sendFreePs{0};  //!< when the links have carried all sent
    int64_t m_grantFreePs{0}; //!< when they can have carried all granted
    Ptr<FabricEvent> m_sendTurn;
    Ptr<FabricEvent> m_grantTurn;
    Ptr<FabricEvent> m_repeat;
    Ptr<FabricEvent> m_giveUp;
    uint64_t m_missing{0};
    uint8_t m_transport; //!< number of its packets
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
