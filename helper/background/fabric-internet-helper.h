// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_INTERNET_HELPER_H
#define AI_FABRIC_FABRIC_INTERNET_HELPER_H

#include "ns3/fabric-network.h"
#include "ns3/ipv4-interface-container.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-background
 * Gives the hosts of a network ns-3's own TCP/IP, so that applications of ns-3 run beside the RDMA
 * traffic, over the same links and switch buffers:
 *
 *     Ipv4InterfaceContainer hosts = FabricInternetHelper().Install(network);
 *     BulkSendHelper sender("ns3::TcpSocketFactory", InetSocketAddress(hosts.GetAddress(5), 9));
 *     sender.Install(network.hosts.Get(0));
 *
 * All hosts are on one IPv4 subnet, 11.0.0.0/8, with addresses from HostIpv4(). A ForeignPort on
 * each host's device sends and receives the packets; above it is ns-3's default queue disc, which
 * the port stops and starts.
 */
class FabricInternetHelper
{
  public:
    /** Largest number of hosts with an address: 11.0.0.1 to 11.255.255.1. */
    static constexpr uint32_t MAX_HOSTS = 65536;

    /**
     * @param network network; hosts that already have an Internet stack keep it
     * @return interface of every host, by host index
     * @throw InputError if there are more than MAX_HOSTS hosts
     */
    Ipv4InterfaceContainer Install(const FabricNetwork& network) const;

    /**
     * @param network network on which it was installed
     * @param stream number from which the streams of its hosts are derived, by their names
     * @return number of streams used
     */
    int64_t AssignStreams(const FabricNetwork& network, int64_t stream) const;
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_INTERNET_HELPER_H
