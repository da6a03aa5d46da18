// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAFFIC_NOTICE_H
#define AI_FABRIC_TRAFFIC_NOTICE_H

#include "ns3/communication-graph.h"

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * What a workload knows of its traffic before it makes a graph that may take minutes. One listener
 * is told, whatever the workload; without one nobody counts.
 */
class TrafficNotice
{
  public:
    /** What is sent at least. */
    struct Count
    {
        double messages{0};       //!< of all ranks, between servers
        double bytes{0};          //!< payload of these
        double insideMessages{0}; //!< of all ranks, inside servers
        double insideBytes{0};    //!< payload of these

        /** @param more of it @param times how often */
        void Add(const Count& more, double times = 1)
        {
            messages += times * more.messages;
            bytes += times * more.bytes;
            insideMessages += times * more.insideMessages;
            insideBytes += times * more.insideBytes;
        }

        /** @param graph of all its messages @param servers of its ranks */
        void AddGraph(const CommunicationGraph& graph, const std::vector<uint32_t>& servers)
        {
            for (const auto& node : graph.GetNodes())
            {
                if (node.kind == CommunicationGraph::Kind::SEND)
                {
                    AddMessage(node.bytes, servers[node.rank] == servers[node.peer]);
                }
            }
        }

        /**
         * Messages of one size from each of some ranks to each of others.
         *
         * @param sources their servers, by rank
         * @param dests likewise
         * @param payload bytes of a message
         * @param times how many of these from one to another
         */
        void AddMessages(const std::vector<uint32_t>& sources,
                         const std::vector<uint32_t>& dests,
                         uint64_t payload,
                         double times = 1)
        {
            std::unordered_map<uint32_t, double> ranks; // by server
            for (const uint32_t server : dests)
            {
                ++ranks[server];
            }
            double inside = 0;
            for (const uint32_t server : sources)
            {
                const auto found = ranks.find(server);
                inside += found == ranks.end() ? 0 : found->second;
            }
            const double all =
                static_cast<double>(sources.size()) * static_cast<double>(dests.size());
            const auto size = static_cast<double>(payload);
            Add({all - inside, (all - inside) * size, inside, inside * size}, times);
        }

        /** @param payload bytes of a message @param isInside whether it stays in its server */
        void AddMessage(uint64_t payload, bool isInside)
        {
            (isInside ? insideMessages : messages) += 1;
            (isInside ? insideBytes : bytes) += static_cast<double>(payload);
        }
    };

    /** @param job its name @param count what it sends at least */
    using Listener = std::function<void(const std::string& job, const Count& count)>;

    /** Sets the listener of this process. */
    explicit TrafficNotice(Listener listener)
    {
        Get() = std::move(listener);
    }

    ~TrafficNotice()
    {
        Get() = nullptr;
    }

    TrafficNotice(const TrafficNotice&) = delete;
    TrafficNotice& operator=(const TrafficNotice&) = delete;

    /** @return the listener; empty if there is none */
    static Listener& Get()
    {
        static Listener listener;
        return listener;
    }
};

} // namespace ns3

#endif // AI_FABRIC_TRAFFIC_NOTICE_H
