// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "transport-settings.h"

#include "changed-attribute.h"
#include "switch-tier.h"

#include "ns3/create-part.h"
#include "ns3/fabric-switch.h"
#include "ns3/input-error.h"
#include "ns3/law-transport.h"
#include "ns3/object-factory.h"
#include "ns3/path-selector.h"
#include "ns3/switch-stage.h"

#include <set>
#include <string>

namespace ns3
{

namespace
{

using Names = std::set<std::string>;

/** Attributes of the NIC for any transport; all others are for queue pairs. */
const Names OF_ANY_TRANSPORT = {"MtuBytes", "Priority", "SlToVl", "PriorityToDscp"};

/** Further attributes of the NIC, for a transport with a congestion control. */
const Names OF_CONGESTION_CONTROL = {"AckPriority",
                                     "SourcePorts",
                                     "CnpInterval",
                                     "AckTimeout",
                                     "RetryCount",
                                     "ReceiveRate",
                                     "ReceiveBufferBytes",
                                     "ReceiveTrims"};

/** Attributes of the NIC for a transport without packets. */
const Names WITHOUT_PACKETS = {"MtuBytes", "Priority"};

/** Attributes of switches for a transport without packets. */
const Names OF_SWITCHES_WITHOUT_PACKETS = {"Latency", "CutThrough"};

/**
 * Throws if an attribute differs from its default.
 *
 * @param tid class that has the attribute
 * @param what feature that the transport lacks
 */
void
RequireDefault(const ObjectBase& object,
               TypeId tid,
               const std::string& name,
               const std::string& transport,
               const std::string& what)
{
    if (const auto text = FindChangedValue(object, tid, name))
    {
        throw InputError(tid.GetName().substr(5) + " " + name + ": is " + *text +
                         "; expected nothing, since " + transport + " has no " + what);
    }
}

/**
 * Throws if an attribute of a part differs from the default of the profile's class.
 *
 * @param part "Switch" or "Nic"
 * @param object the part
 * @param free attributes that may have any value
 */
void
RequireUsual(const FabricProfile& profile,
             const std::string& part,
             const Object& object,
             TypeId tid,
             const Names& free,
             const std::string& transport)
{
    TypeId::AttributeInformation ofProfile;
    profile.GetInstanceTypeId().LookupAttributeByName(part, &ofProfile);
    const auto* factory =
        dynamic_cast<const ObjectFactoryValue*>(PeekPointer(ofProfile.originalInitialValue));
    const auto usual = factory->Get().Create<Object>();
    for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        const auto info = tid.GetAttribute(i);
        if (free.count(info.name) > 0)
        {
            continue;
        }
        if (const auto text = FindOtherValue(object, *usual, info))
        {
            throw InputError(tid.GetName().substr(5) + " " + info.name + ": is " + *text +
                             "; expected nothing, since " + transport + " has no packets");
        }
    }
}

/** Throws if a fabric without packets sets a part that only affects packets. */
void
CheckWithoutPackets(const FabricProfile& profile, const std::string& transport)
{
    const TypeId type = profile.GetInstanceTypeId();
    for (const std::string name : {"FlowControl",
                                   "LinkRetry",
                                   "Arbiter",
                                   "InputArbiter",
                                   "Buffer",
                                   "Marker",
                                   "Stage",
                                   "Aggregation"})
    {
        RequireDefault(profile, type, name, transport, "packets");
    }
    const auto requireNoStage = [&](const ObjectFactory& selector) {
        if (CreatePart<PathSelector>(selector, "PathSelector of the fabric")->GetStage())
        {
            throw InputError(
                type.GetName().substr(5) + " PathSelector: is " + selector.GetTypeId().GetName() +
                "; expected a path selector that holds " + "no packets back, since the transport " +
                transport + " has no packets");
        }
    };
    requireNoStage(profile.pathSelector);
    for (const auto& factory : {profile.leafSwitches,
                                profile.spineSwitches,
                                profile.coreSwitches,
                                profile.borderSwitches})
    {
        const auto tier = CreatePart<SwitchTier>(factory, "Tier of the fabric");
        if (!SwitchTier::IsOfProfile(tier->buffer) || !SwitchTier::IsOfProfile(tier->marker) ||
            !SwitchTier::IsOfProfile(tier->stage))
        {
            throw InputError(type.GetName().substr(5) +
                             ": a tier of switches has a Buffer, Marker or Stage of its own; "
                             "expected none, since " +
                             transport + " has no packets");
        }
        if (!SwitchTier::IsOfProfile(tier->pathSelector))
        {
            requireNoStage(tier->pathSelector);
        }
    }
    for (const std::string name : {"RouteManager", "SubnetManager"})
    {
        TypeId::AttributeInformation info;
        if (type.LookupAttributeByName(name, &info))
        {
            RequireDefault(profile, type, name, transport, "packets");
        }
    }
    const auto specimen = CreatePart<FabricSwitch>(profile.fabricSwitch, "Switch of the fabric");
    RequireUsual(profile,
                 "Switch",
                 *specimen,
                 FabricSwitch::GetTypeId(),
                 OF_SWITCHES_WITHOUT_PACKETS,
                 transport);
}

} // namespace

void
CheckTransportSettings(const FabricProfile& profile,
                       const MessageTransport& transport,
                       const RdmaNic& nic)
{
    if (transport.HasQueuePairs())
    {
        return;
    }
    const std::string name = transport.GetInstanceTypeId().GetName();
    const bool controls = transport.HasCongestionControl();
    for (const std::string part :
         {"LossRecovery", "Adapter", "CongestionControl", "RetransmissionTimer", "EntropyPolicy"})
    {
        if (!controls || part == "LossRecovery" || part == "Adapter")
        {
            RequireDefault(profile, profile.GetInstanceTypeId(), part, name, "queue pairs");
        }
    }
    const TypeId nicType = RdmaNic::GetTypeId();
    for (std::size_t i = 0; i < nicType.GetAttributeN(); ++i)
    {
        const std::string attribute = nicType.GetAttribute(i).name;
        if (OF_ANY_TRANSPORT.count(attribute) == 0 &&
            !(controls && OF_CONGESTION_CONTROL.count(attribute) > 0))
        {
            RequireDefault(nic, nicType, attribute, name, "queue pairs");
        }
    }
    if (!transport.HasPackets())
    {
        RequireUsual(profile, "Nic", nic, RdmaNic::GetTypeId(), WITHOUT_PACKETS, name);
        CheckWithoutPackets(profile, name);
    }
}

bool
HasPackets(const FabricProfile& profile)
{
    if (!profile.transport.IsTypeIdSet())
    {
        return true;
    }
    const TypeId type = profile.transport.GetTypeId();
    return !type.IsChildOf(MessageTransport::GetTypeId()) || !type.HasConstructor() ||
           profile.transport.Create<MessageTransport>()->HasPackets();
}

bool
UsesLaw(const FabricProfile& profile)
{
    return profile.transport.IsTypeIdSet() &&
           profile.transport.GetTypeId() == LawTransport::GetTypeId();
}

std::string
GetReorderer(const FabricProfile& profile)
{
    const auto stage = CreatePart<SwitchStage>(profile.stage, "Stage of the fabric");
    if (stage->RestoresOrder())
    {
        return stage->GetName();
    }
    const auto selector =
        CreatePart<PathSelector>(profile.pathSelector, "PathSelector of the fabric");
    const SwitchStage* const brought = selector->GetStage();
    return brought && brought->RestoresOrder() ? brought->GetName() : "";
}

void
CheckLinksWithoutPackets(const FabricTopology& topology, const MessageTransport& transport)
{
    if (transport.HasPackets())
    {
        return;
    }
    for (const auto& link : topology.links)
    {
        if (link.errorRate > 0)
        {
            throw InputError("the link from " + topology.nodes[link.a].name + " to " +
                             topology.nodes[link.b].name + " loses packets, and " +
                             transport.GetInstanceTypeId().GetName() +
                             " has none; expected an error rate of 0");
        }
    }
}

} // namespace ns3
