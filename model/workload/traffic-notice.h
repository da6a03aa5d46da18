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
 * Announces the traffic of a workload before it makes a graph that may take minutes. One listener
 * gets it for all workloads; without a listener nothing is counted.
 */
class TrafficNotice
{
  public:
    /** A lower bound of the traffic. */
    struct Count
    {
        double messages{0};       //!< messages between servers, of all ranks
        double bytes{0};          //!< payload bytes of these messages
        double insideMessages{0}; //!< messages inside servers, of all ranks
        double insideBytes{0};    //!< payload bytes of these messages

        /** @param more traffic to add @param times factor for that traffic */
        void Add(const Count& more, double times = 1)
        {
            messages += times * more.messages;
            bytes += times * more.bytes;
            insideMessages += times * more.insideMessages;
            insideBytes += times * more.insideBytes;
        }

        /** @param graph graph whose messages are added @param servers server number by rank */
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
         * Adds messages of one size from each rank of a set to each rank of another set.
         *
         * @param sources server of each sending rank
         * @param dests server of each receiving rank
         * @param payload bytes of a message
         * @param times number of messages from one rank to another
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

        /** @param payload bytes of a message @param isInside true if it stays inside its server */
        void AddMessage(uint64_t payload, bool isInside)
        {
            (isInside ? insideMessages : messages) += 1;
            (isInside ? insideBytes : bytes) += static_cast<double>(payload);
        }
    };

    /** @param job name of the job @param count lower bound of its traffic */
    using Listener = std::function<void(const std::string& job, const Count& count)>;

    /** @param listener the listener of this process; ends with this object */
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
