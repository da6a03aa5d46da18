// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_WORKLOAD_H
#define AI_FABRIC_FABRIC_WORKLOAD_H

#include "checkpoint-plan.h"
#include "host-map.h"
#include "job-driver.h"
#include "job-figure.h"
#include "on-failure.h"
#include "rank-placement.h"

#include "ns3/communication-graph.h"
#include "ns3/input-object.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

class CollectiveAlgorithm;
class CollectiveChoices;
class CollectiveLibrary;

/**
 * @ingroup ai-fabric-workload
 * What is to be run: a communication graph, where its ranks live and how its time is rated.
 *
 * Bandwidths are those of nccl-tests, over all iterations:
 *     algbw = bytes * iterations / time,   busbw = algbw * busFactor
 */
struct FabricJob
{
    std::string name;                   //!< for people
    CommunicationGraph graph;           //!< times are relative to startPs
    std::vector<uint32_t> hostOfRank;   //!< host index by rank
    std::vector<uint32_t> serverOfRank; //!< by rank; empty: each in one of its own
    uint64_t bytes{0};                  //!< size of the collective; 0: it is none
    double busFactor{0};               //!< bus bandwidth over algorithm bandwidth; 0: no collective
    int64_t startPs{0};                //!< after the start of the simulation
    uint32_t iterations{1};            //!< how often the collective runs
    uint32_t index{0};                 //!< number among the jobs of the run, for the records
    std::string kind;                  //!< TypeId of its workload; empty: made by hand
    uint64_t draw{0};                  //!< of kind, hosts and number among equals; seeds its paths
    std::vector<std::string> warnings; //!< what of the input has been left out, a line each
    Ptr<JobDriver> driver;             //!< starts the parts of the graph; null: it runs as a whole
    std::vector<uint32_t> partBegin;   //!< with a driver: the first node of each part, ascending
    std::optional<CheckpointPlan> checkpoints; //!< none: it runs once, and ends when it fails
    uint32_t queuePairs{1};    //!< per connection between servers, see GraphMessenger
    bool splitMessages{false}; //!< each over all queue pairs of its connection
    bool northSouth{false};    //!< its hosts are those of the north-south network
};

/**
 * @ingroup ai-fabric-workload
 * What a job took that has run to its end.
 */
struct JobTimes
{
    int64_t durationPs{0};                  //!< from its start to its end
    std::vector<double> idleFractionOfRank; //!< of that, stream 0 of its GPU did nothing, in [0, 1]
};

/**
 * @ingroup ai-fabric-workload
 * Something that makes a job from its attributes: traffic of a regular shape or a file reader.
 *
 * A new one is a subclass with a TypeId; scenarios name it at once. Where its ranks live:
 *
 *     candidates = those of Hosts; if empty, those that are not taken; without Gpus, all
 *     host of rank r = r-th of the Gpus candidates that Placement selects
 *
 * unless the subclass says otherwise. A job that is placed by Hosts or Gpus takes its hosts from
 * those that come later, so jobs with Gpus never overlap, and jobs overlap whose Hosts say so.
 *
 * Randomness comes from streams given by AssignStreams() only; every Build() draws anew.
 */
class FabricWorkload : public InputObject
{
  public:
    static constexpr int64_t MAX_TIME_PS = 1'000'000'000'000'000'000; //!< ps; latest start
    static constexpr uint32_t MAX_QUEUE_PAIRS = 128;                  //!< per connection, as NCCL

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param hosts all there are, see MakeHostMap()
     * @return a job with a valid graph
     * @throw InputError if the attributes or a file are wrong or do not fit these hosts
     */
    FabricJob Build(const HostMap& hosts) const;

    /** As Build(). @param hosts those that the job takes become taken, for the jobs to come */
    FabricJob BuildAndTake(HostMap& hosts) const;

    /** @return what its job is called: Name, or that of the class */
    std::string GetName() const;

    /** @return HashDraw() of its kind, Hosts and Gpus, and not of its name */
    uint64_t GetDraw() const;

    /** @return whether its hosts are those of the north-south network */
    bool IsNorthSouth() const
    {
        return m_northSouth;
    }

    /**
     * @param stream the first to use; those of Placement are derived from it
     * @return how many are used, at least 1
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * The numbers by which this kind of workload is judged, besides those of all workloads.
     *
     * @param job that has run to its end
     * @param times that it took
     * @return figures, always the same ones in the same order; by default none
     */
    std::vector<JobFigure> GetFigures(const FabricJob& job, const JobTimes& times) const;

  protected:
    /**
     * @param factory of an algorithm
     * @param attribute that holds it
     * @param hosts of which the algorithm gets to know the links
     * @return the algorithm
     * @throw InputError if it is none
     */
    Ptr<CollectiveAlgorithm> CreateAlgorithm(const ObjectFactory& factory,
                                             const std::string& attribute,
                                             const HostMap& hosts) const;

    /**
     * @param choices of algorithms, an attribute each
     * @param hosts of which the algorithms get to know the links
     * @param hostOfRank host index by rank of the job
     * @return makes the graphs of the job's collectives
     * @throw InputError if an attribute is no algorithm
     */
    CollectiveLibrary MakeLibrary(const CollectiveChoices& choices,
                                  const HostMap& hosts,
                                  const std::vector<uint32_t>& hostOfRank) const;

    /**
     * Throws if a job has fewer hosts than it needs.
     *
     * @param job with its hosts
     * @param least number of hosts
     */
    void RequireHosts(const FabricJob& job, size_t least) const;

    /**
     * Throws if a graph gets too large, or larger than the memory that there is: to be called
     * before it is built.
     *
     * @param nodes as many
     * @param attributes that make it so
     * @param remedy what to do about it
     */
    void RequireNodes(double nodes,
                      const std::string& attributes,
                      const std::string& remedy = "use less") const;

    /**
     * @param attribute its name
     * @param text such as 0-15,20
     * @param hostCount hosts of the topology
     * @return host indexes, all different; none if the text is blank
     * @throw InputError if it is no such list
     */
    std::vector<uint32_t> ParseHosts(const char* attribute,
                                     std::string_view text,
                                     size_t hostCount) const;

    /**
     * Throws if Hosts or Gpus is set, for those that take their hosts from elsewhere.
     *
     * @param where what the hosts are those of, in words
     */
    void RefuseHosts(const std::string& where) const;

  private:
    /**
     * Fills in the graph, and bytes, busFactor and iterations of a collective.
     *
     * @param job comes with its hosts and an empty graph of as many ranks; both may be replaced
     * @param hosts all there are, not only those of the job
     */
    virtual void DoBuild(FabricJob& job, const HostMap& hosts) const = 0;

    /**
     * @param job that has run
     * @param times that it took
     * @return figures; none by default
     */
    virtual std::vector<JobFigure> DoGetFigures(const FabricJob& job, const JobTimes& times) const;

    /** @param stream the first to use @return how many are used; none by default */
    virtual int64_t DoAssignStreams(int64_t stream);

    /** @return host index by rank */
    std::vector<uint32_t> SelectHosts(const HostMap& hosts) const;

    std::string m_name;             //!< empty: that of the class
    std::string m_hosts;            //!< list of host indexes; empty: all
    uint32_t m_gpus;                //!< ranks; 0: as many as there are hosts to choose from
    Ptr<RankPlacement> m_placement; //!< order of the hosts
    Ptr<OnFailure> m_onFailure;     //!< when the network gives up a message
    Time m_start;                   //!< not negative
    int16_t m_serviceLevel;         //!< 0 to 15, or -1 for the NIC's own
    uint32_t m_queuePairs;          //!< per connection, 1 to MAX_QUEUE_PAIRS
    bool m_splitMessages;           //!< each over all queue pairs of its connection
    bool m_northSouth;              //!< its hosts are those of that network
    std::string m_saveGraph;        //!< path of a file to write; empty: none
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_WORKLOAD_H
