// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRANSACTION_PACKER_H
#define AI_FABRIC_TRANSACTION_PACKER_H

#include "transaction-framing.h"

#include "ns3/fabric-event.h"
#include "ns3/rdma-nic.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scale-up
 * Opportunistic packing (OCP SUE 1.0): the queue of one destination and class at a NIC, before the
 * frames are made. It takes the place of the NIC for the queue pairs to that destination, and of
 * these queue pairs in the NIC's scheduler.
 *
 * When the link is free and the NIC gives it the turn, the frame takes what waits then: first the
 * acknowledgements, then packets of the queue pairs in turn, until the next one does not fit into
 * the frame of a full packet. That packet begins the next frame. Nothing waits for company. A
 * packet alone in its frame goes to its queue pair as without packing; a frame of several goes to
 * the TransactionPacker of the receiver, which hands them over in their order.
 *
 * All packets have the entropy of the first one, so they take one path and stay in order. A trimmed
 * frame of several packets counts as lost.
 */
class TransactionPacker final : public PacketSource, private RdmaQueuePair::Context
{
  public:
    /**
     * @param nic NIC of this end; must outlive this object
     * @param framing framing of the network; must outlive this object
     */
    TransactionPacker(RdmaNic& nic, const TransactionFraming& framing);
    ~TransactionPacker() override;

    /** @param number number of the other end's TransactionPacker at its NIC */
    void SetPeer(uint32_t number)
    {
        m_peer = number;
    }

    /**
     * @param queuePair newest queue pair of the NIC, which goes to the destination in the class
     */
    void Add(RdmaQueuePair& queuePair);

    bool CanSend() const override;
    FabricPacketPtr MakeNextPacket(int64_t nowPs) override;
    void Receive(FabricPacket& packet) override;

  private:
    /** A queue pair whose packets are packed. */
    struct Member
    {
        PacketSource* source; //!< the queue pair
        bool ready;           //!< in m_ready
    };

    // As the environment of queue pairs:
    void Enqueue(FabricPacketPtr&& packet) override;
    void Activate(PacketSource& source, int64_t nowPs) override;
    RdmaPolicies MakePolicies(const RdmaQueuePair::Settings& settings, uint64_t draw) override;
    void AddSendPolicies(const RdmaQueuePair::Settings& settings,
                         uint64_t draw,
                         int64_t startPs,
                         RdmaPolicies& policies) override;
    RdmaQueuePair::Needs GetNeeds(const RdmaPolicies& policies) const override;
    uint64_t& GetWord(uint64_t address) override;
    RdmaCounters& GetQueuePairCounters() override;
    std::string DescribeBlock(uint8_t lane) const override;

    Member& Find(uint32_t number);
    void Prepare(Member& member, int64_t nowPs);
    void Wake(int64_t nowPs);
    void LookAtHeld();
    FabricPacketPtr TakeData(int64_t nowPs);
    void TakeAnswers(TransactionFraming::Contents& contents, std::vector<FabricPacketPtr>& packets);
    FabricPacketPtr MakeFrame(const TransactionFraming::Contents& contents,
                              std::vector<FabricPacketPtr>& packets);

    RdmaNic& m_nic;
    const TransactionFraming& m_framing;
    const uint32_t m_mostBytes; //!< longest frame, in bytes
    uint32_t m_peer{0};         //!< number of the other end
    std::vector<Member> m_members;
    std::deque<uint32_t> m_ready;           //!< indices of members that may send, in turn
    std::vector<FabricPacketPtr> m_answers; //!< acknowledgements that wait, the oldest first
    FabricPacketPtr m_next;                 //!< packet that did not fit into the last frame
    std::optional<uint32_t> m_entropy;      //!< of all frames; unset before the first
    Ptr<FabricEvent> m_alarm;               //!< a member that its rate holds back may send
    int64_t m_notificationPs{0}; //!< clock of notifications, which no congestion control here needs
    bool m_unpacks{false};       //!< packets of a frame are handed over
};

} // namespace ns3

#endif // AI_FABRIC_TRANSACTION_PACKER_H
