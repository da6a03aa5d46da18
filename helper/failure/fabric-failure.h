// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_FAILURE_H
#define AI_FABRIC_FABRIC_FAILURE_H

#include "fabric-fault.h"

#include "ns3/fabric-network.h"
#include "ns3/fabric-profile.h"
#include "ns3/fabric-topology.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * A part of a network fails for a while.
 *
 * A subclass defines how the failure begins and ends; this class defines when. A subclass that
 * fails several times, or at random times, overrides DoInstall().
 */
class FabricFailure : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param topology topology of the network
     * @param profile parts of the network
     * @throw InputError if the failure cannot happen there
     */
    void Check(const FabricTopology& topology, const FabricProfile& profile) const;

    /**
     * Finds the network that the failure concerns. Nodes of networks other than the first are named
     * as in links.csv.
     *
     * @param topologies topologies of networks, the one between servers first
     * @return index of the first that has the nodes; 0: none has them, or the failure names no
     *         nodes
     */
    size_t FindTopology(const std::vector<const FabricTopology*>& topologies) const;

    /**
     * Schedules the failure, with times counted from now, in the network or in one of its others.
     *
     * @param network network; the affected one has passed Check()
     */
    void Install(const FabricNetwork& network) const;

    /** Begins the failure now. @param network network that passed Check() */
    void Begin(const FabricNetwork& network) const;

    /**
     * Ends the failure that Begin() began. Does nothing if the failure is over because the failed
     * part was replaced (OpenFaults).
     *
     * @param network network of Begin()
     */
    void End(const FabricNetwork& network) const;

    /**
     * Ends open faults of any failures, in the order in which they began.
     *
     * @param network network of the faults
     * @param isGone true for faults whose failed part is not there any more
     */
    static void EndFaults(const FabricNetwork& network,
                          const std::function<bool(const FabricFault&)>& isGone);

    /** @param network network that passed Check() @return description of the failure there */
    FabricFault Describe(const FabricNetwork& network) const;

    /**
     * @param stream number of the first random stream
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    /** A network that lives as long as the events that hold it. */
    using SharedNetwork = std::shared_ptr<const FabricNetwork>;

    /** @return begin of the failure, after Install() */
    Time GetStart() const
    {
        return m_start;
    }

    /** @return end of the failure, after Install(); 0: never */
    Time GetStop() const
    {
        return m_stop;
    }

    /** Fires the trace of the begin. @param fault fault that begins now; nothing is lost yet */
    void NoteBegin(const FabricFault& fault) const;

    /** Fires the trace of the end. @param fault fault that has ended */
    void NoteEnd(const FabricFault& fault) const;

    /**
     * @param topology topology of the network
     * @param node id of the node
     * @return ids of its links, ascending
     */
    static std::vector<uint32_t> GetLinksOf(const FabricTopology& topology, uint32_t node);

    /** Schedules all events; by default Begin() at the start and End() at the stop. */
    virtual void DoInstall(const SharedNetwork& network) const;

  private:
    virtual void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const = 0;
    /** @return true if the topology has all nodes that the failure names; false by default */
    virtual bool DoFits(const FabricTopology& topology) const;
    /** @return true if the failure needs a network with packets; the default */
    virtual bool DoNeedsPackets() const;
    /** @return true if its whole effect by law is that of UpdateCutHosts(); false by default */
    virtual bool DoFitsLaw() const;
    /**
     * Begins or ends the failure now.
     *
     * @param network network that passed Check()
     * @param begins true: the failure begins; false: it ends
     */
    virtual void DoSet(const FabricNetwork& network, bool begins) const = 0;
    /** @return description with the affected links; by default it names nothing */
    virtual FabricFault DoDescribe(const FabricNetwork& network) const;
    /** @return number of random streams used; 0 by default */
    virtual int64_t DoAssignStreams(int64_t stream);

    Time m_start;
    Time m_stop; //!< end of the failure; 0: never
    TracedCallback<const FabricFault&> m_beginTrace;
    TracedCallback<const FabricFault&> m_endTrace;
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_FAILURE_H
