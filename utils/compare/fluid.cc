// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers
//
// The messages of doc/ideal-network.rst in SimGrid, to compare times of computation:
//
//     fluid ring|all-to-all|uneven HOSTS BYTES
//
// Hosts at one switch, links of 400 Gb/s and 1 us, max-min fair shares without cross traffic.

#include <cstdint>
#include <cstdio>
#include <iostream>
#include <random>
#include <simgrid/s4u.hpp>
#include <string>
#include <vector>

namespace sg4 = simgrid::s4u;

namespace
{

int64_t g_messages = 0;

/** All-reduce in a ring: 2 (n - 1) messages to the next host, each after the one before arrived. */
void
RunRing(size_t rank, size_t hosts, double bytes)
{
    auto* const next = sg4::Mailbox::by_name(std::to_string((rank + 1) % hosts));
    auto* const own = sg4::Mailbox::by_name(std::to_string(rank));
    for (size_t step = 0; step < 2 * (hosts - 1); ++step)
    {
        auto sent = next->put_async(&g_messages, static_cast<uint64_t>(bytes / hosts));
        own->get<int64_t>();
        sent->wait();
        ++g_messages;
    }
}

/** A message to each other host, all at once: `bytes` each, or a uniform part of them. */
void
RunAllToAll(size_t rank, size_t hosts, double bytes, bool isUneven)
{
    std::mt19937 random(static_cast<uint32_t>(rank));
    std::vector<sg4::CommPtr> messages;
    std::vector<int64_t*> received(hosts);
    for (size_t distance = 1; distance < hosts; ++distance)
    {
        const size_t peer = (rank + distance) % hosts;
        const auto name = [hosts](size_t from, size_t to) {
            return std::to_string(from * hosts + to);
        };
        const double part = isUneven ? (1.0 + random() % 1000) / 1000 : 1;
        messages.push_back(sg4::Mailbox::by_name(name(rank, peer))
                               ->put_async(&g_messages, static_cast<uint64_t>(part * bytes)));
        messages.push_back(sg4::Mailbox::by_name(name(peer, rank))->get_async(&received[peer]));
        ++g_messages;
    }
    for (const auto& message : messages)
    {
        message->wait();
    }
}

} // namespace

int
main(int argc, char** argv)
{
    sg4::Engine engine(&argc, argv);
    if (argc != 4)
    {
        std::cerr << "usage: fluid ring|all-to-all|uneven HOSTS BYTES\n";
        return 2;
    }
    const std::string kind = argv[1];
    const size_t hosts = std::stoul(argv[2]);
    const double bytes = std::stod(argv[3]);
    for (const char* setting : {"network/model:CM02",
                                "network/bandwidth-factor:1",
                                "network/latency-factor:1",
                                "network/weight-S:0",
                                "network/crosstraffic:0",
                                "network/TCP-gamma:1e15"})
    {
        sg4::Engine::set_config(setting);
    }
    auto* const zone = sg4::create_star_zone("cluster");
    for (size_t rank = 0; rank < hosts; ++rank)
    {
        const auto name = std::to_string(rank);
        auto* const host = zone->create_host("host" + name, 1e9);
        const auto add = [&](const std::string& link) {
            return zone->create_link(link + name, 400e9 / 8)->set_latency(1e-6)->seal();
        };
        zone->add_route(host->get_netpoint(),
                        nullptr,
                        nullptr,
                        nullptr,
                        {sg4::LinkInRoute(add("up"))},
                        false);
        zone->add_route(nullptr,
                        host->get_netpoint(),
                        nullptr,
                        nullptr,
                        {sg4::LinkInRoute(add("down"))},
                        false);
        sg4::Actor::create(name, host, [=] {
            kind == "ring" ? RunRing(rank, hosts, bytes)
                           : RunAllToAll(rank, hosts, bytes, kind == "uneven");
        });
    }
    zone->seal();
    engine.run();
    std::printf("%ld messages, %.9f s\n", static_cast<long>(g_messages), sg4::Engine::get_clock());
    return 0;
}
