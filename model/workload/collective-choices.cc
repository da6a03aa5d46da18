// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-choices.h"

#include "ns3/all-to-all-collectives.h"
#include "ns3/boolean.h"
#include "ns3/direct-collectives.h"
#include "ns3/logarithmic-collectives.h"
#include "ns3/part-checker.h"
#include "ns3/ring-collectives.h"
#include "ns3/tree-collectives.h"

#include <string>

namespace ns3
{

namespace
{

/** An operation: its names and its default algorithm. */
struct Description
{
    const char* words;     //!< for people
    const char* attribute; //!< name of the attribute
    TypeId (*getType)();   //!< default algorithm
};

const Description DESCRIPTIONS[] = {
    {"all-reduce", "AllReduce", &RingAllReduce::GetTypeId},
    {"all-gather", "AllGather", &RingAllGather::GetTypeId},
    {"reduce-scatter", "ReduceScatter", &RingReduceScatter::GetTypeId},
    {"all-to-all", "AllToAll", &TwoLevelAllToAll::GetTypeId},
    {"broadcast", "Broadcast", &RingBroadcast::GetTypeId},
    {"reduce", "Reduce", &BinomialTreeReduce::GetTypeId},
    {"gather", "Gather", &DirectGather::GetTypeId},
    {"scatter", "Scatter", &DirectScatter::GetTypeId},
    {"barrier", "Barrier", &DisseminationBarrier::GetTypeId},
    {"ring", nullptr, nullptr},
    {"dispatch", nullptr, nullptr},
    {"combine", nullptr, nullptr},
};

const Description&
Describe(CollectiveOperation operation)
{
    return DESCRIPTIONS[static_cast<std::size_t>(operation)];
}

} // namespace

const char*
GetName(CollectiveOperation operation)
{
    return Describe(operation).words;
}

const char*
CollectiveChoices::GetAttribute(CollectiveOperation operation)
{
    return Describe(operation).attribute;
}

void
CollectiveChoices::Set(CollectiveOperation operation, const ObjectFactory& factory)
{
    m_factories.at(static_cast<std::size_t>(operation)) = factory;
    m_declared.at(static_cast<std::size_t>(operation)) = true;
}

void
CollectiveChoices::Add(TypeId tid,
                       CollectiveOperation operation,
                       Ptr<const AttributeAccessor> accessor)
{
    const auto& description = Describe(operation);
    ObjectFactory usual(description.getType().GetName());
    if (operation == CollectiveOperation::ALL_TO_ALL)
    {
        usual.Set("OnlyIfRailsApart", BooleanValue(true));
    }
    tid.AddAttribute(description.attribute,
                     std::string("Algorithm of each ") + description.words +
                         ": an ns3::CollectiveAlgorithm with its attributes.",
                     ObjectFactoryValue(usual),
                     accessor,
                     MakePartChecker(description.getType()));
}

} // namespace ns3
