// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

#ifdef AI_FABRIC_RUN

/** @return fct_ns of each line of flows.csv of a run of the program */
std::vector<double>
CompletionTimes(const std::string& scenario, const std::string& resolution)
{
    const TemporaryFolder folder;
    const std::string command = QuoteRunner() + " " + scenario +
                                " --quiet --no-figure --seed 1 --resolution " + resolution +
                                " --output " + folder.GetPath();
    EXPECT_EQ(std::system(command.c_str()), 0);
    std::vector<double> times;
    for (const auto& cell : ReadColumn(folder.GetPath() + "/flows.csv", 8)) // fct_ns
    {
        times.push_back(std::stod(cell));
    }
    return times;
}

#endif // AI_FABRIC_RUN

/** Where a message alone is measured: links on its path, in one direction. */
struct Shape
{
    const char* topology;
    Attributes attributes; //!< without rate
    const char* rateAttribute;
    uint32_t dest;  //!< host that host 0 sends to
    uint32_t links; //!< on the way
};

const std::vector<Shape> SHAPES{
    {"StarTopology", {{"Hosts", "2"}}, "Rate", 1, 2},
    {"LeafSpineTopology",
     {{"Leaves", "2"}, {"Spines", "2"}, {"HostsPerLeaf", "2"}},
     "HostRate",
     3,
     4},
    {"FatTreeTopology", {{"K", "4"}}, "Rate", 15, 6},
};

class IdealTimesTest : public NetworkTest
{
  protected:
    /** @return posted to acknowledged, in ps, of one WRITE with immediate from host 0 */
    int64_t TimeOfOne(uint32_t dest, uint64_t bytes)
    {
        const auto ends = RdmaNic::Connect(m_network.nics[0],
                                           m_network.nics[dest],
                                           m_network.nics[0]->GetDefaultServiceLevel());
        int64_t tookPs = -1;
        ends.first->SetCompletionCallback(
            Callback<void, const RdmaCompletion&>([&tookPs](const RdmaCompletion& completion) {
                EXPECT_EQ(completion.status, RdmaStatus::SUCCESS);
                tookPs = completion.finishedPs - completion.postedPs;
            }));
        ends.first->PostWriteWithImmediate(bytes, 0, 0);
        Simulator::Run();
        return tookPs;
    }

    /** Expects slowdown 1.00 of messages alone, on every shape. */
    void ExpectIdeal(const std::string& profile, uint32_t mtu, const std::string& rate)
    {
        for (const auto& shape : SHAPES)
        {
            for (const uint64_t bytes : {uint64_t{1},
                                         uint64_t{mtu},
                                         uint64_t{mtu} + 1,
                                         uint64_t{100} * mtu,
                                         uint64_t{777'777}})
            {
                SCOPED_TRACE(profile + " " + shape.topology + " " + rate + ", MTU " +
                             std::to_string(mtu) + ", " + std::to_string(bytes) + " B");
                Attributes attributes = shape.attributes;
                attributes.emplace_back(shape.rateAttribute, rate);
                Build(profile,
                      {{"Nic", "ns3::RdmaNic[MtuBytes=" + std::to_string(mtu) + "]"}},
                      Topology(shape.topology, attributes));
                const int64_t idealPs = m_network.IdealMessagePs(0, shape.dest, bytes);
                const int64_t tookPs = TimeOfOne(shape.dest, bytes);
                EXPECT_GE(tookPs, idealPs);
                if (profile == "RoceFabric")
                {
                    // Times are computed in ps; nothing that is scheduled enters them.
                    EXPECT_EQ(tookPs, idealPs);
                }
                else
                {
                    // Credit packets (10 B) share the wires: 1.00 to two digits.
                    EXPECT_LT(static_cast<double>(tookPs) / idealPs, 1.005);
                }
                Simulator::Destroy();
            }
        }
    }

    /**
     * A ring all-reduce against
     *
     *     T = 2(n - 1) (W + L) + A,   W = (p (mtu + middle) + more + acks ack) 8 / B
     *
     * Each of the 2(n - 1) steps hands a chunk of S/n B to the right, as p full packets. W is the
     * time that its packets take on a wire: middle is the overhead of a packet, more what the first
     * and the last have beyond. On the same wire go acknowledgements of what comes from the left:
     * one per 8 packets, of those that arrive while this rank sends, and the one of the step
     * before. L is from the end of the last packet to the receiver: two links, the switch, and
     * there, if it stores and forwards, one packet. A is the way back of the last acknowledgement,
     * with which the last send ends.
     */
    void ExpectRing(const std::string& profile,
                    uint32_t n,
                    uint32_t packets,
                    uint32_t mtu,
                    uint64_t gbps,
                    int64_t delayPs)
    {
        SCOPED_TRACE(profile + " n " + std::to_string(n) + ", " + std::to_string(packets) +
                     " packets of " + std::to_string(mtu) + " B, " + std::to_string(gbps) +
                     " Gb/s");
        const bool roce = profile == "RoceFabric";
        const uint64_t bytes = uint64_t{n} * packets * mtu;
        Build(profile,
              {{"Nic", "ns3::RdmaNic[MtuBytes=" + std::to_string(mtu) + "]"},
               {"Gpu", "ns3::Gpu[ReduceRate=0bps|CopyRate=0bps]"}},
              Topology("StarTopology",
                       {{"Hosts", std::to_string(n)},
                        {"Rate", std::to_string(gbps) + "Gbps"},
                        {"Delay", std::to_string(delayPs / 1000) + "ns"}}));
        const auto job = Add("CollectiveWorkload", {{"Bytes", std::to_string(bytes)}});
        Simulator::Run();
        ExpectLosslessEnd();

        // RoCEv2: Ethernet 14 + IPv4 20 + UDP 8 + BTH 12 + ICRC 4 + FCS 4 + preamble and gap 20.
        // InfiniBand: LRH 8 + BTH 12 + ICRC 4 + VCRC 2 + delimiters 4.
        const double middle = roce ? 82 : 30;
        const double ack = middle + 4; // AETH
        const double more = 16 + 4;    // RETH of the first, immediate of the last
        const double psPerByte = 8000. / gbps;
        const double latencyPs =
            2. * delayPs + (roce ? 400'000 + (mtu + middle) * psPerByte : 130'000);
        const double dataPs = (packets * (mtu + middle) + more) * psPerByte;
        const double acks =
            1 + std::floor(std::max(0., dataPs - latencyPs) / (8 * (mtu + middle) * psPerByte));
        const double answerPs =
            2. * delayPs + (roce ? 400'000 + 2 * ack * psPerByte : 130'000 + ack * psPerByte);
        const double expectedPs =
            2. * (n - 1) * (dataPs + acks * ack * psPerByte + latencyPs) + answerPs;
        EXPECT_NEAR(job->GetFinishPs() - job->GetStartPs(), expectedPs, 0.01 * expectedPs);
        Simulator::Destroy();
    }
};

} // namespace

TEST_F(IdealTimesTest, OneMessageOnAStarByHand)
{
    // 10,000 B at 100 Gb/s are 80 ps per byte. On the wire: WRITE FIRST 4096 + 98 = 4194,
    // MIDDLE 4096 + 82 = 4178, LAST with immediate 1808 + 86 = 1894 B.
    //   switch has all of the first:  335,520 + 1,000,000 + 400,000 = 1,735,520
    //   the second link, back to back since the packets get shorter:
    //                                 (4194 + 4178 + 1894) * 80   =   821,280
    //   and its delay                                                1,000,000
    //                                                           sum: 3,556,800
    // The ACK of 66 + 20 B: 2 * 6,880 + 2 * 1,000,000 + 400,000  =   2,413,760
    Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "2"}}));
    EXPECT_EQ(m_network.IdealMessagePs(0, 1, 10'000), 3'556'800 + 2'413'760);
    EXPECT_EQ(TimeOfOne(1, 10'000), 3'556'800 + 2'413'760);
}

TEST_F(IdealTimesTest, OneMessageThroughACutThroughSwitchByHand)
{
    // InfiniBand, same message: FIRST 4096 + 46, MIDDLE 4096 + 30, LAST 1808 + 34 B are
    // 10,110 B or 808,800 ps; then 2 delays and 130,000 ps. ACK 34 B: 2,720 + the same.
    Build("InfiniBandFabric", {}, Topology("StarTopology", {{"Hosts", "2"}}));
    EXPECT_EQ(m_network.IdealMessagePs(0, 1, 10'000), 808'800 + 2'720 + 2 * 2'130'000);
}

TEST_F(IdealTimesTest, OneMessageWithGlobalRouteHeadersByHand)
{
    // The same message, 40 B more in each of its three packets and in the ACK:
    // 10,230 B or 818,400 ps, and 74 B or 5,920 ps.
    Build("InfiniBandFabric",
          {{"Framing", "ns3::InfiniBandFraming[Grh=true]"}},
          Topology("StarTopology", {{"Hosts", "2"}}));
    const int64_t idealPs = 818'400 + 5'920 + 2 * 2'130'000;
    EXPECT_EQ(m_network.IdealMessagePs(0, 1, 10'000), idealPs);
    const int64_t tookPs = TimeOfOne(1, 10'000);
    EXPECT_GE(tookPs, idealPs);
    EXPECT_LT(tookPs, idealPs + idealPs / 200); // credit packets share the wires
}

TEST_F(IdealTimesTest, CutThroughOntoAFasterLinkStoresThePacket)
{
    // One packet of 1000 + 46 + 4 B: 84 ns at 100 Gb/s, and whole in the first leaf before it goes
    // on at 400 Gb/s. From there on the first bit goes by: three delays and two pipelines later it
    // is on the last link, for 84 ns. 4 delays of 1 us and 3 pipelines of 130 ns in all, and the
    // same for the ACK of 34 B, 2.72 ns.
    Build("InfiniBandFabric",
          {},
          Topology("LeafSpineTopology",
                   "Leaves=2 Spines=1 HostsPerLeaf=1 HostRate=100Gbps UplinkRate=400Gbps"));
    const int64_t expectedPs = 2 * 84'000 + 2 * 2'720 + 2 * (4'000'000 + 3 * 130'000);
    EXPECT_EQ(m_network.IdealMessagePs(0, 1, 1'000), expectedPs);
    // Credit packets share the wires, and a stored packet waits for its tick.
    EXPECT_NEAR(TimeOfOne(1, 1'000), expectedPs, 4 * TickPs());
    Simulator::Destroy();
    Build("InfiniBandFabric",
          {{"Channel", "ns3::FabricChannel[FecLatency=90ns]"}},
          Topology("StarTopology", {{"Hosts", "2"}, {"Rate", "100Gbps"}, {"Delay", "1us"}}));
    const int64_t fecPs = 84'000 + 2'720 + 2 * (2 * 1'090'000 + 130'000);
    EXPECT_EQ(m_network.IdealMessagePs(0, 1, 1'000), fecPs);
    EXPECT_EQ(TimeOfOne(1, 1'000), fecPs);
}

TEST_F(IdealTimesTest, AFlowAloneHasSlowdownOneOnRoce)
{
    for (const uint32_t mtu : {256, 1024, 4096})
    {
        for (const std::string rate : {"10Gbps", "100Gbps", "400Gbps", "800Gbps"})
        {
            ExpectIdeal("RoceFabric", mtu, rate);
        }
    }
}

TEST_F(IdealTimesTest, AFlowAloneHasSlowdownOneOnInfiniBand)
{
    for (const uint32_t mtu : {256, 2048, 4096})
    {
        for (const std::string rate : {"10Gbps", "100Gbps", "200Gbps"})
        {
            ExpectIdeal("InfiniBandFabric", mtu, rate);
        }
    }
}

TEST_F(IdealTimesTest, RingAllReduceOnRoce)
{
    for (const uint32_t n : {2, 4, 8, 16})
    {
        ExpectRing("RoceFabric", n, 8, 4096, 100, 1'000'000);
        ExpectRing("RoceFabric", n, 64, 1024, 400, 500'000);
    }
    ExpectRing("RoceFabric", 4, 512, 256, 10, 1'000'000);
    ExpectRing("RoceFabric", 4, 1024, 4096, 800, 1'000'000);
    ExpectRing("RoceFabric", 8, 256, 4096, 200, 100'000);
}

TEST_F(IdealTimesTest, RingAllReduceOnInfiniBand)
{
    for (const uint32_t n : {2, 4, 8, 16})
    {
        ExpectRing("InfiniBandFabric", n, 8, 4096, 100, 1'000'000);
        ExpectRing("InfiniBandFabric", n, 64, 2048, 400, 300'000);
    }
    ExpectRing("InfiniBandFabric", 4, 512, 256, 10, 1'000'000);
    // 128 KiB of credits cover 800 Gb/s up to 1.2 us of round trip.
    ExpectRing("InfiniBandFabric", 4, 1024, 4096, 800, 200'000);
}

#ifdef AI_FABRIC_RUN

TEST_F(IdealTimesTest, TimesAreTheSameAtBothResolutions)
{
    // A message alone at 100 Gb/s and one all-reduce of 4 x 8 full packets. Times are exact ps but
    // for what waits for an event: within a tick of 1 ns for each of the 2 (n - 1) steps.
    const TemporaryFile scenario(R"({
        "topology": {"type": "star", "hosts": 4, "rate": "100Gbps", "delay": "1us"},
        "fabric": ["roce"],
        "workload": [{"type": "incast", "bytes": "10KB", "sources": 1, "target": 3},
                     {"type": "collective", "bytes": 131072, "start": "100us"}]
    })");
    std::vector<std::vector<double>> times;
    for (const std::string resolution : {"ps", "ns"})
    {
        times.push_back(CompletionTimes(scenario.GetPath(), resolution));
        ASSERT_EQ(times.back().size(), 1u + 4 * 6) << resolution;
        // The hand-derived time of OneMessageOnAStarByHand, with 10,000 B.
        EXPECT_EQ(times.back()[0], 3556.8 + 2413.76);
    }
    for (size_t i = 0; i < times[0].size(); ++i)
    {
        EXPECT_NEAR(times[0][i], times[1][i], 6) << "message " << i;
    }
}

#endif // AI_FABRIC_RUN
