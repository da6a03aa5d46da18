// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "poisson-workload.h"

#include "ns3/double.h"
#include "ns3/fabric-units.h"
#include "ns3/file-checker.h"
#include "ns3/log.h"
#include "ns3/string.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PoissonWorkload");
NS_OBJECT_ENSURE_REGISTERED(PoissonWorkload);

/**
 * Draws the destination of a rank. Ranks are sorted by leaf, so that each leaf is a range of ranks.
 */
class PoissonWorkload::Peers
{
  public:
    Peers(const FabricJob& job, const HostMap& hosts)
        : m_rankAt(job.hostOfRank.size()),
          m_placeOf(job.hostOfRank.size()),
          m_begin(job.hostOfRank.size()),
          m_end(job.hostOfRank.size())
    {
        const auto leafOf = [&](uint32_t rank) { return hosts.leaf[job.hostOfRank[rank]]; };
        std::iota(m_rankAt.begin(), m_rankAt.end(), 0);
        std::stable_sort(m_rankAt.begin(), m_rankAt.end(), [&](uint32_t a, uint32_t b) {
            return leafOf(a) < leafOf(b);
        });
        for (uint32_t begin = 0, end = 0; begin < m_rankAt.size(); begin = end)
        {
            while (end < m_rankAt.size() && leafOf(m_rankAt[end]) == leafOf(m_rankAt[begin]))
            {
                ++end;
            }
            for (uint32_t place = begin; place < end; ++place)
            {
                m_placeOf[m_rankAt[place]] = place;
                m_begin[m_rankAt[place]] = begin;
                m_end[m_rankAt[place]] = end;
            }
            m_smallest = std::min(m_smallest, end - begin);
            m_largest = std::max(m_largest, end - begin);
        }
    }

    /** @return number of ranks behind the smallest leaf */
    uint32_t GetSmallest() const
    {
        return m_smallest;
    }

    /** @return true if there are several leaves */
    bool AreSpread() const
    {
        return m_largest < m_rankAt.size();
    }

    /** @return one of all other ranks */
    uint32_t DrawAny(uint32_t rank, UniformRandomVariable& random) const
    {
        return DrawOutside(0, m_placeOf[rank], m_placeOf[rank] + 1, m_rankAt.size(), random);
    }

    /** @return a rank behind another leaf */
    uint32_t DrawFar(uint32_t rank, UniformRandomVariable& random) const
    {
        return DrawOutside(0, m_begin[rank], m_end[rank], m_rankAt.size(), random);
    }

    /** @return another rank behind the same leaf */
    uint32_t DrawNear(uint32_t rank, UniformRandomVariable& random) const
    {
        const uint32_t place = m_placeOf[rank];
        return DrawOutside(m_begin[rank], place, place + 1, m_end[rank], random);
    }

  private:
    /** @return a random rank at a place in [from, to) outside [left, right) */
    uint32_t DrawOutside(uint32_t from,
                         uint32_t left,
                         uint32_t right,
                         size_t to,
                         UniformRandomVariable& random) const
    {
        const auto last = static_cast<uint32_t>(to) - (right - left) - 1;
        const uint32_t place = random.GetInteger(from, last);
        return m_rankAt[place < left ? place : place + (right - left)];
    }

    std::vector<uint32_t> m_rankAt;  //!< by place
    std::vector<uint32_t> m_placeOf; //!< by rank
    std::vector<uint32_t> m_begin;   //!< by rank: first place of its leaf
    std::vector<uint32_t> m_end;     //!< by rank: place behind the last one of its leaf
    uint32_t m_smallest{UINT32_MAX};
    uint32_t m_largest{0};
};

TypeId
PoissonWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PoissonWorkload")
            .SetParent<OpenLoopWorkload>()
            .SetGroupName("AiFabric")
            .AddConstructor<PoissonWorkload>()
            .AddAttribute("Sizes",
                          "Size of flows: the distribution WebSearch, FbHdp, AliStorage2019, "
                          "GoogleRPC2008 or Solar2022, or a number of bytes.",
                          StringValue("WebSearch"),
                          MakeStringAccessor(&PoissonWorkload::m_sizes),
                          MakeStringChecker())
            .AddAttribute(
                "SizesFile",
                "File with a cumulative distribution of sizes, used instead of Sizes: lines 'bytes "
                "percent', the share of flows of at most so many bytes. Empty: Sizes.",
                StringValue(""),
                MakeStringAccessor(&PoissonWorkload::m_sizesFile),
                MakeFileChecker())
            .AddAttribute("Load",
                          "Payload rate of a host, divided by the rate of its link; above 0.",
                          DoubleValue(0.3),
                          MakeDoubleAccessor(&PoissonWorkload::m_load),
                          MakeDoubleChecker<double>(0, 2))
            .AddAttribute("InterRack",
                          "Share of flows to hosts behind other leaves, 0 to 1; -1: destinations "
                          "are drawn from all hosts.",
                          DoubleValue(-1),
                          MakeDoubleAccessor(&PoissonWorkload::m_interRack),
                          MakeDoubleChecker<double>(-1, 1));
    return tid;
}

PoissonWorkload::PoissonWorkload()
    : m_gap(CreateObject<ExponentialRandomVariable>()),
      m_source(CreateObject<UniformRandomVariable>()),
      m_dest(CreateObject<UniformRandomVariable>()),
      m_size(CreateObject<UniformRandomVariable>())
{
}

void
PoissonWorkload::DoBuild(FabricJob& job, const HostMap& hosts) const
{
    CheckEnd();
    CheckLoad("Load", m_load);
    RequireHosts(job, 2);
    const auto sizes = LoadSizes(m_sizes, m_sizesFile);
    const Peers peers(job, hosts);
    if (m_interRack > 0 && !peers.AreSpread())
    {
        Fail("InterRack", "is above 0, but all hosts are behind one leaf; expected 0 or -1");
    }
    if (m_interRack >= 0 && m_interRack < 1 && peers.GetSmallest() < 2)
    {
        Fail("InterRack", "is below 1, but a host is alone behind its leaf; expected 1 or -1");
    }
    // Sums of the rates of ranks 0 to r.
    std::vector<double> sums = GetRates(job, hosts);
    const double total = sums.back();
    sums.pop_back();
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
    const auto ranks = static_cast<uint32_t>(sums.size());
    const double meanGapPs = 8 * sizes.GetMeanBytes() / (m_load * total) * PS_PER_SECOND;
    RequireFlows(meanGapPs);

    double timePs = 0;
    for (uint32_t flow = 0;; ++flow)
    {
        timePs += m_gap->GetValue(meanGapPs, 0);
        if (!Wants(flow, timePs))
        {
            break;
        }
        const auto place = std::upper_bound(sums.begin(), sums.end(), m_source->GetValue(0, total));
        const auto source = std::min(static_cast<uint32_t>(place - sums.begin()), ranks - 1);
        const double u = m_interRack < 0 ? 0 : m_dest->GetValue(0, 1);
        const uint32_t dest = m_interRack < 0   ? peers.DrawAny(source, *m_dest)
                              : u < m_interRack ? peers.DrawFar(source, *m_dest)
                                                : peers.DrawNear(source, *m_dest);
        const uint64_t bytes = sizes.GetQuantile(1 - m_size->GetValue(0, 1));
        AddFlow(job, source, dest, bytes, timePs, flow);
    }
    NS_LOG_INFO("Poisson load " << m_load << ": " << job.graph.GetNodes().size() / 2 << " flows");
}

int64_t
PoissonWorkload::DoAssignStreams(int64_t stream)
{
    m_gap->SetStream(stream);
    m_source->SetStream(stream + 1);
    m_dest->SetStream(stream + 2);
    m_size->SetStream(stream + 3);
    return 4;
}

} // namespace ns3
