// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Every kind of failure in every kind of fabric, under an all-reduce.

#include "network-test.h"
#include "units.h"

#include "ns3/fabric-failure.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr int64_t TIMEOUT_US = 400;

/** A fabric that is lossless by pauses or credits, or loses and repeats. */
struct Kind
{
    const char* name;
    const char* profile;
    Attributes parts;
};

const std::vector<Kind> FABRICS = {
    {"lossless RoCE", "RoceFabric", {}},
    {"lossy RoCE",
     "RoceFabric",
     {{"FlowControl", "ns3::NoFlowControl"}, {"LossRecovery", "ns3::SelectiveRepeat"}}},
    {"InfiniBand", "InfiniBandFabric", {}}};

/** A failure, from and until when it is counted from the start of the run. */
struct Trouble
{
    const char* type;
    Attributes attributes;
};

const Attributes UPLINK{{"From", "leaf0"}, {"To", "spine0"}};

class FailureKindsTest : public NetworkTest
{
  protected:
    void BuildLeafSpine(const Kind& kind, const std::string& cable)
    {
        Build(kind.profile,
              kind.parts + ("Nic=ns3::RdmaNic[AckTimeout=" + std::to_string(TIMEOUT_US) + "us]"),
              Topology("LeafSpineTopology",
                       "Leaves=2 Spines=2 HostsPerLeaf=2 HostRate=100Gbps HostDelay=" + cable +
                           " UplinkDelay=" + cable));
    }

    void Fail(const Kind& kind, const Trouble& trouble) const
    {
        const auto failure = Make<FabricFailure>(trouble.type, trouble.attributes);
        failure->Check(m_network.topology, *Make<FabricProfile>(kind.profile, kind.parts));
        failure->AssignStreams(5);
        failure->Install(m_network);
    }

    /** Reduces over three ranks on two leaves. @return how long it took, in ps */
    int64_t Reduce(const std::string& bytes)
    {
        return RunToEnd(Add("CollectiveWorkload", {{"Bytes", bytes}, {"Gpus", "3"}}));
    }

    /** Sends 1 MB from host 2 to host 1. @return how long it took, in ps */
    int64_t Send()
    {
        return RunToEnd(
            Add("IncastWorkload", {{"Hosts", "2"}, {"Target", "1"}, {"Bytes", "1000000"}}));
    }

    static int64_t RunToEnd(const Ptr<GraphExecutor>& job)
    {
        Simulator::Stop(MilliSeconds(200));
        job->SetFinishCallback(MakeCallback(&FailureKindsTest::Finish));
        Simulator::Run();
        EXPECT_TRUE(job->IsComplete());
        return job->GetFinishPs();
    }

    /** Nothing is delivered twice, and bytes and credits are conserved. */
    void ExpectExactDelivery() const
    {
        uint64_t bytes = 0;
        for (const auto& node : m_jobs.back()->GetJob().graph.GetNodes())
        {
            bytes += node.kind == CommunicationGraph::Kind::SEND ? node.bytes : 0;
        }
        EXPECT_EQ(Statistics().deliveredBytes, bytes);
        ExpectNoViolation();
    }

  private:
    static void Finish(Ptr<GraphExecutor>)
    {
        Simulator::Stop();
    }
};

/** 3 MB in a ring of three take 320 us at 100 Gb/s; timeouts of 400 us repeat what was lost. */
const std::vector<std::vector<Trouble>> TROUBLES = {
    {{"LinkFailure", UPLINK + "Start=20us Stop=320us"}},
    {{"BlackHole", UPLINK + "Start=20us Stop=320us"}},
    {{"LinkFlap", UPLINK + "Start=10us Stop=500us DownTime=20us UpTime=70us"}},
    {{"LinkFlap", UPLINK + "Stop=500us DownTime=9us UpTime=40us Drawn=1"}},
    {{"SwitchFailure", {{"Switch", "spine1"}, {"Start", "20us"}, {"Stop", "220us"}}}},
    {{"NicFailure", {{"Host", "1"}, {"Start", "20us"}, {"Stop", "120us"}}}},
    {{"ServerFailure", {{"Host", "2"}, {"Start", "20us"}, {"Stop", "120us"}}}},
    {{"GpuFailure", {{"Host", "0"}, {"Start", "20us"}, {"Stop", "120us"}}}},
    {{"SlowGpu", {{"Host", "0"}, {"Start", "20us"}, {"Factor", "50"}}}},
    {{"SlowReceiver", {{"Host", "1"}, {"Start", "20us"}, {"Stop", "320us"}, {"Rate", "1Gbps"}}}},
    {{"SlowReceiver", {{"Host", "1"}, {"Start", "20us"}, {"Stop", "120us"}}},
     {"SlowReceiver", {{"Host", "1"}, {"Start", "90us"}, {"Rate", "30Gbps"}}}},
    {{"LaneLoss", UPLINK + "Start=20us Lost=3"}},
    {{"DegradedLink", UPLINK + "Start=20us Rate=10Gbps Stop=90us"}},
    {{"BitErrors", {{"Rate", "1e-7"}}}},
    {{"CodewordErrors", {{"Rate", "1.2e-3"}}}},
    // One while another is on, at time 0, and after the end
    {{"NicFailure", {{"Host", "1"}, {"Stop", "130us"}}},
     {"SwitchFailure", {{"Switch", "spine0"}, {"Start", "100us"}, {"Stop", "260us"}}},
     {"LinkFailure", UPLINK + "Start=200us Stop=300us"},
     {"GpuFailure", {{"Host", "0"}, {"Start", "50us"}, {"Stop", "400us"}}},
     {"GpuFailure", {{"Host", "0"}, {"Start", "60us"}, {"Stop", "80us"}}},
     {"ServerFailure", {{"Host", "0"}, {"Start", "150ms"}}}}};

} // namespace

TEST_F(FailureKindsTest, AnAllReduceEndsAndNothingIsDeliveredTwice)
{
    for (const auto& kind : FABRICS)
    {
        for (const std::string cable : {"10ns", "2us"})
        {
            for (const auto& troubles : TROUBLES)
            {
                SCOPED_TRACE(std::string(kind.name) + ", " + troubles.front().type + ", " + cable);
                BuildLeafSpine(kind, cable);
                for (const auto& trouble : troubles)
                {
                    Fail(kind, trouble);
                }
                Reduce("3000000");
                ExpectExactDelivery();
                Simulator::Destroy();
            }
        }
    }
}

/**
 * A message of 84 us whose receiver's NIC is dead from 40 us on is sent to its end and lost, so
 * that only a timeout repeats it: outages of 120 and 520 us cost one and two of 400 us, less the
 * age of the last acknowledgement.
 */
TEST_F(FailureKindsTest, ADeadNicCostsWholeTimeouts)
{
    for (const auto& kind : FABRICS)
    {
        BuildLeafSpine(kind, "500ns");
        const int64_t wholePs = Send();
        Simulator::Destroy();
        for (const auto& [outageUs, timeouts] : {std::pair{120, 1}, {520, 2}})
        {
            SCOPED_TRACE(std::string(kind.name) + ", " + std::to_string(outageUs) + " us");
            BuildLeafSpine(kind, "500ns");
            Fail(kind,
                 {"NicFailure", "Host=1 Start=40us Stop=" + std::to_string(40 + outageUs) + "us"});
            const auto latePs = static_cast<double>(Send() - wholePs);
            const auto expectedPs = static_cast<double>(timeouts * TIMEOUT_US * US);
            EXPECT_NEAR(latePs, expectedPs, expectedPs / 10);
            ExpectExactDelivery();
            Simulator::Destroy();
        }
    }
}
