// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BACKGROUND_TRAFFIC_H
#define AI_FABRIC_BACKGROUND_TRAFFIC_H

#include "ns3/callback.h"
#include "ns3/fabric-network.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/validated-object.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-background
 * One stream of background traffic.
 */
struct BackgroundFlow
{
    uint32_t sourceHost;              //!< host index
    uint32_t destHost;                //!< host index
    Callback<uint64_t> receivedBytes; //!< payload that the receiving application has taken
};

/**
 * @ingroup ai-fabric-background
 * Traffic of ns-3's own protocols beside the jobs: its pairs of hosts, times and protocols.
 *
 * The traffic only disturbs the jobs: it neither ends nor prolongs a run. A new kind is a subclass
 * with a TypeId; scenarios name it at once.
 */
class BackgroundTraffic : public ValidatedObject
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param hostCount number of hosts of the network
     * @return source and destination of each flow
     * @throw InputError if the attributes contradict each other or do not fit this network
     */
    std::vector<std::pair<uint32_t, uint32_t>> GetPairs(uint32_t hostCount) const;

    /**
     * Installs all flows. Each flow has a UDP or TCP port, the same at both ends, that is drawn by
     * its name and pair of hosts (DrawKind::PATHS), so that further flows do not change its path.
     *
     * @param network network with HostProtocols installed
     * @param ports ports of the network's flows; gets those of the new flows
     * @return the new flows; they last as long as the simulation
     * @throw InputError as GetPairs(), or if there are not enough ports
     */
    std::vector<BackgroundFlow> Install(const FabricNetwork& network,
                                        std::set<uint16_t>& ports) const;

    /** @return name in tables: Name, or that of the class */
    std::string GetName() const;

    /**
     * @param end end of the run
     * @return time during which it was to send until then
     */
    Time GetDuration(Time end) const;

  protected:
    /** @return begin of the traffic */
    Time GetStart() const
    {
        return m_start;
    }

    /** @return end of the traffic; 0: never */
    Time GetStop() const
    {
        return m_stop;
    }

  private:
    /** @return source and destination of each flow, by host index */
    std::vector<std::pair<uint32_t, uint32_t>> ParsePairs(uint32_t hostCount) const;

    /** Checks attributes against each other; calls Fail() if they contradict. */
    virtual void DoValidate() const;

    /**
     * Installs the applications of one flow, with their start and stop times.
     *
     * @param source node that sends
     * @param dest node that receives
     * @param address address of dest
     * @param port port that is free at both
     * @return function that returns the payload received in bytes
     */
    virtual Callback<uint64_t> DoInstall(Ptr<Node> source,
                                         Ptr<Node> dest,
                                         Ipv4Address address,
                                         uint16_t port) const = 0;

    std::string m_name;  //!< empty: name of the class
    std::string m_pairs; //!< as written; empty: each host to the host half of all hosts further on
    Time m_start;
    Time m_stop; //!< 0: the end of the last job
};

} // namespace ns3

#endif // AI_FABRIC_BACKGROUND_TRAFFIC_H
