// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Information that a congestion control gets from acknowledgements.

#include "queue-pair-test.h"

#include "ns3/rdma-congestion-control.h"
#include "ns3/rdma-header.h"
#include "ns3/simulator.h"
#include "ns3/telemetry-stack.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>

namespace ns3
{

namespace
{

/** Records its events. */
class AckRecorder : public RdmaCongestionControl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::AckEventsTestRecorder")
                                .SetParent<RdmaCongestionControl>()
                                .AddConstructor<AckRecorder>();
        return tid;
    }

    uint64_t acks{0};
    uint64_t withoutProgress{0};
    uint64_t telemetry{0};
    uint64_t ackedBytes{0};
    int64_t shortestRttPs{INT64_MAX};

  private:
    CongestionNeeds DoGetNeeds() const override
    {
        CongestionNeeds needs;
        needs.telemetry = true;
        return needs;
    }

    void DoNotifyAck(const AckEvent& event) override
    {
        ++acks;
        withoutProgress += event.ackedBytes == 0;
        telemetry += event.telemetry != nullptr;
        ackedBytes += event.ackedBytes;
        shortestRttPs = std::min(shortestRttPs, event.rttPs);
    }
};

NS_OBJECT_ENSURE_REGISTERED(AckRecorder);

class AckEventsTest : public QueuePairTest
{
};

} // namespace

// Behind a lost packet every packet is answered by a NAK that acknowledges nothing new. The control
// is told of as many ACKs and NAKs as come in, and of the telemetry of each.
TEST_F(AckEventsTest, EveryAckReachesTheControlOnce)
{
    BuildPair("MtuBytes=1024|AckInterval=1",
              "CongestionControl=ns3::AckEventsTestRecorder LossRecovery=ns3::SelectiveRepeat "
              "Switch=ns3::FabricSwitch[Telemetry=true]",
              0.01);
    uint64_t came = 0;
    m_network.nics[0]->GetPort().TraceConnectWithoutContext(
        "Receive",
        Callback<void, const FabricPacket&, int64_t>([&](const FabricPacket& packet, int64_t) {
            came += packet.kind == PacketKind::TRANSPORT &&
                    packet.As<RdmaHeader>().opcode == RdmaOpcode::ACKNOWLEDGE;
        }));
    const auto queuePair = Connect();
    queuePair->PostWrite(1024 * 1000, 0);
    Simulator::Run();
    ExpectAll(0, {1024 * 1000});
    const auto& control = dynamic_cast<AckRecorder&>(queuePair->GetCongestionControl());
    EXPECT_GT(came, 900U);
    EXPECT_EQ(control.acks, came);
    EXPECT_EQ(control.telemetry, came);
    EXPECT_GT(control.withoutProgress, 50U); // some ten losses, each a round trip of 60 packets
    EXPECT_EQ(control.ackedBytes, 1024U * 1000);
    EXPECT_GT(control.shortestRttPs, 4'000'000); // four links of 1 us
}

} // namespace ns3
