// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Handling of trimmed packets by queue pairs.

#include "queue-pair-test.h"

#include "ns3/go-back-n.h"
#include "ns3/selective-repeat.h"
#include "ns3/switch-buffer.h"
#include "ns3/uinteger.h"

using namespace ns3;

namespace
{

/** Trims the Nth full packet that it sees, and has room for everything else. */
class TrimNthBuffer : public SwitchBuffer
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TrimNthBuffer")
                                .SetParent<SwitchBuffer>()
                                .SetGroupName("AiFabric")
                                .AddConstructor<TrimNthBuffer>()
                                .AddAttribute("Nth",
                                              "Which packet.",
                                              UintegerValue(1),
                                              MakeUintegerAccessor(&TrimNthBuffer::m_nth),
                                              MakeUintegerChecker<uint32_t>(1));
        return tid;
    }

  private:
    void DoConfigure(const std::vector<PortNeeds>&) override
    {
    }

    BufferAnswer DoAdmit(Account&, const Account&, const PortNeeds&, bool, uint32_t bytes) override
    {
        m_seen += bytes > 4'000;
        return bytes > 4'000 && m_seen == m_nth
                   ? BufferAnswer::Trim(RegisterDropReason("chosen by a test"), 3)
                   : BufferAnswer();
    }

    void DoRelease(Account&, bool, uint32_t) override
    {
    }

    bool DoMayResume(const Account&) const override
    {
        return true;
    }

    bool DoTrims() const override
    {
        return true;
    }

    uint32_t m_nth;
    uint32_t m_seen{0};
};

NS_OBJECT_ENSURE_REGISTERED(TrimNthBuffer);

/** Two hosts whose switch trims one packet; a round trip is longer than five packets. */
class TrimmedPacketTest : public QueuePairTest
{
  protected:
    void BuildTrimming(uint32_t nth, const std::string& recovery = "GoBackN")
    {
        BuildPair("MtuBytes=4096",
                  "FlowControl=ns3::NoFlowControl CongestionControl=ns3::NoCongestionControl "
                  "LossRecovery=ns3::" +
                      recovery + " Buffer=ns3::TrimNthBuffer[Nth=" + std::to_string(nth) + "]");
    }

    /** @return packets with payload that a host sent */
    size_t CountData(uint32_t host) const
    {
        return std::count_if(m_sent[host].begin(), m_sent[host].end(), [](const auto& sent) {
            return sent.payloadBytes > 0;
        });
    }

    /** Expects that the only packet without its payload came to a host, and nobody timed out. */
    void ExpectOneTrimmedAt(uint32_t host) const
    {
        EXPECT_EQ(m_network.nics[host]->GetCounters().trimmedPackets, 1u);
        EXPECT_EQ(m_network.nics[1 - host]->GetCounters().trimmedPackets, 0u);
        EXPECT_EQ(m_network.nics[0]->GetCounters().timeouts, 0u);
        EXPECT_EQ(m_network.nics[1]->GetCounters().timeouts, 0u);
    }

    static constexpr uint64_t BYTES = 5 * 4'096;
};

TEST_F(TrimmedPacketTest, GoBackNAsksAtOnceAndGoesBack)
{
    BuildTrimming(3);
    Connect()->PostWrite(BYTES, 0);
    Simulator::Run();
    ExpectAll(0, {BYTES});
    ExpectOneTrimmedAt(1);
    EXPECT_EQ(m_network.nics[1]->GetCounters().naksSent, 1u);
    EXPECT_EQ(CountData(0), 5u + 3u); // the third and what was sent behind it
    const auto& port = m_network.fabricSwitches[0]->GetBuffer().GetAccount(0, 3);
    EXPECT_EQ(port.trims[RegisterDropReason("chosen by a test")], 1u);
    EXPECT_EQ(port.trims.GetTotal(), 1u);
    EXPECT_EQ(port.drops.GetTotal(), 0u);
}

TEST_F(TrimmedPacketTest, TheLastOneNeedsNoTimeout)
{
    BuildTrimming(5);
    Connect()->PostSend(BYTES, 0);
    Simulator::Run();
    ExpectAll(0, {BYTES});
    ExpectOneTrimmedAt(1);
    EXPECT_EQ(m_network.nics[1]->GetCounters().naksSent, 1u);
    EXPECT_EQ(CountData(0), 5u + 1u);
}

TEST_F(TrimmedPacketTest, SelectiveRepeatLearnsOfItFromTheNextOne)
{
    BuildTrimming(3, "SelectiveRepeat");
    Connect()->PostWrite(BYTES, 0);
    Simulator::Run();
    ExpectAll(0, {BYTES});
    ExpectOneTrimmedAt(1);
    EXPECT_EQ(CountData(0), 5u + 1u);
}

TEST_F(TrimmedPacketTest, AResponseToAReadIsAskedForAgain)
{
    BuildTrimming(3);
    Connect()->PostRead(BYTES, 0);
    Simulator::Run();
    ASSERT_EQ(m_completions[0].size(), 1u);
    EXPECT_EQ(m_completions[0][0].status, RdmaStatus::SUCCESS);
    ExpectOneTrimmedAt(0);
    EXPECT_EQ(CountSent(0, RdmaOpcode::READ_REQUEST), 2u);
    EXPECT_EQ(CountData(1), 5u + 3u);
}

TEST_F(TrimmedPacketTest, TheHeadersAreAsLongAsAFrameMustBe)
{
    BuildTrimming(3); // a packet in the middle of a WRITE: 62 B without payload, 64 at least
    std::vector<std::pair<uint32_t, uint32_t>> lengths;
    m_network.fabricSwitches[0]->TraceConnectWithoutContext(
        "Trim",
        Callback<void, const FabricPacket&, DropReason>(
            [&lengths](const FabricPacket& packet, DropReason reason) {
                EXPECT_STREQ(ToString(reason), "chosen by a test");
                EXPECT_EQ(packet.kind, PacketKind::TRIMMED_AT_LAST_HOP);
                EXPECT_EQ(packet.payloadBytes, 0u);
                EXPECT_EQ(packet.As<RdmaHeader>().psn, 2u);
                lengths.emplace_back(packet.frameBytes, packet.wireBytes);
            }));
    Connect()->PostWrite(BYTES, 0);
    Simulator::Run();
    EXPECT_EQ(lengths, (std::vector<std::pair<uint32_t, uint32_t>>{{64, 84}}));
}

TEST(TrimmedPacketRecoveryTest, TheExpectedPacketIsAskedForEachTimeOthersOnce)
{
    using Verdict = LossRecovery::Verdict;
    const auto recovery = CreateObject<GoBackN>();
    EXPECT_EQ(recovery->NotifyTrimmed(1), Verdict::GAP);
    EXPECT_EQ(recovery->NotifyTrimmed(2), Verdict::DISCARD);
    EXPECT_EQ(recovery->NotifyTrimmed(0), Verdict::GAP);
    EXPECT_EQ(recovery->NotifyTrimmed(0), Verdict::GAP);
    EXPECT_EQ(recovery->NotifyArrival({0, 1, true, false, true}), Verdict::DELIVER);
    EXPECT_EQ(recovery->NotifyTrimmed(0), Verdict::DISCARD) << "it has come before";
    EXPECT_EQ(recovery->NotifyTrimmed(2), Verdict::GAP);
    EXPECT_EQ(recovery->NotifyArrival({3, 1, false, false, true}), Verdict::DISCARD);
    EXPECT_EQ(CreateObject<SelectiveRepeat>()->NotifyTrimmed(0), Verdict::DISCARD);
}

} // namespace
