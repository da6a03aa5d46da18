// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BACKGROUND_TRAFFIC_H
#define AI_FABRIC_BACKGROUND_TRAFFIC_H

#include "ns3/callback.h"
#include "ns3/fabric-network.h"
#include "ns3/input-object.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"

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
 * Traffic of ns-3's own protocols beside the jobs: which hosts send to which, when, and how.
 *
 * It is there to be in the way: it neither ends nor prolongs a run. A new kind is a subclass with
 * a TypeId; scenarios name it at once.
 */
class BackgroundTraffic : public InputObject
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param hostCount hosts of the network
     * @return source and destination of each flow
     * @throw InputError if the attributes contradict each other or do not fit this network
     */
    std::vector<std::pair<uint32_t, uint32_t>> GetPairs(uint32_t hostCount) const;

    /**
     * Each flow has a UDP or TCP port, the same at both ends, that is drawn for its name and pair
     * of hosts (DrawKind::PATHS), so that further flows leave its path alone.
     *
     * @param network with HostProtocols installed
     * @param ports that the network's flows have; those of the new ones are added
     * @return its flows; they last as long as the simulation
     * @throw InputError as GetPairs(), or if there are not so many ports
     */
    std::vector<BackgroundFlow> Install(const FabricNetwork& network,
                                        std::set<uint16_t>& ports) const;

    /** @return what it is called in tables: Name, or that of the class */
    std::string GetName() const;

    /**
     * @param end of the run
     * @return for how long it was to send until then
     */
    Time GetDuration(Time end) const;

  protected:
    /** @return when it begins */
    Time GetStart() const
    {
        return m_start;
    }

    /** @return when it ends; 0 for never */
    Time GetStop() const
    {
        return m_stop;
    }

  private:
    /** @return source and destination of each flow, by host index */
    std::vector<std::pair<uint32_t, uint32_t>> ParsePairs(uint32_t hostCount) const;

    /** Checks attributes against each other; Fail()s if they contradict. */
    virtual void DoValidate() const;

    /**
     * Installs the applications of one flow, with their start and stop times.
     *
     * @param source who sends
     * @param dest who receives
     * @param address of dest
     * @param port free at both
     * @return asks for the payload received
     */
    virtual Callback<uint64_t> DoInstall(Ptr<Node> source,
                                         Ptr<Node> dest,
                                         Ipv4Address address,
                                         uint16_t port) const = 0;

    std::string m_name;  //!< empty: that of the class
    std::string m_pairs; //!< as written; empty: each host and the one half of all hosts further on
    Time m_start;
    Time m_stop; //!< 0: with the last job
};

} // namespace ns3

#endif // AI_FABRIC_BACKGROUND_TRAFFIC_H
