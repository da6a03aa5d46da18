// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// What every congestion control owes its sender, whatever happens: a rate in (0, line rate], a
// window of at least a byte, and an outcome that does not depend on how often it is looked at.

#include "congestion-events.h"
#include "words.h"

#include "ns3/object-factory.h"
#include "ns3/telemetry-digest.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** @return the names of all congestion controls that can be created */
std::vector<std::string>
GetAll()
{
    std::vector<std::string> names;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        if (tid.IsChildOf(RdmaCongestionControl::GetTypeId()) && tid.HasConstructor())
        {
            names.push_back(tid.GetName());
        }
    }
    return names;
}

/** Telemetry of a path that changes now and then, mostly with sense. */
class WildPath
{
  public:
    /**
     * @param engine of chance
     * @param nowPs the time
     * @return what a packet collects
     */
    const TelemetryStack* Report(std::mt19937_64& engine, int64_t nowPs)
    {
        if (m_stack.count == 0 || engine() % 50 == 0)
        {
            m_stack.count = engine() % (TelemetryStack::MAX_HOPS + 1);
            m_stack.path = engine() % 8;
            for (uint32_t i = 0; i < m_stack.count; ++i)
            {
                m_stack.hops[i] = {0, engine() % 1'000'000, 0, (1 + engine() % 800) * GBPS};
            }
        }
        for (uint32_t i = 0; i < m_stack.count; ++i)
        {
            TelemetryHop& hop = m_stack.hops[i];
            hop.timePs = nowPs - static_cast<int64_t>(engine() % 3) * US;
            hop.sentBytes += engine() % 3 ? engine() % 200'000 : 0;
            hop.queueBytes = engine() % 3 ? engine() % 2'000'000 : 0;
        }
        return engine() % 10 ? &m_stack : nullptr;
    }

    /** @param engine of chance @return what a packet collects instead */
    const TelemetryDigest* Digest(std::mt19937_64& engine)
    {
        m_digest.code = engine() % 256;
        return engine() % 10 ? &m_digest : nullptr;
    }

  private:
    TelemetryStack m_stack;
    TelemetryDigest m_digest;
};

/** Random events for two of a kind, of which one is looked at in between. */
class Storm
{
  public:
    Storm(const std::string& type, uint64_t seed)
        : m_engine(seed)
    {
        ObjectFactory factory(type);
        m_cc = factory.Create<RdmaCongestionControl>();
        m_watched = factory.Create<RdmaCongestionControl>();
        const uint64_t linesbps[] = {10 * GBPS, 100 * GBPS, 800 * GBPS};
        const int64_t rttsPs[] = {0, 2 * US, 8 * US, 100 * US};
        m_context = {7 * US, linesbps[m_engine() % 3], rttsPs[m_engine() % 4], 1000};
        m_nowPs = m_context.nowPs;
        m_cc->AssignStreams(1);
        m_watched->AssignStreams(1);
        m_cc->Start(m_context);
        m_watched->Start(m_context);
    }

    void Step()
    {
        const auto gapPs = static_cast<int64_t>(m_engine() % (m_engine() % 20 ? US : 900 * US));
        for (int look = 1; look <= 4; ++look)
        {
            m_watched->GetRatebps(m_nowPs + look * gapPs / 5);
        }
        m_nowPs += gapPs;
        const uint64_t choice = m_engine() % 100;
        if (choice < 40)
        {
            m_inflightBytes += 1000;
            m_cc->NotifySent(m_nowPs, 1098);
            m_watched->NotifySent(m_nowPs, 1098);
        }
        else if (choice < 90)
        {
            const uint64_t acked = 1 + m_engine() % 8000;
            m_inflightBytes -= std::min(m_inflightBytes, acked);
            AckEvent event{m_nowPs,
                           static_cast<int64_t>(m_engine() % (m_engine() % 9 ? 80 : 2000)) * US,
                           acked,
                           m_inflightBytes,
                           m_engine() % 3 == 0,
                           m_path.Report(m_engine, m_nowPs)};
            event.digest = m_path.Digest(m_engine);
            event.field = m_engine();
            m_cc->NotifyAck(event);
            m_watched->NotifyAck(event);
        }
        else if (choice < 93)
        {
            const auto rttPs = static_cast<int64_t>(m_engine() % 200) * US;
            m_cc->NotifyProbe(m_nowPs, rttPs);
            m_watched->NotifyProbe(m_nowPs, rttPs);
        }
        else if (choice < 95)
        {
            const auto rttPs = static_cast<int64_t>(m_engine() % 200) * US;
            const SwitchNotice notice{m_nowPs, rttPs, m_engine()};
            m_cc->NotifyNotice(notice);
            m_watched->NotifyNotice(notice);
            EXPECT_EQ(m_watched->MakeTag(m_nowPs, m_inflightBytes),
                      m_cc->MakeTag(m_nowPs, m_inflightBytes));
        }
        else if (choice < 97)
        {
            m_cc->NotifyCnp(m_nowPs);
            m_watched->NotifyCnp(m_nowPs);
        }
        else
        {
            const LossEvent event{m_nowPs, m_engine() % 2 == 0};
            m_cc->NotifyLoss(event);
            m_watched->NotifyLoss(event);
        }
    }

    std::mt19937_64 m_engine;
    WildPath m_path;
    Ptr<RdmaCongestionControl> m_cc;
    Ptr<RdmaCongestionControl> m_watched;
    CongestionContext m_context{};
    int64_t m_nowPs{0};
    uint64_t m_inflightBytes{0};
};

} // namespace

TEST(CongestionControlProperty, AllOfTheFamilyAreThere)
{
    const auto names = GetAll();
    for (const auto& name :
         Words("ns3::NoCongestionControl ns3::FixedRate ns3::Bolt ns3::Dcqcn ns3::DcqcnConnectX "
               "ns3::DcqcnPlus ns3::Dctcp ns3::Timely ns3::PatchedTimely ns3::Hpcc ns3::HpccPint "
               "ns3::Swift ns3::Falcon ns3::RttCc ns3::MpRdma ns3::Nscc ns3::Rccc ns3::PowerTcp "
               "ns3::RateWindow ns3::ThetaPowerTcp"))
    {
        EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
    }
}

TEST(CongestionControlProperty, RateAndWindowStayUsableAndLooksChangeNothing)
{
    for (const auto& name : GetAll())
    {
        for (uint64_t seed = 1; seed <= 20; ++seed)
        {
            SCOPED_TRACE(name + ", seed " + std::to_string(seed));
            Storm storm(name, seed);
            for (int step = 0; step < 1000; ++step)
            {
                storm.Step();
                const uint64_t ratebps = storm.m_cc->GetRatebps(storm.m_nowPs);
                ASSERT_GE(ratebps, 1u);
                ASSERT_LE(ratebps, storm.m_context.lineRatebps);
                // Without credit nothing may be sent.
                ASSERT_TRUE(storm.m_cc->GetNeeds().demand || storm.m_cc->GetWindowBytes() >= 1);
                ASSERT_EQ(storm.m_watched->GetRatebps(storm.m_nowPs), ratebps);
                ASSERT_EQ(storm.m_watched->GetWindowBytes(), storm.m_cc->GetWindowBytes());
            }
        }
    }
}

TEST(CongestionControlProperty, AfterAQuietTimeEveryoneSendsAgain)
{
    // Unmarked acknowledgements, and answers to probes, of an idle path bring any of them back to
    // at least a tenth of the line rate, whatever was before: nobody gets stuck.
    for (const auto& name : GetAll())
    {
        SCOPED_TRACE(name);
        Storm storm(name, 3);
        for (int step = 0; step < 500; ++step)
        {
            storm.Step();
        }
        const uint64_t ratebps = storm.m_context.lineRatebps;
        const int64_t rttPs = std::max(storm.m_context.baseRttPs, 2 * US);
        TelemetrySource idle({ratebps});
        const TelemetryDigest digest;
        idle.Advance(storm.m_nowPs);
        for (int i = 0; i < 2'000'000; ++i)
        {
            idle.Advance(rttPs);
            idle.Report(0, 1000, 0);
            AckEvent event = idle.Ack();
            event.rttPs = rttPs;
            event.digest = &digest;
            storm.m_cc->NotifyAck(event);
            storm.m_cc->NotifyProbe(event.nowPs, rttPs);
            const uint64_t now = storm.m_cc->GetRatebps(event.nowPs);
            if (now >= ratebps / 10)
            {
                break;
            }
        }
        EXPECT_GE(storm.m_cc->GetRatebps(idle.stack.hops[0].timePs + US), ratebps / 10);
    }
}
