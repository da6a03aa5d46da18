// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/failure-of-links.h"
#include "ns3/link-outage.h"
#include "ns3/simulator.h"

namespace ns3
{

/** A transceiver wears out: from Start to Stop its link flaps, and each time up is half the last.
 */
class OwnFailure : public FailureOfLinks
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::OwnFailure")
                                .SetParent<FailureOfLinks>()
                                .AddConstructor<OwnFailure>()
                                .AddAttribute("DownTime",
                                              "Duration of each outage.",
                                              TimeValue(MicroSeconds(100)),
                                              MakeTimeAccessor(&OwnFailure::m_downTime),
                                              MakeTimeChecker(MicroSeconds(1)))
                                .AddAttribute("UpTime",
                                              "Time between the first two outages.",
                                              TimeValue(MilliSeconds(1)),
                                              MakeTimeAccessor(&OwnFailure::m_upTime),
                                              MakeTimeChecker(MicroSeconds(0)));
        return tid;
    }

  private:
    void DoInstall(const SharedNetwork& network) const override
    {
        const Ptr<const OwnFailure> self(this);
        Time up = m_upTime;
        for (Time begin = GetStart(); begin < GetStop(); begin += m_downTime + up, up = up / 2)
        {
            const Time end = std::min(begin + m_downTime, GetStop());
            Simulator::Schedule(begin, [self, network] { self->Begin(*network); });
            Simulator::Schedule(end, [self, network] { self->End(*network); });
        }
    }

    void DoChange(const FabricNetwork& network, uint32_t link, bool begins) const override
    {
        SetLinkDown(network, link, begins);
    }

    Time m_downTime;
    Time m_upTime;
};

NS_OBJECT_ENSURE_REGISTERED(OwnFailure);

} // namespace ns3
