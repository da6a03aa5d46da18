// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_FAILURE_H
#define AI_FABRIC_FABRIC_FAILURE_H

#include "ns3/fabric-network.h"
#include "ns3/fabric-profile.h"
#include "ns3/fabric-topology.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * What goes wrong, each time that it does.
 */
struct FabricFault
{
    TypeId type;                   //!< of the failure
    std::string what;              //!< that goes wrong, such as "leaf0 to spine0"
    std::vector<uint32_t> links;   //!< of the network that carry less or nothing, ascending
    std::vector<uint32_t> hosts{}; //!< indices of those whose GPU or NIC is concerned, beside links
    std::vector<Ptr<FabricChannel>> channels{}; //!< these links, and those of other networks

    /** TracedCallback signature. @param fault that begins or ends */
    typedef void (*TracedCallback)(const FabricFault& fault);
};

/**
 * @ingroup ai-fabric-failure
 * Something that goes wrong in a network for a while.
 *
 * A subclass says what begins and what ends; when, is here. One that goes wrong several times, or
 * at times that it draws, has a DoInstall() of its own.
 */
class FabricFailure : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param topology that it is to happen in
     * @param profile what the network will be made of
     * @throw InputError if it cannot happen there
     */
    void Check(const FabricTopology& topology, const FabricProfile& profile) const;

    /**
     * Nodes of other networks than the first one are meant by their names, as in links.csv.
     *
     * @param topologies of networks, the one between servers first
     * @return the index of the first that has the nodes; 0: none has, or all would do
     */
    size_t FindTopology(const std::vector<const FabricTopology*>& topologies) const;

    /**
     * Makes it happen, counted from now, in the network or in one of its others.
     *
     * @param network of which the one that is meant has passed Check()
     */
    void Install(const FabricNetwork& network) const;

    /** It goes wrong now. @param network that passed Check() */
    void Begin(const FabricNetwork& network) const;

    /**
     * What Begin() began is over. Does nothing if it is over since something else took the place
     * of what failed (OpenFaults).
     *
     * @param network of Begin()
     */
    void End(const FabricNetwork& network) const;

    /** @param network that passed Check() @return what goes wrong there */
    FabricFault Describe(const FabricNetwork& network) const;

    /**
     * @param stream the first random stream to use
     * @return how many are used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    /** A network that outlives the events that hold it. */
    using SharedNetwork = std::shared_ptr<const FabricNetwork>;

    /** @return when it begins, after Install() */
    Time GetStart() const
    {
        return m_start;
    }

    /** @return when it is over, after Install(); 0: never */
    Time GetStop() const
    {
        return m_stop;
    }

    /** Tells traces. @param fault that begins now; before anything is lost */
    void NoteBegin(const FabricFault& fault) const;

    /** Tells traces. @param fault that has ended */
    void NoteEnd(const FabricFault& fault) const;

    /**
     * @param topology of all
     * @param node id
     * @return its links, ascending
     */
    static std::vector<uint32_t> GetLinksOf(const FabricTopology& topology, uint32_t node);

    /**
     * Throws if there is no such host.
     *
     * @param topology of all
     * @param host attribute "Host"
     */
    void CheckHost(const FabricTopology& topology, uint32_t host) const;

  private:
    virtual void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const = 0;
    /** @return whether it has all nodes that are meant by their names; by default none is */
    virtual bool DoFits(const FabricTopology& topology) const;
    /** @return whether it happens to packets, by default */
    virtual bool DoNeedsPackets() const;
    virtual void DoBegin(const FabricNetwork& network) const = 0;
    virtual void DoEnd(const FabricNetwork& network) const = 0;
    /** @return what goes wrong, and the links concerned; nothing is named by default */
    virtual FabricFault DoDescribe(const FabricNetwork& network) const;
    /** Schedules all that is to happen: by default Begin() at the start and End() at the stop. */
    virtual void DoInstall(const SharedNetwork& network) const;
    /** @return how many random streams are used; none by default */
    virtual int64_t DoAssignStreams(int64_t stream);

    Time m_start;
    Time m_stop; //!< 0: never
    TracedCallback<const FabricFault&> m_beginTrace;
    TracedCallback<const FabricFault&> m_endTrace;
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_FAILURE_H
