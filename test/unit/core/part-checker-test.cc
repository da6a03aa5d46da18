// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "has-text.h"

#include "ns3/collective-workload.h"
#include "ns3/config.h"
#include "ns3/input-error.h"
#include "ns3/object-factory.h"
#include "ns3/part-checker.h"
#include "ns3/roce-fabric.h"
#include "ns3/string.h"
#include "ns3/switch-tier.h"
#include "ns3/training-workload.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** @return what setting an attribute to a text says */
std::string
Say(Ptr<Object> object, const std::string& attribute, const std::string& text)
{
    return MessageOf<InputError>([&] { object->SetAttribute(attribute, StringValue(text)); });
}

/** @return text of an attribute */
std::string
Get(Ptr<Object> object, const std::string& attribute)
{
    StringValue value;
    object->GetAttribute(attribute, value);
    return value.Get();
}

const std::string CC = "CongestionControl";

} // namespace

TEST(PartChecker, ValueOutOfRangeIsNamedWithItsRange)
{
    const auto fabric = CreateObject<RoceFabric>();
    EXPECT_EQ(Say(fabric, CC, "ns3::Dcqcn[AlphaGain=7]"),
              "ns3::Dcqcn: AlphaGain: is \"7\"; expected a number (double 0:1)");
    for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
             {"AlphaGain=x", "a number"},
             {"AlphaGain=", "a number"},
             {"RateAi=40", ""},
             {"RateAi=40Qbps", "a rate with a unit"},
             {"RateAi=4 0Mbps", "a rate with a unit"},
             {"AlphaTimer=5 parsecs", "a time with a unit"},
             {"AlphaTimer=soon", "a time with a unit"},
             {"FastRecoverySteps=-1", "a whole number"},
             {"FastRecoverySteps=1.5", "a whole number"}})
    {
        const auto message = Say(fabric, CC, "ns3::Dcqcn[" + text + "]");
        EXPECT_EQ(message == "no error", expected.empty()) << text << ": " << message;
        EXPECT_TRUE(Has(message, expected)) << text << ": " << message;
    }
    EXPECT_EQ(Say(fabric, CC, "ns3::Dcqcn[AlphaGain=1|RateAi=40Mbps]"), "no error");
    EXPECT_EQ(Say(CreateObject<CollectiveWorkload>(), "Placement", "ns3::PackedPlacement[A=1]"),
              "ns3::PackedPlacement: has no attribute \"A\"; expected none");
}

TEST(PartChecker, MistypedNamesAreNamedWithWhatFits)
{
    const auto fabric = CreateObject<RoceFabric>();
    auto message = Say(fabric, CC, "ns3::Dcqcn[AlphaGian=0.1]");
    EXPECT_TRUE(Begins(message, "ns3::Dcqcn: has no attribute \"AlphaGian\"; expected one of "));
    EXPECT_TRUE(Has(message, "; did you mean AlphaGain?"));
    message = Say(fabric, CC, "ns3::Dcqnc");
    EXPECT_TRUE(Begins(message, "\"ns3::Dcqnc\" is not a registered class; expected one of ns3::"));
    EXPECT_TRUE(Has(message, "; did you mean ns3::Dcqcn?"));
    message = Say(fabric, CC, "ns3::RedMarker");
    EXPECT_TRUE(Begins(message,
                       "ns3::RedMarker is not derived from ns3::RdmaCongestionControl; "
                       "expected one of ns3::"));
    EXPECT_TRUE(Has(Say(fabric, CC, "ns3::Dcqcn[AlphaGain=0.5"), "does not end in ]"));
    EXPECT_TRUE(Has(Say(fabric, CC, "ns3::Dcqcn[AlphaGain]"), "has no ="));
}

// ns-3 reads a part within a part up to the first bracket that closes.
TEST(PartChecker, PartsMayHaveParts)
{
    const auto fabric = CreateObject<RoceFabric>();
    const std::string tier = "ns3::SwitchTier[Buffer=ns3::SharedBuffer[LossyAlpha=2|TrimSizeBytes="
                             "128|]|Marker=ns3::NoMarker[]|]";
    EXPECT_EQ(Say(fabric, "LeafSwitches", tier), "no error");
    EXPECT_EQ(Get(fabric, "LeafSwitches"), tier);
    const auto made = fabric->leafSwitches.Create<SwitchTier>();
    EXPECT_EQ(Get(made, "Buffer"), "ns3::SharedBuffer[LossyAlpha=2|TrimSizeBytes=128|]");
    EXPECT_TRUE(Begins(
        Say(fabric, "LeafSwitches", "ns3::SwitchTier[Buffer=ns3::SharedBuffer[LossyAlpha=-2]]"),
        "ns3::SwitchTier: Buffer: ns3::SharedBuffer: LossyAlpha: is \"-2\"; expected "
        "a number (double "));
}

// Objects that come from one text are as many as those that hold them.
TEST(PartChecker, PointersAreCheckedAndNotShared)
{
    const auto job = CreateObject<TrainingWorkload>();
    EXPECT_TRUE(Begins(Say(job, "Placement", "ns3::RedMarker"),
                       "ns3::RedMarker is not derived from ns3::RankPlacement; "));
    EXPECT_TRUE(Begins(Say(job, "Placement", "ns3::RankPlacement"),
                       "ns3::RankPlacement cannot be created; "));
    const auto factory = ReadPart("ns3::TrainingWorkload[Placement=ns3::PackedPlacement]",
                                  FabricWorkload::GetTypeId());
    PointerValue first;
    PointerValue second;
    factory.Create()->GetAttribute("Placement", first);
    factory.Create()->GetAttribute("Placement", second);
    EXPECT_NE(first.GetObject(), second.GetObject());
}

// A factory read by ns-3 holds values that ns-3 has not checked.
TEST(PartChecker, FactoriesAreCheckedWhateverTheyCameFrom)
{
    ObjectFactory factory;
    std::istringstream("ns3::Dcqcn[AlphaGain=7]") >> factory;
    const auto fabric = CreateObject<RoceFabric>();
    EXPECT_EQ(MessageOf<InputError>([&] { fabric->SetAttribute(CC, ObjectFactoryValue(factory)); }),
              "ns3::Dcqcn: AlphaGain: is \"7\"; expected a number (double 0:1)");
    EXPECT_THROW(Config::SetDefault("ns3::RoceFabric::CongestionControl",
                                    StringValue("ns3::Dcqcn[AlphaGain=7]")),
                 InputError);
}

// Every attribute of ours that holds a part.
TEST(PartChecker, IsThatOfEveryPart)
{
    int parts = 0;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        for (std::size_t k = 0; tid.GetGroupName() == "AiFabric" && k < tid.GetAttributeN(); ++k)
        {
            const auto info = tid.GetAttribute(k);
            const auto value = info.checker->Create();
            const bool isPart = dynamic_cast<const ObjectFactoryValue*>(PeekPointer(value)) ||
                                dynamic_cast<const PointerValue*>(PeekPointer(value));
            if (isPart && (info.flags & TypeId::ATTR_CONSTRUCT))
            {
                ++parts;
                EXPECT_THROW(info.checker->CreateValidValue(StringValue("ns3::RoceFabirc")),
                             InputError)
                    << tid.GetName() << "::" << info.name;
            }
        }
    }
    EXPECT_GT(parts, 60);
}

TEST(InputErrorDeathTest, ThatNobodyCatchesEndsTheProgramWithItsLine)
{
    const auto run = []() noexcept {
        CreateObject<RoceFabric>()->SetAttribute(CC, StringValue("ns3::Dcqcn[AlphaGain=7]"));
    };
    EXPECT_EXIT(run(),
                testing::ExitedWithCode(2),
                "^ns3::Dcqcn: AlphaGain: is \"7\"; expected a number .double 0:1.\n$");
    const auto fail = [] { throw 1; };
    EXPECT_EXIT([&fail]() noexcept { fail(); }(), testing::KilledBySignal(SIGABRT), "");
}
