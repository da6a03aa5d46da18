// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "profile-lanes.h"

#include "ns3/hop-classifier.h"
#include "ns3/link-flow-control.h"
#include "ns3/sl-to-vl-classifier.h"
#include "ns3/string.h"

namespace ns3
{

namespace
{

/** @return text of an attribute of the objects of a factory; empty if there is no such attribute */
std::string
GetText(const ObjectFactory& factory, const std::string& attribute)
{
    StringValue text;
    return factory.Create()->GetAttributeFailSafe(attribute, text) ? text.Get() : "";
}

/** @return map from service levels to lanes that switches have for all ports; empty: none */
std::string
GetSwitchMap(const ObjectFactory& fabricSwitch)
{
    const auto map = GetText(fabricSwitch, "SlToVl");
    ObjectFactoryValue classifier;
    if (!map.empty() || !fabricSwitch.Create()->GetAttributeFailSafe("Classifier", classifier) ||
        classifier.Get().GetTypeId() != SlToVlClassifier::GetTypeId())
    {
        return map;
    }
    return GetText(classifier.Get(), "Map");
}

} // namespace

ServiceLanes
GetServiceLanes(const FabricProfile& profile, const FabricTopology& topology)
{
    uint32_t dataLanes = PRIORITY_COUNT;
    uint32_t lossless = 0;
    const auto object = profile.flowControl.Create();
    if (const auto flowControl = DynamicCast<LinkFlowControl>(object))
    {
        dataLanes = flowControl->GetDataLanes();
        for (uint8_t lane = 0; lane < flowControl->GetLaneCount(); ++lane)
        {
            lossless |= (flowControl->IsLossless(lane) ? 1U : 0U) << lane;
        }
    }
    ServiceLanes lanes(dataLanes, lossless);
    ObjectFactoryValue classifier;
    if (profile.fabricSwitch.Create()->GetAttributeFailSafe("Classifier", classifier) &&
        classifier.Get().GetTypeId() == HopClassifier::GetTypeId())
    {
        lanes.SetByHop(topology);
    }
    if (const auto map = GetText(profile.nic, "SlToVl"); !map.empty())
    {
        lanes.SetHostMap(SlToVlMap(map, "RdmaNic SlToVl"));
    }
    if (const auto map = GetSwitchMap(profile.fabricSwitch); !map.empty())
    {
        lanes.SetSwitchMap(SlToVlMap(map, "FabricSwitch SlToVl"));
    }
    if (const auto file = GetText(profile.fabricSwitch, "SlToVlFile"); !file.empty())
    {
        for (const auto& map : ReadSlToVlFile(file, topology))
        {
            lanes.SetPairMap(map);
        }
    }
    return lanes;
}

} // namespace ns3
