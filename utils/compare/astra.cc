// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers
//
// The messages of doc/ideal-network.rst in the analytical network back end of ASTRA-sim that knows
// congestion, to compare times of computation:
//
//     astra ring|all-to-all HOSTS BYTES
//
// Hosts at one switch, links of 400 Gb/s and 1 us. A message is one chunk: a link sends whole
// chunks in the order in which they come, and a switch forwards a chunk that it has whole.

#include "common/EventQueue.h"
#include "congestion_aware/Chunk.h"
#include "congestion_aware/Switch.h"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

using namespace NetworkAnalytical;
using namespace NetworkAnalyticalCongestionAware;

namespace
{

std::unique_ptr<Switch> g_network;
int64_t g_messages = 0;
int g_hosts = 0;
ChunkSize g_chunkBytes = 0;

void
Send(int from, int to, Callback then, void* argument)
{
    ++g_messages;
    g_network->send(
        std::make_unique<Chunk>(g_chunkBytes, g_network->route(from, to), then, argument));
}

/** A host of the ring, and the messages that it has still to send. */
struct Member
{
    int host;
    int left;
};

std::vector<Member> g_members;

/** A message has come to a host of the ring, which sends the next one. */
void
OnArrival(void* argument)
{
    auto& member = *static_cast<Member*>(argument);
    if (member.left-- > 0)
    {
        const int next = (member.host + 1) % g_hosts;
        Send(member.host, next, OnArrival, &g_members[next]);
    }
}

} // namespace

int
main(int argc, char** argv)
{
    const std::string kind = argc == 4 ? argv[1] : "";
    if (kind != "ring" && kind != "all-to-all")
    {
        std::fprintf(stderr, "usage: astra ring|all-to-all HOSTS BYTES\n");
        return 2;
    }
    g_hosts = std::stoi(argv[2]);
    g_chunkBytes = static_cast<ChunkSize>(std::stod(argv[3]));
    const auto events = std::make_shared<EventQueue>();
    Topology::set_event_queue(events);
    // Bandwidth in 2^30 B/s, latency in ns.
    g_network = std::make_unique<Switch>(g_hosts, 50e9 / (1 << 30), 1000);
    if (kind == "ring")
    {
        g_chunkBytes /= g_hosts;
        for (int host = 0; host < g_hosts; ++host)
        {
            g_members.push_back({host, 2 * (g_hosts - 1)});
        }
        for (auto& member : g_members)
        {
            OnArrival(&member);
        }
    }
    else
    {
        for (int distance = 1; distance < g_hosts; ++distance)
        {
            for (int host = 0; host < g_hosts; ++host)
            {
                Send(
                    host,
                    (host + distance) % g_hosts,
                    [](void*) {},
                    nullptr);
            }
        }
    }
    while (!events->finished())
    {
        events->proceed();
    }
    std::printf("%lld messages, %.6f ms\n",
                static_cast<long long>(g_messages),
                static_cast<double>(events->get_current_time()) / 1e6);
    return 0;
}
