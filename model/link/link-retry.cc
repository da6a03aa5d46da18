// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-retry.h"

#include "ns3/input-error.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinkRetry");

NS_OBJECT_ENSURE_REGISTERED(LinkRetry);

namespace
{

/** Registers both kinds at once, so that their numbers do not depend on the order of use. */
const PacketKind g_kinds[] = {LinkRetry::GetControlKind(), LinkRetry::GetReplayKind()};

} // namespace

TypeId
LinkRetry::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LinkRetry")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddTraceSource("Replay",
                            "The port begins to send frames again: number of the first frame, "
                            "and how many.",
                            MakeTraceSourceAccessor(&LinkRetry::m_replayTrace),
                            "ns3::LinkRetry::ReplayTracedCallback")
            .AddTraceSource("Restart",
                            "The port gives up frames that are not acknowledged, and numbers the "
                            "next frames behind them.",
                            MakeTraceSourceAccessor(&LinkRetry::m_restartTrace),
                            "ns3::LinkRetry::RestartTracedCallback");
    return tid;
}

PacketKind
LinkRetry::GetControlKind()
{
    static const PacketKind kind = RegisterLinkControl("link retry acknowledgement");
    return kind;
}

PacketKind
LinkRetry::GetReplayKind()
{
    static const PacketKind kind = RegisterLinkControl("replayed frame");
    return kind;
}

void
LinkRetry::DoDispose()
{
    m_port = nullptr;
    Object::DoDispose();
}

void
LinkRetry::Start(const LinkRetry* peer)
{
    NS_LOG_FUNCTION(this);
    if (!peer || peer->GetInstanceTypeId() != GetInstanceTypeId())
    {
        throw InputError("LinkRetry: one end of a link has " + GetInstanceTypeId().GetName() +
                         " and the other end does not; expected the same at both ends");
    }
    DoStart();
    NotifyRead("its link was completed");
}

void
LinkRetry::DoNotifyRate(int64_t)
{
}

bool
LinkRetry::DoLacksFrames() const
{
    return false;
}

bool
LinkRetry::DoIsNeeded() const
{
    return true;
}

} // namespace ns3
