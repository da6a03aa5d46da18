// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "transport-settings.h"

#include "changed-attribute.h"

#include "ns3/input-error.h"

#include <set>
#include <string>

namespace ns3
{

namespace
{

/** What every transport gets from its NIC; the rest is of queue pairs. */
const std::set<std::string> OF_ANY_TRANSPORT = {"MtuBytes", "Priority", "SlToVl", "PriorityToDscp"};

/** Throws if an attribute has another value than by default. @param tid class that has it */
void
RequireDefault(const ObjectBase& object, TypeId tid, const std::string& name, TypeId transport)
{
    if (const auto text = FindChangedValue(object, tid, name))
    {
        throw InputError(tid.GetName().substr(5) + " " + name + ": is " + *text +
                         "; expected nothing, since " + transport.GetName() +
                         " has no queue pairs");
    }
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
    const TypeId type = transport.GetInstanceTypeId();
    for (const std::string name : {"CongestionControl", "LossRecovery", "RetransmissionTimer"})
    {
        RequireDefault(profile, profile.GetInstanceTypeId(), name, type);
    }
    const TypeId nicType = RdmaNic::GetTypeId();
    for (std::size_t i = 0; i < nicType.GetAttributeN(); ++i)
    {
        const auto info = nicType.GetAttribute(i);
        if (OF_ANY_TRANSPORT.count(info.name) == 0)
        {
            RequireDefault(nic, nicType, info.name, type);
        }
    }
}

} // namespace ns3
