// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ecn-marker.h"

#include "ns3/boolean.h"
#include "ns3/fabric-net-device.h"
#include "ns3/log.h"
#include "ns3/random-draws.h"
#include "ns3/switch-context.h"

#include <mutex>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("EcnMarker");

NS_OBJECT_ENSURE_REGISTERED(EcnMarker);

TypeId
EcnMarker::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EcnMarker")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddAttribute("AtEnqueue",
                          "true: mark a packet on arrival, by the bytes that wait before it. "
                          "false: mark it when it leaves, by the bytes that still wait behind it.",
                          BooleanValue(false),
                          ReadOnce(MakeBooleanAccessor(&EcnMarker::m_atEnqueue)),
                          MakeBooleanChecker())
            .AddAttribute("SkipsHosts",
                          "Ports to hosts do not mark, so that a mark tells of a path that "
                          "another one may avoid. Not for markers of tags.",
                          BooleanValue(false),
                          ReadOnce(MakeBooleanAccessor(&EcnMarker::m_skipsHosts)),
                          MakeBooleanChecker());
    return tid;
}

void
EcnMarker::Attach(SwitchContext& context)
{
    if (m_skipsHosts)
    {
        for (const auto& port : context.GetPorts())
        {
            m_toHost.push_back(SwitchContext::LeadsToHost(*port));
        }
    }
    DoAttach(context);
}

bool
EcnMarker::IsToHost(const MarkingEvent& event) const
{
    const size_t port = event.port ? event.port->GetPortNumber() : m_toHost.size();
    return port < m_toHost.size() && m_toHost[port];
}

void
EcnMarker::AssignPortStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_stream = stream;
    m_randoms.clear();
}

UniformRandomVariable&
EcnMarker::GetRandom(const MarkingEvent& event)
{
    RandomDraws::Note();
    const size_t port = event.port ? event.port->GetPortNumber() : 0;
    if (port >= m_randoms.size())
    {
        m_randoms.resize(port + 1);
    }
    auto& random = m_randoms[port];
    if (!random)
    {
        // The marker of another switch may do this on another thread, and ns-3 keeps attributes and
        // the seed in global variables.
        static std::mutex mutex;
        const std::lock_guard<std::mutex> lock(mutex);
        random = CreateObject<UniformRandomVariable>();
        if (m_stream >= 0)
        {
            const RandomDraws::Scope scope(DrawKind::MARKS);
            const uint64_t draw = port < m_drawOfPort.size() ? m_drawOfPort[port] : port;
            random->SetStream(NameStream(m_stream, "port", draw));
        }
    }
    return *random;
}

bool
EcnMarker::DoCanMark() const
{
    return true;
}

void
EcnMarker::DoValidate() const
{
}

const RateProfiles*
EcnMarker::DoGetRateProfiles() const
{
    return nullptr;
}

int64_t
EcnMarker::DoAssignStreams(int64_t)
{
    return 0;
}

void
EcnMarker::DoAttach(SwitchContext&)
{
}

bool
EcnMarker::DoSeesEveryPacket() const
{
    return false;
}

bool
EcnMarker::DoJudgePacket(const MarkingEvent&, FabricPacket&)
{
    return false;
}

} // namespace ns3
