// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "patched-timely.h"

#include "ns3/log.h"
#include "ns3/prepared-factory.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PatchedTimely");

NS_OBJECT_ENSURE_REGISTERED(PatchedTimely);

static const CopiesAsNew<PatchedTimely> g_copiesPatchedTimely;

TypeId
PatchedTimely::GetTypeId()
{
    static TypeId tid = [] {
        Defaults defaults;
        defaults.beta = 0.008;
        return AddAttributes(TypeId("ns3::PatchedTimely")
                                 .SetParent<RdmaCongestionControl>()
                                 .SetGroupName("AiFabric")
                                 .AddConstructor<PatchedTimely>(),
                             defaults)
            .AddAttribute("ReferenceRtt",
                          "The RTT whose excess decreases the rate; Tlow in the paper.",
                          TimeValue(MicroSeconds(50)),
                          ReadOnce(MakeTimeAccessor(&PatchedTimely::m_referenceRtt)),
                          MakeTimeChecker(NanoSeconds(1)));
    }();
    return tid;
}

void
PatchedTimely::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_referencePs = static_cast<double>(m_referenceRtt.GetPicoSeconds());
    RdmaTimely::DoStart();
}

double
PatchedTimely::DoFollowGradient(double ratebps, double gradient, int64_t rttPs) const
{
    const double weight = std::clamp(2 * gradient + 0.5, 0.0, 1.0);
    const double error = (rttPs - m_referencePs) / m_referencePs;
    return m_delta * (1 - weight) + ratebps * (1 - m_beta * weight * error);
}

} // namespace ns3
