// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_CREDIT_FLOW_CONTROL_H
#define AI_FABRIC_CREDIT_FLOW_CONTROL_H

#include "link-flow-control.h"

#include "ns3/fabric-event.h"
#include "ns3/nstime.h"

#include <array>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * InfiniBand's credits per virtual lane (IBTA vol. 1, 7.9.4), in blocks of 64 B.
 *
 * Every lane of each direction counts modulo 4096:
 *     FCTBS  blocks sent since the link came up             (sender)
 *     ABR    blocks received                                 (receiver; set to FCTBS when told)
 *     FCCL = ABR + min(free blocks, 2048)                    (receiver, told to the sender)
 * A packet of n blocks may go if (FCCL - FCTBS - n) mod 4096 <= 2048. A flow control packet of
 * 6 B carries FCTBS of one direction and FCCL of the other.
 *
 * A flow control packet goes out when UpdateBlocks have been freed since the last one of the lane,
 * and after UpdateInterval if anything at all has changed; on a link that loses packets it goes
 * out every UpdateInterval, for it is also what repairs lost credits.
 *
 * The link is taken as initialized: both ends know each other's credits at time zero. A buffer of
 * a lane is used by one sender only, so a lane never moves more than
 * buffer / (round trip of data and credit) per second.
 *
 * Invariants: blocks occupied <= buffer; without loss, available credits + blocks in flight +
 * blocks occupied + credits on their way back = buffer. Checked by Audit() at rest.
 */
class CreditFlowControl final : public LinkFlowControl
{
  public:
    /** Length of a flow control packet in bytes (Op, FCTBS, VL, FCCL, LPCRC). */
    static constexpr uint32_t CREDIT_PACKET_BYTES = 6;
    /** Counters are 12 bit wide; half their range may be outstanding. */
    static constexpr uint32_t COUNTER_MASK = 0xfff;
    static constexpr uint32_t MAX_CREDITS = 2048;

    /** @return the TypeId */
    static TypeId GetTypeId();

    CreditFlowControl();
    ~CreditFlowControl() override;

    /** @param vl virtual lane @return blocks that may be sent now */
    uint32_t GetCredits(uint8_t vl) const;

    /** @return blocks of buffer of each lane */
    uint32_t GetBufferBlocks() const
    {
        return m_bufferBlocks;
    }

  protected:
    void DoDispose() override;

  private:
    /** One virtual lane: what is counted for each direction. */
    struct Lane
    {
        uint32_t fctbs{0};         //!< sent by us; not wrapped
        uint32_t fccl{0};          //!< our limit, as the other end told last; not wrapped
        uint32_t abr{0};           //!< received by us; not wrapped
        uint32_t occupied{0};      //!< blocks in our buffer
        uint32_t freed{0};         //!< blocks freed and not told
        int64_t blockedSincePs{0}; //!< only if blocked
        int64_t blockedTotalPs{0};
        bool blocked{false}; //!< its first packet lacks credits
    };

    void DoStart() override;
    uint32_t DoGetEligible(uint32_t backlog,
                           const std::vector<PacketFifo>& queues,
                           int64_t nowPs) override;
    void DoNotifySent(const FabricPacket& packet, int64_t nowPs) override;
    void DoNotifyReceived(uint8_t priority,
                          uint32_t frameBytes,
                          BufferSignal signal,
                          int64_t nowPs,
                          const FabricPacket* packet) override;
    void DoNotifyFreed(uint8_t priority,
                       uint32_t frameBytes,
                       BufferSignal signal,
                       int64_t nowPs) override;
    void DoReceiveControl(const FabricPacket& packet) override;
    bool DoIsLossless(uint8_t priority) const override;
    uint64_t DoGetReservedBytes() const override;
    int64_t DoGetBlockedPs(uint8_t priority, int64_t nowPs) const override;
    std::string DoDescribeBlock(uint8_t priority) const override;
    std::vector<std::string> DoAudit() const override;

    uint32_t Blocks(uint32_t frameBytes) const
    {
        return (frameBytes + m_blockBytes - 1) / m_blockBytes;
    }

    uint32_t GetFccl(const Lane& lane) const;
    const CreditFlowControl& GetPeer() const;
    void SendCredit(uint8_t vl, int64_t nowPs);
    void ScheduleRefresh(int64_t nowPs);
    void Refresh();

    uint32_t m_blockBytes;
    uint64_t m_bufferBytes;  //!< of each lane; 0: computed
    uint32_t m_updateBlocks; //!< 0: computed
    Time m_updateInterval;
    int64_t m_updateIntervalPs{0};
    uint32_t m_creditWireBytes;

    uint32_t m_bufferBlocks{0};
    std::array<Lane, PRIORITY_COUNT> m_lanes;
    Ptr<FabricEvent> m_refresh;
};

} // namespace ns3

#endif // AI_FABRIC_CREDIT_FLOW_CONTROL_H
