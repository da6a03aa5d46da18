// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/entropy-policy.h"
#include "ns3/input-error.h"
#include "ns3/loss-recovery.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/prepared-factory.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-congestion-control.h"
#include "ns3/retransmission-timer.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Has an attribute of each kind that is special, and notes the order of the setters. */
class PreparedThing : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::PreparedThing")
                .SetParent<Object>()
                .HideFromDocumentation()
                .AddConstructor<PreparedThing>()
                .AddAttribute("First",
                              "A number.",
                              UintegerValue(1),
                              MakeUintegerAccessor(&PreparedThing::SetFirst),
                              MakeUintegerChecker<uint32_t>(0, 9))
                .AddAttribute("Second",
                              "Another one, as text.",
                              StringValue("0.1"),
                              MakeDoubleAccessor(&PreparedThing::SetSecond),
                              MakeDoubleChecker<double>())
                .AddAttribute("Random",
                              "An object of its own.",
                              StringValue("ns3::UniformRandomVariable[Min=2|Max=3]"),
                              MakePointerAccessor(&PreparedThing::random),
                              MakePointerChecker<RandomVariableStream>())
                .AddAttribute("Later",
                              "Nothing that a constructor sets.",
                              TypeId::ATTR_GET | TypeId::ATTR_SET,
                              UintegerValue(4),
                              MakeUintegerAccessor(&PreparedThing::later),
                              MakeUintegerChecker<uint32_t>());
        return tid;
    }

    void NotifyConstructionCompleted() override
    {
        calls += "end";
        Object::NotifyConstructionCompleted();
    }

    void SetFirst(uint32_t value)
    {
        if (value == 9)
        {
            throw InputError("nine");
        }
        calls += "first ";
        first = value;
    }

    void SetSecond(double value)
    {
        calls += "second ";
        second = value;
    }

    std::string calls; //!< of setters
    uint32_t first{0};
    double second{0};
    uint32_t later{7};
    Ptr<RandomVariableStream> random;
};

NS_OBJECT_ENSURE_REGISTERED(PreparedThing);

/** Is copied, and counts the objects that were not. */
class CopiedThing : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::CopiedThing")
                                .SetParent<Object>()
                                .HideFromDocumentation()
                                .AddConstructor<CopiedThing>()
                                .AddAttribute("Value",
                                              "A number.",
                                              UintegerValue(1),
                                              MakeUintegerAccessor(&CopiedThing::value),
                                              MakeUintegerChecker<uint32_t>());
        return tid;
    }

    CopiedThing()
    {
        ++constructed;
    }

    static uint32_t constructed; //!< number of objects that are not copies
    uint32_t value;
};

uint32_t CopiedThing::constructed{0};

NS_OBJECT_ENSURE_REGISTERED(CopiedThing);

const CopiesAsNew<CopiedThing> g_copiesCopiedThing;

/** @return what an object was made with, by attribute; objects by class */
std::map<std::string, std::string>
Describe(const Object& object)
{
    std::map<std::string, std::string> texts;
    for (TypeId tid = object.GetInstanceTypeId(); tid != ObjectBase::GetTypeId();
         tid = tid.GetParent())
    {
        for (size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const auto attribute = tid.GetAttribute(i);
            const auto wanted = TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT;
            if ((attribute.flags & wanted) != wanted || !attribute.accessor->HasGetter())
            {
                continue;
            }
            const auto value = attribute.checker->Create();
            std::string& text = texts[tid.GetAttributeFullName(i)];
            if (!attribute.accessor->Get(&object, *value))
            {
                text = "none";
            }
            else if (const auto* pointer = dynamic_cast<const PointerValue*>(PeekPointer(value)))
            {
                const auto part = pointer->GetObject();
                text = part ? part->GetInstanceTypeId().GetName() : "null";
            }
            else
            {
                text = value->SerializeToString(attribute.checker);
            }
        }
    }
    return texts;
}

/** @return all classes of this project of a kind */
std::vector<TypeId>
GetClasses(TypeId parent)
{
    std::vector<TypeId> classes;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        if (tid.HasConstructor() && tid.IsChildOf(parent) && tid.GetGroupName() == "AiFabric")
        {
            classes.push_back(tid);
        }
    }
    return classes;
}

} // namespace

TEST(PreparedFactory, MakesEveryPolicyAsTheObjectFactory)
{
    for (const TypeId& parent : {RdmaCongestionControl::GetTypeId(),
                                 LossRecovery::GetTypeId(),
                                 RetransmissionTimer::GetTypeId(),
                                 EntropyPolicy::GetTypeId()})
    {
        const auto all = GetClasses(parent);
        EXPECT_FALSE(all.empty()) << parent.GetName();
        for (const TypeId& tid : all)
        {
            const ObjectFactory factory(tid.GetName());
            const PreparedFactory prepared(factory);
            const auto expected = Describe(*factory.Create<Object>());
            for (int round = 0; round < 2; ++round)
            {
                const auto one = prepared.Create<Object>();
                EXPECT_EQ(one->GetInstanceTypeId(), tid);
                EXPECT_EQ(Describe(*one), expected) << tid.GetName();
            }
        }
    }
}

// The prepared factory has all values of the factory of a congestion control: each attribute once
// with a text of its kind, as far as it takes that.
TEST(PreparedFactory, MakesEveryCongestionControlWithWhatItIsGiven)
{
    const std::map<std::string, std::string> texts{{"ns3::BooleanValue", "true"},
                                                   {"ns3::DataRateValue", "7Gbps"},
                                                   {"ns3::DoubleValue", "0.5"},
                                                   {"ns3::IntegerValue", "1"},
                                                   {"ns3::TimeValue", "3us"},
                                                   {"ns3::UintegerValue", "1"}};
    uint32_t given = 0;
    for (const TypeId& tid : GetClasses(RdmaCongestionControl::GetTypeId()))
    {
        for (size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const auto attribute = tid.GetAttribute(i);
            const auto text = texts.find(attribute.checker->GetValueTypeName());
            if (text == texts.end() || !(attribute.flags & TypeId::ATTR_CONSTRUCT) ||
                !attribute.checker->CreateValidValue(StringValue(text->second)))
            {
                continue;
            }
            ObjectFactory factory(tid.GetName());
            factory.Set(attribute.name, StringValue(text->second));
            EXPECT_EQ(Describe(*PreparedFactory(factory).Create<Object>()),
                      Describe(*factory.Create<Object>()))
                << tid.GetName() << " " << attribute.name;
            ++given;
        }
    }
    EXPECT_GT(given, 50u);
}

TEST(PreparedFactory, CallsSettersInTheOrderOfAttributesAndThenTheEnd)
{
    const PreparedFactory prepared(ObjectFactory("ns3::PreparedThing", "Second", DoubleValue(0.7)));
    const auto thing = prepared.Create<PreparedThing>();
    EXPECT_EQ(thing->calls, "first second end");
    EXPECT_EQ(thing->first, 1u);
    EXPECT_EQ(thing->second, 0.7);
    EXPECT_EQ(thing->later, 7u);
}

// A text that stands for an object makes one for each, and takes one stream each of those that ns-3
// numbers by itself; to prepare takes none.
TEST(PreparedFactory, ObjectsAsTextsAreMadeForEach)
{
    const uint64_t before = RngSeedManager::GetNextStreamIndex();
    const PreparedFactory prepared{ObjectFactory("ns3::PreparedThing")};
    const auto one = prepared.Create<PreparedThing>();
    const auto other = prepared.Create<PreparedThing>();
    EXPECT_EQ(RngSeedManager::GetNextStreamIndex(), before + 3);
    ASSERT_TRUE(one->random);
    EXPECT_NE(one->random, other->random);
    EXPECT_GE(other->random->GetValue(), 2);
}

// An object that is given is that of all, as in an ObjectFactory.
TEST(PreparedFactory, ObjectsAreSharedIfGiven)
{
    const auto random = CreateObject<UniformRandomVariable>();
    const PreparedFactory prepared(
        ObjectFactory("ns3::PreparedThing", "Random", PointerValue(random)));
    EXPECT_EQ(prepared.Create<PreparedThing>()->random, random);
    EXPECT_EQ(prepared.Create<PreparedThing>()->random, random);
}

TEST(PreparedFactory, FollowsDefaultsWhenAsked)
{
    PreparedFactory prepared{ObjectFactory("ns3::PreparedThing")};
    PreparedFactory given(ObjectFactory("ns3::PreparedThing", "First", UintegerValue(3)));
    const PreparedFactory copy = prepared;
    Config::SetDefault("ns3::PreparedThing::First", UintegerValue(5));
    EXPECT_EQ(prepared.Create<PreparedThing>()->first, 1u);
    EXPECT_EQ(prepared.CreateCurrent<PreparedThing>()->first, 5u);
    EXPECT_EQ(prepared.Create<PreparedThing>()->first, 5u);
    EXPECT_EQ(given.CreateCurrent<PreparedThing>()->first, 3u);
    EXPECT_EQ(copy.Create<PreparedThing>()->first, 1u);
    Config::SetDefault("ns3::PreparedThing::First", UintegerValue(1));
    EXPECT_EQ(prepared.CreateCurrent<PreparedThing>()->first, 1u);
}

TEST(PreparedFactory, LooksOnceWhileDefaultsAreFixed)
{
    PreparedFactory prepared{ObjectFactory("ns3::PreparedThing")};
    {
        const PreparedFactory::FixedDefaults fixed;
        EXPECT_EQ(prepared.CreateCurrent<PreparedThing>()->first, 1u);
        // Against the rule, to see that it does not look.
        Config::SetDefault("ns3::PreparedThing::First", UintegerValue(5));
        EXPECT_EQ(prepared.CreateCurrent<PreparedThing>()->first, 1u);
    }
    EXPECT_EQ(prepared.CreateCurrent<PreparedThing>()->first, 5u);
    {
        const PreparedFactory::FixedDefaults fixed;
        Config::SetDefault("ns3::PreparedThing::First", UintegerValue(1));
        EXPECT_EQ(prepared.CreateCurrent<PreparedThing>()->first, 1u);
    }
}

TEST(PreparedFactory, CopiesObjectsOfClassesWhoseCopiesAreAsNew)
{
    PreparedFactory prepared(ObjectFactory("ns3::CopiedThing", "Value", UintegerValue(3)));
    EXPECT_TRUE(prepared.IsCopying());
    EXPECT_FALSE(PreparedFactory(ObjectFactory("ns3::PreparedThing")).IsCopying());
    CopiedThing::constructed = 0;
    const auto one = prepared.Create<CopiedThing>();
    one->value = 7;
    const auto other = prepared.CreateCurrent<CopiedThing>();
    EXPECT_EQ(other->value, 3u);
    EXPECT_EQ(prepared.Look<CopiedThing>().value, 3u);
    EXPECT_EQ(other->GetInstanceTypeId(), CopiedThing::GetTypeId());
    EXPECT_EQ(CopiedThing::constructed, 1u);
}

TEST(PreparedFactory, IsOfItsClass)
{
    EXPECT_FALSE(PreparedFactory().IsTypeIdSet());
    EXPECT_FALSE(PreparedFactory(ObjectFactory()).IsTypeIdSet());
    const PreparedFactory prepared{ObjectFactory("ns3::PreparedThing")};
    EXPECT_TRUE(prepared.IsTypeIdSet());
    EXPECT_EQ(prepared.GetTypeId(), PreparedThing::GetTypeId());
    EXPECT_TRUE(prepared.Create<PreparedThing>()->GetObject<Object>(PreparedThing::GetTypeId()));
}
