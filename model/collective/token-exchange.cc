// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "token-exchange.h"

#include "chunk-range.h"

#include "ns3/input-error.h"

#include <cmath>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t SLICES = 8; //!< of every message between servers

/** Writes the messages of one exchange. */
class ExchangeWriter
{
  public:
    /** By rank: nodes, or messages that have arrived. */
    using OfRanks = std::vector<std::vector<uint32_t>>;

    /** @param isBack true: from the experts back; false: to the experts */
    ExchangeWriter(const RankLayout& layout, const TokenCopies& copies, uint64_t bytes, bool isBack)
        : m_layout(layout),
          m_copies(copies),
          m_bytes(static_cast<double>(bytes)),
          m_isBack(isBack),
          m_perServer(layout.GetRanksPerServer()),
          m_others(layout.GetServers() - 1),
          m_graph(layout.GetRanks())
    {
        if (m_perServer == 0)
        {
            throw InputError("expert parallel ranks: with one copy of a token per server, a group "
                             "needs equally many ranks in each of its servers; use such a layout "
                             "or Copies per-expert of ExpertRouter");
        }
    }

    /**
     * Sends a slice between servers, on the rails.
     *
     * @param after by rank: nodes that its messages wait for; empty: none
     * @return by rank: arrivals
     */
    OfRanks Cross(uint32_t slice, const OfRanks& after = {})
    {
        OfRanks arrivals(m_layout.GetRanks());
        for (uint32_t distance = 1; distance <= m_others; ++distance)
        {
            for (uint32_t rank = 0; rank < m_layout.GetRanks(); ++rank)
            {
                const uint32_t server = m_layout.GetServer(rank);
                const uint32_t other = (server + distance) % m_layout.GetServers();
                const uint32_t peer = m_layout.GetMembers(other)[m_layout.GetRail(rank)];
                const double copies = m_copies.toServer[m_isBack ? server : other];
                Send(rank, peer, GetPart(GetBytes(copies), SLICES, slice), after, arrivals);
            }
        }
        return arrivals;
    }

    /** Within servers, sends a slice of the tokens of other servers. Otherwise as Cross(). */
    OfRanks Forward(uint32_t slice, const OfRanks& after = {})
    {
        return SendWithin(after, [this, slice](double copies) {
            return GetPart(GetBytes(m_others * copies), SLICES, slice);
        });
    }

    /** Within servers, sends the tokens of the same server. @return by rank: arrivals */
    OfRanks SendOwn()
    {
        return SendWithin({}, [this](double copies) { return GetBytes(copies); });
    }

    /** @return by rank: a node that waits for all arrivals, or none if there are none */
    OfRanks Await(const OfRanks& arrivals)
    {
        return Settle(arrivals, [this](uint32_t rank, uint64_t) { return m_graph.AddJoin(rank); });
    }

    /** @return by rank: the sum of all arrivals, or none if there are none */
    OfRanks Sum(const OfRanks& arrivals)
    {
        return Settle(arrivals, [this](uint32_t rank, uint64_t bytes) {
            return m_graph.AddReduce(rank, bytes);
        });
    }

    /** @return the graph, moved to the caller */
    CommunicationGraph Take()
    {
        return std::move(m_graph);
    }

  private:
    template <typename GetLength>
    OfRanks SendWithin(const OfRanks& after, const GetLength& getLength)
    {
        OfRanks arrivals(m_layout.GetRanks());
        for (uint32_t distance = 1; distance < m_perServer; ++distance)
        {
            for (uint32_t rank = 0; rank < m_layout.GetRanks(); ++rank)
            {
                const auto& members = m_layout.GetMembers(m_layout.GetServer(rank));
                const uint32_t to = members[(m_layout.GetRail(rank) + distance) % m_perServer];
                const double copies = m_copies.toRank[m_isBack ? rank : to];
                Send(rank, to, getLength(copies), after, arrivals);
            }
        }
        return arrivals;
    }

    template <typename AddNode>
    OfRanks Settle(const OfRanks& arrivals, const AddNode& addNode)
    {
        OfRanks settled(arrivals.size());
        for (uint32_t rank = 0; rank < arrivals.size(); ++rank)
        {
            uint64_t bytes = 0;
            for (const uint32_t recv : arrivals[rank])
            {
                bytes += m_graph.GetNodes()[recv].bytes;
            }
            if (bytes > 0)
            {
                settled[rank].push_back(addNode(rank, bytes));
                for (const uint32_t recv : arrivals[rank])
                {
                    m_graph.AddDependency(recv, settled[rank].front());
                }
            }
        }
        return settled;
    }

    void Send(uint32_t from, uint32_t to, uint64_t bytes, const OfRanks& after, OfRanks& arrivals)
    {
        if (bytes == 0)
        {
            return;
        }
        const auto [send, recv] = m_graph.AddTransfer(from, to, bytes);
        arrivals[to].push_back(recv);
        if (!after.empty())
        {
            for (const uint32_t node : after[from])
            {
                m_graph.AddDependency(node, send);
            }
        }
    }

    uint64_t GetBytes(double copies) const
    {
        return static_cast<uint64_t>(std::llround(m_bytes * copies));
    }

    const RankLayout& m_layout;
    const TokenCopies& m_copies;
    double m_bytes; //!< of one copy of all tokens of a rank
    bool m_isBack;
    uint32_t m_perServer; //!< ranks of a server
    uint32_t m_others;    //!< servers besides the own one
    CommunicationGraph m_graph;
};

} // namespace

CommunicationGraph
BuildDispatch(const RankLayout& layout, const TokenCopies& copies, uint64_t bytes)
{
    ExchangeWriter writer(layout, copies, bytes, false);
    writer.SendOwn();
    for (uint32_t slice = 0; slice < SLICES; ++slice)
    {
        const auto arrivals = writer.Cross(slice);
        if (layout.GetRanksPerServer() > 1)
        {
            writer.Forward(slice, writer.Await(arrivals));
        }
    }
    return writer.Take();
}

CommunicationGraph
BuildCombine(const RankLayout& layout, const TokenCopies& copies, uint64_t bytes)
{
    ExchangeWriter writer(layout, copies, bytes, true);
    for (uint32_t slice = 0; slice < SLICES; ++slice)
    {
        writer.Sum(writer.Cross(slice, writer.Sum(writer.Forward(slice))));
    }
    writer.Sum(writer.SendOwn());
    return writer.Take();
}

} // namespace ns3
