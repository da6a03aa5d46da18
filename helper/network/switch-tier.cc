// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "switch-tier.h"

#include "ns3/ecn-marker.h"
#include "ns3/part-checker.h"
#include "ns3/path-selector.h"
#include "ns3/switch-buffer.h"
#include "ns3/switch-stage.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SwitchTier);

namespace
{

/** @return factory that stands for the part of the profile */
ObjectFactory
AsProfile(TypeId family)
{
    ObjectFactory factory;
    factory.SetTypeId(family);
    return factory;
}

} // namespace

TypeId
SwitchTier::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SwitchTier")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddConstructor<SwitchTier>()
            .AddAttribute("Buffer",
                          "Buffer of every switch of the tier, instead of the fabric's.",
                          ObjectFactoryValue(AsProfile(SwitchBuffer::GetTypeId())),
                          MakeObjectFactoryAccessor(&SwitchTier::buffer),
                          MakePartChecker(SwitchBuffer::GetTypeId()))
            .AddAttribute("Marker",
                          "ECN marker of every switch of the tier, instead of the fabric's.",
                          ObjectFactoryValue(AsProfile(EcnMarker::GetTypeId())),
                          MakeObjectFactoryAccessor(&SwitchTier::marker),
                          MakePartChecker(EcnMarker::GetTypeId()))
            .AddAttribute("PathSelector",
                          "Path selector of every switch of the tier, instead of the fabric's. It "
                          "must choose for its switch alone.",
                          ObjectFactoryValue(AsProfile(PathSelector::GetTypeId())),
                          MakeObjectFactoryAccessor(&SwitchTier::pathSelector),
                          MakePartChecker(PathSelector::GetTypeId()))
            .AddAttribute("Stage",
                          "Stage of every switch of the tier, instead of the fabric's. It must "
                          "work for its switch alone.",
                          ObjectFactoryValue(AsProfile(SwitchStage::GetTypeId())),
                          MakeObjectFactoryAccessor(&SwitchTier::stage),
                          MakePartChecker(SwitchStage::GetTypeId()));
    return tid;
}

} // namespace ns3
