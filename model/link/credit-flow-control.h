// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CREDIT_FLOW_CONTROL_H
#define AI_FABRIC_CREDIT_FLOW_CONTROL_H

#include "credit-lane.h"
#include "credit-sizes.h"
#include "link-flow-control.h"

#include "ns3/credit-packet.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/nstime.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * InfiniBand's credits per virtual lane (IBTA vol. 1, 7.9.4), in blocks of 64 B. If 2048 blocks are
 * too few to fill the wire, both ends agree on larger blocks, as adapters and switches that
 * negotiate the credit size do (US20160021016); BlockBytes sets the size.
 *
 * Every lane of each direction counts modulo 4096:
 *     FCTBS  blocks sent since the link came up             (sender)
 *     ABR    blocks received                                 (receiver; set to a received FCTBS)
 *     FCCL = ABR + min(free blocks, 2048)                    (receiver, sent to the sender)
 * A packet of n blocks may go if (FCCL - FCTBS - n) mod 4096 <= 2048. A flow control packet of 6 B
 * carries FCTBS of one direction and FCCL of the other. The port consumes it on arrival, before the
 * pipeline of a switch. Data packets that it overtakes in that pipeline count as received.
 *
 * A flow control packet is sent when FCCL is UpdateBlocks ahead of the last sent value, and at the
 * latest UpdateInterval after it got ahead: 65,536 symbol times, in each of which one lane of the
 * link carries one byte (at rate / Lanes). The standard repeats every lane's packet at that
 * interval forever, even without changes. Here only links that lose packets repeat it, because only
 * there the repetition repairs the counts, and only while an end lacks credits or has not heard the
 * other end since the link may lose packets; its packets then ask the other end to repeat, too. So
 * a network comes to rest.
 * A lost data packet leaves ABR behind FCTBS until the next flow control packet; a lost flow
 * control packet leaves the sender's FCCL behind until the next one. Until then the sender has
 * fewer credits than it should, never more.
 * A packet that leaves a switch is subtracted from the counts at its first bit, but its room may be
 * used again only after its last bit. A flow control packet that includes this room is therefore
 * held until then, with all its other contents.
 *
 * There are DataLanes lanes with credits. MANAGEMENT_LANE has no credits: its packets may always
 * go, and the other end drops packets that have no room in ManagementBytes.
 *
 * While the link is down every packet may go, and is lost. When the link is up again, ABR is set to
 * the FCTBS of the other end, and both ends know each other's credits.
 *
 * The link starts initialized: both ends know each other's credits at time zero. The buffer of a
 * lane is used by one sender only, so a lane never moves more than its buffer, at most 2048 blocks,
 * per round trip of data and credit: GetLoop().
 *
 * Invariants: blocks occupied <= buffer; credits of the sender + blocks on the wire + blocks
 * occupied + credits not sent or on their way = buffer, if that is at most 2048 blocks and no
 * packet was lost since the last repair; otherwise the sum is smaller. Audit() checks at rest that
 * no credit is missing.
 */
class CreditFlowControl final : public LinkFlowControl
{
  public:
    /** Length of a flow control packet in bytes (Op, FCTBS, VL, FCCL, LPCRC). */
    static constexpr uint32_t CREDIT_PACKET_BYTES = CreditPacket::FRAME_BYTES;
    /** Limit of credits of a lane, in blocks. */
    static constexpr uint32_t MAX_CREDITS = CreditLane::MAX_CREDITS;
    /** Longest time between flow control packets of a lane, in symbol times. */
    static constexpr uint64_t UPDATE_SYMBOLS = 65'536;

    /** @return the TypeId */
    static TypeId GetTypeId();

    CreditFlowControl();
    ~CreditFlowControl() override;

    /**
     * @param vl virtual lane
     * @return blocks that may be sent now
     */
    uint32_t GetCredits(uint8_t vl) const;

    /** @return blocks of buffer of each lane */
    uint32_t GetBufferBlocks() const
    {
        return m_sizes.bufferBlocks;
    }

    /** @return bytes per credit; after the start the value that both ends agreed on */
    uint32_t GetBlockBytes() const;

    /**
     * @param vl virtual lane
     * @return blocks sent since the start, modulo 2^32
     */
    uint32_t GetSentBlocks(uint8_t vl) const
    {
        return GetLane(vl).fctbs;
    }

    /**
     * @param vl virtual lane
     * @return true if its first packet lacks credits
     */
    bool IsBlocked(uint8_t vl) const
    {
        return GetLane(vl).block.isBlocked;
    }

    /**
     * @param vl virtual lane that is blocked
     * @return start of the block, in ps
     */
    int64_t GetBlockedSincePs(uint8_t vl) const
    {
        return GetLane(vl).block.sincePs;
    }

    /**
     * Ends the block of a lane whose queue was emptied.
     *
     * @param vl virtual lane
     * @param nowPs current time, in ps
     */
    void EndBlock(uint8_t vl, int64_t nowPs);

    /**
     * Sets an alarm, for policies that limit how long a packet may be blocked.
     *
     * @param alarm event scheduled when a lane is blocked, unless it is due earlier anyway
     * @param afterPs time from the block to the alarm, in ps
     */
    void SetAlarm(Ptr<FabricEvent> alarm, int64_t afterPs)
    {
        m_alarm = alarm;
        m_alarmAfterPs = afterPs;
    }

  protected:
    void DoDispose() override;

  private:
    void DoStart() override;
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
    void DoNotifyLossy(int64_t nowPs) override;
    void DoReceiveControl(const FabricPacket& packet) override;
    bool DoIsLossless(uint8_t lane) const override;
    uint64_t DoGetReservedBytes() const override;
    uint64_t DoGetManagementBytes() const override;
    std::optional<CreditLoop> DoGetLoop() const override;
    int64_t DoGetBlockedPs(uint8_t lane, int64_t nowPs) const override;
    std::string DoDescribeBlock(uint8_t lane) const override;
    std::vector<std::string> DoAudit() const override;
    void DoSaveForPeer(std::string& to) const override;
    void DoLoadForPeer(const char*& from) override;

    void SetBlockBytes(uint32_t bytes);

    uint32_t GetBlockBytesSet() const
    {
        return m_sizes.blockBytes;
    }

    void SetBufferBytes(uint64_t bytes)
    {
        m_sizes.bufferBytes = bytes;
    }

    uint64_t GetBufferBytes() const
    {
        return m_sizes.bufferBytes;
    }

    void SetUpdateBlocks(uint32_t blocks)
    {
        m_sizes.updateBlocks = blocks;
    }

    uint32_t GetUpdateBlocks() const
    {
        return m_sizes.updateBlocks;
    }

    uint32_t CountInPipeline(const FabricPacket& credit) const;
    void SetLanesForData(uint32_t lanes);

    uint32_t GetLanesForData() const
    {
        return GetDataLanes();
    }

    /**
     * @param vl lane number
     * @return counts of the lane; all 0 for a lane without credits
     */
    const CreditLane& GetLane(uint8_t vl) const
    {
        static const CreditLane none;
        return vl < m_lanes.size() ? m_lanes[vl] : none;
    }

    /**
     * @param frameBytes length of a frame
     * @return blocks of credit that it takes
     */
    uint32_t Blocks(uint32_t frameBytes) const
    {
        return m_sizes.CountBlocks(frameBytes);
    }

    /**
     * @param lane lane of this end
     * @return blocks of credit that the other end has gained and has not been sent
     */
    uint32_t GetUntold(const CreditLane& lane) const
    {
        return lane.GetFccl(m_sizes.bufferBlocks) - lane.told;
    }

    /**
     * Sends a flow control packet if enough credit is unsent, else lets Refresh() send it in time.
     */
    void TellOrWait(uint8_t vl, int64_t nowPs);
    void NoteTold(uint8_t vl);
    void Tell(uint8_t vl, int64_t nowPs);
    /** The same as DoGetEligible(), for all lanes; notes the lanes that become blocked or free. */
    uint32_t FindEligible(uint32_t backlog, const std::vector<PacketFifo>& queues, int64_t nowPs);
    /** Sends flow control packets that waited until the room of a leaving packet became free. */
    void TellPromised();
    /**
     * Called when a lane has just run out of credits: the alarm rings after m_alarmAfterPs at the
     * latest.
     */
    void ScheduleAlarm(int64_t nowPs);
    /** @return the flow control at the other end */
    const CreditFlowControl& GetPeer() const;
    /**
     * Sends a flow control packet of a lane.
     *
     * @param vl lane number
     * @param fccl FCCL to send, not modulo 4096
     * @param nowPs current time, in ps
     */
    void SendCredit(uint8_t vl, uint32_t fccl, int64_t nowPs);

    /** @return true if some of the credits of an idle lane are missing */
    bool LacksCredits(const CreditLane& lane) const
    {
        return lane.GetCredits() < m_allCredits;
    }

    /** Schedules Refresh() after an update interval at the latest. */
    void ScheduleRefresh(int64_t nowPs);
    /**
     * Sends credits that waited for an update interval; on a link that loses packets, all counts.
     */
    void Refresh();

    CreditSizes m_sizes;           //!< attributes BlockBytes, BufferBytes and UpdateBlocks
    uint64_t m_managementBytes;    //!< buffer of MANAGEMENT_LANE, in bytes
    Time m_updateInterval;         //!< attribute; 0: computed
    int64_t m_updateIntervalPs{0}; //!< update interval in force since the start
    /** Physical lanes, each of which carries an equal share of the rate. */
    uint32_t m_lanesOfLink;
    uint32_t m_creditWireBytes;      //!< length of a flow control packet on the wire
    std::vector<CreditLane> m_lanes; //!< data lanes; empty before the start
    uint32_t m_allCredits{0};        //!< credits of an idle lane at the other end
    bool m_down{false};              //!< the link is down
    /** The other end has asked for a repetition since the last Refresh(). */
    bool m_isAsked{false};
    /** The other end has been heard and knows that packets may be lost. */
    bool m_isHeard{false};
    /** Kind of flow control packets; looked up once. */
    const PacketKind m_kind{CreditPacket::GetKind()};
    Ptr<FabricEvent> m_refresh;  //!< calls Refresh()
    uint32_t m_untoldLanes{0};   //!< bit n: CreditLane::untoldSincePs of lane n is set
    uint32_t m_promisedLanes{0}; //!< bit n: CreditLane::promisedPs of lane n is set
    Ptr<FabricEvent> m_promise;  //!< sends the earliest flow control packet that waits
    Ptr<FabricEvent> m_alarm;    //!< see SetAlarm(); null: no alarm
    int64_t m_alarmAfterPs{0};   //!< see SetAlarm()
};

} // namespace ns3

#endif // AI_FABRIC_CREDIT_FLOW_CONTROL_H
