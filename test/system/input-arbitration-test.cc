// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Shares of a link that several inputs of an InfiniBand switch use, computed by hand, for any
// length of cables and size of buffers.

#include "network-test.h"

#include "ns3/uinteger.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Flows without end over credits alone, and what each host's flow gets. */
class InputArbitrationTest : public NetworkTest
{
  protected:
    /** Payload of a full packet over its time on the wire: LRH, BTH, ICRC, VCRC, delimiters. */
    static constexpr double PAYLOAD_SHARE = 4096. / 4126;

    /** @param hosts that send @param target host that receives */
    void AddEndlessFlows(const std::string& hosts, uint32_t target)
    {
        Add("IncastWorkload",
            {{"Hosts", hosts}, {"Target", std::to_string(target)}, {"Bytes", "1000000000000"}});
    }

    /** @param ratebps of a link @return payload of each host, over what that link carries */
    std::vector<double> MeasureShares(double ratebps, Time from, Time to)
    {
        std::vector<double> begin;
        Simulator::Schedule(from, [&]() { begin = Acknowledged(); });
        Simulator::Stop(to);
        Simulator::Run();
        EXPECT_EQ(Statistics().drops, 0u);
        auto shares = Acknowledged();
        const double linkBytes = ratebps * PAYLOAD_SHARE / 8 * (to - from).GetSeconds();
        for (size_t host = 0; host < shares.size(); ++host)
        {
            shares[host] = (shares[host] - begin[host]) / linkBytes;
        }
        return shares;
    }

    static void ExpectShares(const std::vector<double>& measured, const std::vector<double>& law)
    {
        for (size_t host = 0; host < law.size(); ++host)
        {
            EXPECT_NEAR(measured[host], law[host], 0.03 * law[host]) << "host " << host;
        }
    }
};

/**
 * Hosts 0 to 3 on a chain of four switches, all sending to host 4 at its end. Each switch but the
 * first has two inputs for its output, its own host and the chain, which take turns. What a switch
 * sends on is bound by the credits of the next one, so each turn halves what comes from farther
 * away:
 *
 *     host 3:  1/2     host 2:  1/2 / 2     host 1 and host 0:  1/4 / 2 each
 *
 * since the first switch has nothing to merge.
 */
class ParkingLotArbitrationTest : public InputArbitrationTest
{
  protected:
    const std::vector<double> LAW{1. / 8, 1. / 8, 1. / 4, 1. / 2};

    void BuildParkingLot(const std::string& hostRate,
                         const std::string& chainRate,
                         const std::string& hostDelay,
                         const std::string& chainDelay,
                         const Attributes& parts = {})
    {
        Build("InfiniBandFabric",
              parts,
              Topology("ParkingLotTopology",
                       {{"Switches", "4"},
                        {"HostsPerSwitch", "1"},
                        {"HostRate", hostRate},
                        {"ChainRate", chainRate},
                        {"HostDelay", hostDelay},
                        {"ChainDelay", chainDelay}}));
        AddEndlessFlows("0-3", 4);
    }
};

} // namespace

TEST_F(ParkingLotArbitrationTest, EachMergeHalvesWhateverTheCablesAndRates)
{
    for (const auto& [rate, ratebps] :
         {std::pair{"200Gbps", 200e9}, {"400Gbps", 400e9}, {"800Gbps", 800e9}})
    {
        for (const std::string hostDelay : {"10ns", "500ns", "2us"})
        {
            for (const std::string chainDelay : {"10ns", "100ns", "2us"})
            {
                SCOPED_TRACE(std::string(rate) + " " + hostDelay + " " + chainDelay);
                BuildParkingLot(rate, rate, hostDelay, chainDelay);
                ExpectShares(MeasureShares(ratebps, MicroSeconds(100), MicroSeconds(400)), LAW);
                Simulator::Destroy();
            }
        }
    }
}

TEST_F(ParkingLotArbitrationTest, AFasterChainChangesNothing)
{
    // Shares of the exit's 100 Gb/s; the chain's 400 Gb/s are never the bottleneck.
    for (const std::string chainDelay : {"10ns", "2us"})
    {
        SCOPED_TRACE(chainDelay);
        BuildParkingLot("100Gbps", "400Gbps", "10ns", chainDelay);
        ExpectShares(MeasureShares(100e9, MicroSeconds(500), MicroSeconds(2'000)), LAW);
        Simulator::Destroy();
    }
}

TEST_F(ParkingLotArbitrationTest, AnOutputQueueSharesByWhatInputsHold)
{
    // First come, first served: an input gets what it has queued. With the same small buffer
    // everywhere that is the same as taking turns; with a chain of larger buffers it is not.
    BuildParkingLot("100Gbps",
                    "100Gbps",
                    "10ns",
                    "2us",
                    {{"InputArbiter", "ns3::FifoInputArbiter"}});
    const auto shares = MeasureShares(100e9, MicroSeconds(500), MicroSeconds(2'000));
    EXPECT_LT(shares[3], 0.25) << "the nearest host, whose cable is short";
    EXPECT_GT(shares[0], 0.4) << "the farthest";
}

TEST_F(ParkingLotArbitrationTest, OldestFirstPrefersWhoComesFromAfar)
{
    // A packet that has crossed three switches left its host before one that has crossed none: the
    // nearest host gets less than its half, and no host nothing.
    BuildParkingLot("100Gbps",
                    "100Gbps",
                    "10ns",
                    "2us",
                    {{"InputArbiter", "ns3::OldestFirstInputArbiter"}});
    const auto shares = MeasureShares(100e9, MicroSeconds(500), MicroSeconds(2'000));
    EXPECT_LT(shares[3], 0.4);
    EXPECT_NEAR(shares[0] + shares[1] + shares[2] + shares[3], 1, 0.02);
    for (const double share : {shares[0], shares[1], shares[2], shares[3]})
    {
        EXPECT_GT(share, 0.02);
    }
}

TEST_F(InputArbitrationTest, TurnsArePacketsWhateverTheirLengths)
{
    // Host 0 sends 4096 B per packet, 4126 on the wire, host 1 1024 and 1054. A packet of each in
    // turn: of the wire 4126 and 1054 in 5180, of the payload 4096 and 1024 in that time.
    Build("InfiniBandFabric",
          {},
          Topology("StarTopology", {{"Hosts", "3"}, {"Rate", "200Gbps"}, {"Delay", "100ns"}}));
    m_network.nics[1]->SetAttribute("MtuBytes", UintegerValue(1024));
    AddEndlessFlows("0,1", 2);
    const auto shares = MeasureShares(200e9, MicroSeconds(100), MicroSeconds(600));
    ExpectShares(shares, {4096 / 5180. / PAYLOAD_SHARE, 1024 / 5180. / PAYLOAD_SHARE});
}

TEST_F(InputArbitrationTest, AVictimGetsItsTurnAtTheSharedLinkWhateverTheCables)
{
    // Hosts 0, 1 and 2 on the left, 3 and 4 on the right of a link of 2 R; 0, 1, 3 and 4 send to
    // host 5, the victim is the flow from host 2 to host 6. Host 5's output has three inputs, the
    // link in the middle and hosts 3 and 4: R/3 each. On the left hosts 0, 1 and 2 take turns, and
    // two of three turns are for host 5, so that all get R/6; the victim, too, although nobody else
    // wants its last link.
    for (const auto& [hostDelay, middleDelay] :
         {std::pair<std::string, std::string>{"10ns", "10ns"},
          {"10ns", "2us"},
          {"2us", "100ns"},
          {"500ns", "500ns"}})
    {
        SCOPED_TRACE(hostDelay + " " + middleDelay);
        Build(
            "InfiniBandFabric",
            {},
            Topology("DumbbellTopology",
                     "LeftHosts=3 RightHosts=4 HostRate=200Gbps BottleneckRate=400Gbps HostDelay=" +
                         hostDelay + " BottleneckDelay=" + middleDelay));
        AddEndlessFlows("0,1,3,4", 5);
        AddEndlessFlows("2", 6);
        ExpectShares(MeasureShares(200e9, MicroSeconds(200), MicroSeconds(1'000)),
                     {1. / 6, 1. / 6, 1. / 6, 1. / 3, 1. / 3});
        Simulator::Destroy();
    }
}

TEST_F(InputArbitrationTest, AnEthernetSwitchMayHaveItToo)
{
    // The chain's switches under PFC, which halves at each merge either way.
    for (const std::string arbiter : {"ns3::FifoInputArbiter", "ns3::RoundRobinInputArbiter"})
    {
        SCOPED_TRACE(arbiter);
        Build("RoceFabric",
              "CongestionControl=ns3::NoCongestionControl Marker=ns3::NoMarker InputArbiter=" +
                  arbiter,
              Topology("ParkingLotTopology", {{"Switches", "4"}, {"HostsPerSwitch", "1"}}));
        AddEndlessFlows("0-3", 4);
        const auto shares = MeasureShares(100e9, MilliSeconds(10), MilliSeconds(20));
        // Frames of 4096 B take 4178 on the wire there, not 4126.
        const double all = shares[0] + shares[1] + shares[2] + shares[3];
        EXPECT_NEAR(all, 4126. / 4178, 0.01);
        const std::vector<double> law{1. / 8, 1. / 8, 1. / 4, 1. / 2};
        for (size_t host = 0; host < law.size(); ++host)
        {
            EXPECT_NEAR(shares[host] / all, law[host], 0.03) << "host " << host;
        }
        Simulator::Destroy();
    }
}
