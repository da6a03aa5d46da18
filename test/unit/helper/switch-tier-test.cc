// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "has-text.h"
#include "network-test.h"

#include "ns3/input-error.h"
#include "ns3/pointer.h"
#include "ns3/switch-parts.h"
#include "ns3/uinteger.h"

#include <map>
#include <set>
#include <string>

using namespace ns3;

namespace
{

class SwitchTierTest : public NetworkTest
{
  protected:
    /** @return classes of a part and, of buffers, their sizes, by links to the nearest host */
    std::map<uint32_t, std::set<std::string>> FindParts(const std::string& part) const
    {
        std::map<uint32_t, std::set<std::string>> found;
        const auto links = m_network.topology.CountLinksToHosts();
        size_t number = 0;
        for (uint32_t id = 0; id < m_network.topology.nodes.size(); ++id)
        {
            if (m_network.topology.IsHost(id))
            {
                continue;
            }
            PointerValue value;
            m_network.fabricSwitches[number++]->GetAttribute(part, value);
            const auto object = value.Get<Object>();
            std::string text = object->GetInstanceTypeId().GetName().substr(5);
            UintegerValue bytes;
            if (object->GetAttributeFailSafe("SizeBytes", bytes))
            {
                text += " " + std::to_string(bytes.Get());
            }
            found[links[id]].insert(text);
        }
        return found;
    }

    /** As Build(), of RoCE with spines of so many bytes. */
    void BuildWithSpines(uint64_t bytes, const Attributes& parts, const FabricTopology& topology)
    {
        ObjectFactory buffer("ns3::SharedBuffer");
        buffer.Set("SizeBytes", UintegerValue(bytes));
        ObjectFactory tier("ns3::SwitchTier");
        tier.Set("Buffer", ObjectFactoryValue(buffer));
        const auto profile = Make<FabricProfile>("RoceFabric", parts);
        profile->SetAttribute("SpineSwitches", ObjectFactoryValue(tier));
        m_network = FabricHelper(profile).Install(topology);
    }

    using Parts = std::map<uint32_t, std::set<std::string>>;
    const FabricTopology m_leafSpine =
        Topology("LeafSpineTopology", {{"Leaves", "3"}, {"Spines", "2"}, {"HostsPerLeaf", "3"}});
};

} // namespace

TEST_F(SwitchTierTest, TiersAreByTheirLinksToHosts)
{
    const auto count = [](const FabricTopology& topology) {
        std::map<uint32_t, uint32_t> switches;
        for (const uint32_t links : topology.CountLinksToHosts())
        {
            ++switches[links];
        }
        return switches;
    };
    using Counts = std::map<uint32_t, uint32_t>;
    EXPECT_EQ(count(m_leafSpine), (Counts{{0, 9}, {1, 3}, {2, 2}}));
    EXPECT_EQ(count(Topology("FatTreeTopology", {{"K", "4"}})),
              (Counts{{0, 16}, {1, 8}, {2, 8}, {3, 4}}));
    EXPECT_EQ(count(Topology("StarTopology", {{"Hosts", "3"}})), (Counts{{0, 3}, {1, 1}}));
    EXPECT_EQ(count(Topology("TorusTopology", {{"Dimensions", "3x3"}})), (Counts{{0, 9}, {1, 9}}));
    auto alone = m_leafSpine;
    alone.nodes.push_back(alone.nodes.back()); // without links
    alone.nodes.back().name = "alone";
    EXPECT_EQ(count(alone), (Counts{{0, 10}, {1, 3}, {2, 2}}));
}

TEST_F(SwitchTierTest, EachTierHasItsOwnPartsAndElseThoseOfTheFabric)
{
    BuildWithSpines(90'000'000,
                    {{"Buffer", "ns3::SharedBuffer[SizeBytes=20000000]"},
                     {"LeafSwitches", "ns3::SwitchTier[PathSelector=ns3::SprayPathSelector]"},
                     {"CoreSwitches",
                      "ns3::SwitchTier[Marker=ns3::NoMarker|PathSelector=ns3::DrillPathSelector]"},
                     {"CongestionControl", "ns3::NoCongestionControl"}},
                    Topology("FatTreeTopology", {{"K", "4"}}));
    EXPECT_EQ(FindParts("Buffer"),
              (Parts{{1, {"SharedBuffer 20000000"}},
                     {2, {"SharedBuffer 90000000"}},
                     {3, {"SharedBuffer 20000000"}}}));
    EXPECT_EQ(
        FindParts("PathSelector"),
        (Parts{{1, {"SprayPathSelector"}}, {2, {"EcmpPathSelector"}}, {3, {"DrillPathSelector"}}}));
    EXPECT_EQ(FindParts("Marker"),
              (Parts{{1, {"RedMarker"}}, {2, {"RedMarker"}}, {3, {"NoMarker"}}}));
    EXPECT_FALSE(m_network.KeepsOrder()) << "leaves spray";
}

TEST_F(SwitchTierTest, WhatWouldHaveNoEffectIsRefused)
{
    const auto refusal = [&](const Attributes& parts) {
        return MessageOf<InputError>([&] { Build("RoceFabric", parts, m_leafSpine); });
    };
    EXPECT_TRUE(Has(refusal({{"CoreSwitches", "ns3::SwitchTier[Marker=ns3::NoMarker]"}}),
                    "CoreSwitches: no switch of "));
    for (const std::string together : {"Conga", "Conweave", "Valiant"})
    {
        const std::string selector = "ns3::" + together + "PathSelector";
        for (const auto& [all, tier] :
             {std::pair<std::string, std::string>{"ns3::EcmpPathSelector", selector},
              {selector, "ns3::EcmpPathSelector"}})
        {
            const auto message =
                refusal({{"PathSelector", all},
                         {"SpineSwitches", "ns3::SwitchTier[PathSelector=" + tier + "]"}});
            EXPECT_TRUE(Begins(message, "PathSelector " + selector + " works only if all"));
        }
    }
    EXPECT_EQ(
        refusal({{"SpineSwitches", "ns3::SwitchTier[PathSelector=ns3::ScheduledPathSelector]"}})
            .find("PathSelector of a tier: is ns3::ScheduledPathSelector; expected one of"),
        0u);
    EXPECT_NE(refusal({{"Transport", "ns3::IdealTransport"},
                       {"LeafSwitches", "ns3::SwitchTier[Buffer=ns3::SharedBuffer]"}})
                  .find("a tier of switches has a Buffer, Marker or Stage of its own"),
              std::string::npos);
}

TEST_F(SwitchTierTest, ABoxThatIsAScheduledFabricByItselfMayBeATierAmongOthers)
{
    const Attributes spines{
        {"SpineSwitches", "ns3::SwitchTier[Stage=ns3::ScheduledBoxStage]"},
    };
    const Attributes leaves{{"Stage", "ns3::ScheduledBoxStage"},
                            {"LeafSwitches", "ns3::SwitchTier[Stage=ns3::NoStage]"}};
    for (const auto& parts : {spines, leaves})
    {
        Restart();
        Build("RoceFabric", parts, m_leafSpine);
        EXPECT_TRUE(m_network.KeepsOrder());
        for (const auto& fabricSwitch : m_network.fabricSwitches)
        {
            const bool isLeaf = SwitchContext::LeadsToHost(*fabricSwitch->GetPorts().front());
            const auto* const stage = fabricSwitch->GetStage();
            EXPECT_EQ(stage ? stage->GetName() : "", isLeaf ? "" : "ns3::ScheduledBoxStage");
        }
    }
    const auto refusal = [this](const Attributes& parts) {
        return MessageOf<InputError>([&] { Build("RoceFabric", parts, m_leafSpine); });
    };
    EXPECT_NE(refusal({{"Transport", "ns3::IdealTransport"}, spines.front()})
                  .find("a tier of switches has a Buffer, Marker or Stage of its own"),
              std::string::npos);
    EXPECT_EQ(refusal({{"SpineSwitches", "ns3::SwitchTier[Stage=ns3::ScheduledStage]"}})
                  .find("Stage ns3::ScheduledStage works only if all switches have it"),
              0u);
    EXPECT_EQ(
        refusal({{"Stage", "ns3::ScheduledStage"}, {"PathSelector", "ns3::SprayPathSelector"}}),
        "PathSelector ns3::SprayPathSelector does not work with Stage ns3::ScheduledStage, "
        "which chooses the links itself; expected one of them");
    // A manifest names all attributes of the default.
    Restart();
    Build("RoceFabric",
          {{"Stage", "ns3::ScheduledStage"},
           {"PathSelector", "ns3::EcmpPathSelector[Seed=0|SeedPerSwitch=true]"}},
          m_leafSpine);
    EXPECT_TRUE(m_network.KeepsOrder());
    Restart();
    EXPECT_NE(refusal({{"Stage", "ns3::ScheduledStage"},
                       {"PathSelector", "ns3::EcmpPathSelector[SeedPerSwitch=false]"}})
                  .find("which chooses the links itself"),
              std::string::npos);
}

/** Four hosts of two leaves send over one spine to a third leaf: 2 links into 1. */
TEST_F(SwitchTierTest, OnlySpinesDropIfTheyAloneAreShallow)
{
    const auto topology = Topology(
        "LeafSpineTopology",
        {{"Leaves", "3"}, {"Spines", "1"}, {"HostsPerLeaf", "2"}, {"UplinkRate", "100Gbps"}});
    for (const bool shallow : {false, true})
    {
        Restart();
        BuildWithSpines(shallow ? 100'000 : 64'000'000,
                        "FlowControl=ns3::NoFlowControl CongestionControl=ns3::NoCongestionControl "
                        "LossRecovery=ns3::SelectiveRepeat Marker=ns3::NoMarker "
                        "Buffer=ns3::SharedBuffer[SizeBytes=64000000]",
                        topology);
        uint64_t ofSpine = 0;
        m_network.fabricSwitches.back()->TraceConnectWithoutContext(
            "Drop",
            Callback<void, const FabricPacket&, DropReason>(
                [&ofSpine](const FabricPacket&, DropReason) { ++ofSpine; }));
        for (const std::string pair : {"0 4", "1 4", "2 5", "3 5"})
        {
            Add("IncastWorkload",
                {{"Hosts", pair.substr(0, 1)}, {"Target", pair.substr(2)}, {"Bytes", "400000"}});
        }
        Simulator::Run();
        EXPECT_EQ(ofSpine > 0, shallow);
        EXPECT_EQ(Statistics().drops, ofSpine);
    }
}
