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
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/validated-object.h"

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
class LawNetwork;

/**
 * @ingroup ai-fabric-workload
 * Terms of the messages on one channel of a job.
 */
struct JobFlow
{
    std::string name;       //!< name in results; may be empty
    uint64_t maxRatebps{0}; //!< largest rate of its sender on the wire in bit/s; 0: no limit
};

/**
 * @ingroup ai-fabric-workload
 * A node whose end the figures of its workload need, and what the workload notes with it.
 */
struct JobMark
{
    uint32_t node{0};      //!< number of the node in the graph
    uint32_t kind{0};      //!< meaning, defined by the workload
    uint32_t iteration{0}; //!< number of the iteration that it belongs to
    uint32_t part{0};      //!< number of a part of the iteration
    uint32_t count{0};     //!< number of things
    double value{0};       //!< quantity of these things
};

/**
 * @ingroup ai-fabric-workload
 * A job to be run: a communication graph, the hosts of its ranks and the rule by which its time is
 * rated.
 *
 * Bandwidths are those of nccl-tests, over all iterations:
 *     algbw = bytes * iterations / time,   busbw = algbw * busFactor
 */
struct FabricJob
{
    static constexpr uint32_t NONE = UINT32_MAX; //!< stands for no job

    std::string name;                   //!< name for people
    CommunicationGraph graph;           //!< times are relative to startPs
    std::vector<uint32_t> hostOfRank;   //!< host index by rank
    std::vector<uint32_t> serverOfRank; //!< server by rank; empty: each rank has a server of its
                                        //!< own
    uint64_t bytes{0};                  //!< size of the collective; 0: the job is not a collective
    double busFactor{0};    //!< bus bandwidth over algorithm bandwidth; 0: not a collective
    int64_t startPs{0};     //!< start after the start of the simulation, in ps; with `after`, after
                            //!< the end of that job
    uint32_t after{NONE};   //!< index of the job whose end this one waits for; NONE: it does not
    uint32_t iterations{1}; //!< number of runs of the collective
    uint32_t index{0};      //!< number of the job in the run, for the records
    std::string kind;       //!< TypeId of its workload; empty: made by hand
    uint64_t draw{0};       //!< hash of kind, hosts and number among equal jobs; seeds
                            //!< the choice of its paths
    std::vector<std::string> warnings; //!< parts of the input that were left out, a line each
    Ptr<JobDriver> driver; //!< starts the parts of the graph; null: the graph runs as a whole
    std::vector<uint32_t> partBegin; //!< with a driver: first node of each part, ascending
    std::optional<CheckpointPlan> checkpoints; //!< empty: the job runs once, and ends when it fails
    uint32_t queuePairs{1};     //!< queue pairs per connection between servers, see GraphMessenger
    bool splitMessages{false};  //!< true: each message uses all queue pairs of its connection
    bool northSouth{false};     //!< true: its hosts are those of the north-south network
    std::vector<JobFlow> flows; //!< by channel; channels beyond it have no names and no limits
    std::vector<JobMark> marks; //!< nodes whose ends are recorded for the figures
    uint32_t standsFor{1};      //!< ranks of the job that each rank of its graph stands for, see
                                //!< FabricWorkload::Fold()
    std::vector<uint32_t> foldedHosts; //!< hosts of all ranks, if ranks stand for several
    uint32_t storageRanks{0};          //!< number of last ranks that are storage and use no GPU

    /** @return number of ranks of the graph that use a GPU: the first ones */
    uint32_t GetComputingRanks() const
    {
        return static_cast<uint32_t>(hostOfRank.size()) - storageRanks;
    }

    /** @return number of ranks of the job that use a GPU */
    uint32_t GetGpuCount() const
    {
        return GetComputingRanks() * standsFor;
    }

    /** @return number of ranks of the job */
    uint32_t GetRankCount() const
    {
        return static_cast<uint32_t>(hostOfRank.size()) * standsFor;
    }
};

/**
 * @ingroup ai-fabric-workload
 * Times of a job that has run to its end.
 */
struct JobTimes
{
    int64_t durationPs{0};                  //!< time from its start to its end, in ps
    std::vector<double> idleFractionOfRank; //!< by computing rank: share of durationPs in which
                                            //!< stream 0 of
                                            //!< its GPU was idle, in [0, 1]
    std::vector<int64_t> markPs;            //!< by mark of the job: end of its node after the
                                            //!< start of the job, in ps; empty: not recorded
};

/**
 * @ingroup ai-fabric-workload
 * Makes a job from its attributes: traffic of a regular shape, or the contents of a file.
 *
 * A new workload is a subclass with a TypeId; scenarios name it at once. Hosts of its ranks:
 *
 *     candidates = hosts of Hosts; without Hosts: all, or with Gpus those not taken
 *     host of rank r = r-th of the Gpus candidates that Placement selects
 *
 * unless the subclass says otherwise. A job that is placed by Hosts or Gpus takes its hosts from
 * later jobs. So jobs with Gpus never overlap; jobs with Hosts overlap if their lists do.
 *
 * Random numbers come only from the streams of AssignStreams(); every Build() draws anew.
 */
class FabricWorkload : public ValidatedObject
{
  public:
    static constexpr int64_t MAX_TIME_PS = 1'000'000'000'000'000'000; //!< ps; latest start
    static constexpr uint32_t MAX_QUEUE_PAIRS = 128;                  //!< per connection, as NCCL

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param hosts all hosts, see MakeHostMap()
     * @return a job with a valid graph
     * @throw InputError if the attributes or a file are wrong, or do not fit these hosts
     */
    FabricJob Build(const HostMap& hosts) const;

    /** Like Build(). @param hosts all hosts; those of the job are marked as taken for later jobs */
    FabricJob BuildAndTake(HostMap& hosts) const;

    /**
     * Like BuildAndTake(), but the graph is empty: for a job that Fold() completes.
     *
     * @param hosts all hosts; those of the job are marked as taken for later jobs
     * @return a job with its hosts
     */
    FabricJob PlaceAndTake(HostMap& hosts) const;

    /** @return true if Fold() works */
    bool HasLaw() const
    {
        return DoHasLaw();
    }

    /**
     * Gives a job the graph in which collectives are delays that a law computes, and in which ranks
     * that do the same at the same time are one rank.
     *
     * @param job job of PlaceAndTake() or BuildAndTake()
     * @param hosts all hosts
     * @param network the network
     * @throw InputError if this workload has no law
     */
    void Fold(FabricJob& job, const HostMap& hosts, const LawNetwork& network) const;

    /** @return name of the job: Name, or that of the class */
    std::string GetName() const;

    /** @return HashDraw() of its kind, Hosts and Gpus; independent of its name */
    uint64_t GetDraw() const;

    /** @return name of the job whose end this one waits for; empty: it does not */
    const std::string& GetAfter() const
    {
        return m_after;
    }

    /** @return true if its hosts are those of the north-south network */
    bool IsNorthSouth() const
    {
        return m_northSouth;
    }

    /**
     * @param stream number of the first stream; those of Placement are derived from it
     * @return number of streams used, at least 1
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * Computes the figures of merit of this kind of workload, besides those of all workloads.
     *
     * @param job job that has run to its end
     * @param times times of that job
     * @return figures, always the same ones in the same order; none by default
     */
    std::vector<JobFigure> GetFigures(const FabricJob& job, const JobTimes& times) const;

  protected:
    /**
     * @param factory factory of the algorithm
     * @param attribute attribute that holds the factory
     * @param hosts all hosts, whose links the algorithm may use for its choices
     * @return new algorithm
     * @throw InputError if the object is not a CollectiveAlgorithm
     */
    Ptr<CollectiveAlgorithm> CreateAlgorithm(const ObjectFactory& factory,
                                             const std::string& attribute,
                                             const HostMap& hosts) const;

    /**
     * @param choices algorithms of the operations
     * @param hosts all hosts, whose links the algorithms may use for their choices
     * @param hostOfRank host index by rank of the job
     * @return library that makes the graphs of the job's collectives
     * @throw InputError if an attribute is not a CollectiveAlgorithm
     */
    CollectiveLibrary MakeLibrary(const CollectiveChoices& choices,
                                  const HostMap& hosts,
                                  const std::vector<uint32_t>& hostOfRank) const;

    /**
     * Throws if a job has fewer hosts than it needs.
     *
     * @param job job with its hosts
     * @param least smallest number of hosts
     */
    void RequireHosts(const FabricJob& job, size_t least) const;

    /**
     * Takes hosts that are not ranks like others, such as storage, from those of a job.
     *
     * @param job job with its hosts
     * @param hosts host indexes
     */
    static void RemoveHosts(FabricJob& job, const std::vector<uint32_t>& hosts);

    /**
     * Throws if a graph gets too large, or larger than the available memory; to be called before
     * the graph is built.
     *
     * @param nodes expected number of nodes
     * @param attributes attributes that make the graph large
     * @param remedy advice for the user
     */
    void RequireNodes(double nodes,
                      const std::string& attributes,
                      const std::string& remedy = "use less") const;

    /**
     * @param attribute name of the attribute
     * @param text value, such as 0-15,20
     * @param hostCount number of hosts of the topology
     * @return host indexes, all different; none if the text is blank
     * @throw InputError if the text is not such a list
     */
    std::vector<uint32_t> ParseHosts(const char* attribute,
                                     std::string_view text,
                                     size_t hostCount) const;

    /**
     * Throws if Hosts or Gpus is set; for workloads that take their hosts from elsewhere.
     *
     * @param where source of the hosts, in words
     */
    void RefuseHosts(const std::string& where) const;

  private:
    /**
     * Fills in the graph, and for a collective its bytes, busFactor and iterations.
     *
     * @param job job with its hosts and an empty graph of as many ranks; both may be replaced
     * @param hosts all hosts, not only those of the job
     */
    virtual void DoBuild(FabricJob& job, const HostMap& hosts) const = 0;

    /** @return see HasLaw(); false by default */
    virtual bool DoHasLaw() const;

    /**
     * Fills in the graph as Fold() demands, the hosts of its ranks and standsFor. Fails by default.
     *
     * @param job job with the hosts of all ranks and an empty graph
     * @param hosts all hosts
     * @param network the network
     */
    virtual void DoFold(FabricJob& job, const HostMap& hosts, const LawNetwork& network) const;

    /**
     * @param job job that has run
     * @param times times of that job
     * @return figures; none by default
     */
    virtual std::vector<JobFigure> DoGetFigures(const FabricJob& job, const JobTimes& times) const;

    /** @param stream number of the first stream @return number of streams used; 0 by default */
    virtual int64_t DoAssignStreams(int64_t stream);

    /** @return a job with its hosts and an empty graph */
    FabricJob Place(const HostMap& hosts) const;
    /** Marks the hosts of a job as taken, unless the job uses all hosts. */
    void Take(const FabricJob& job, HostMap& hosts) const;
    /** @return host index by rank */
    std::vector<uint32_t> SelectHosts(const HostMap& hosts) const;

    std::string m_name;             //!< empty: name of the class
    std::string m_hosts;            //!< list of host indexes; empty: all
    uint32_t m_gpus;                //!< number of ranks; 0: all hosts that may be chosen
    Ptr<RankPlacement> m_placement; //!< selects and orders the hosts
    Ptr<OnFailure> m_onFailure;     //!< reaction if the network gives up a message
    Time m_start;                   //!< start of the job, at least 0
    std::string m_after;            //!< see GetAfter()
    int16_t m_serviceLevel;         //!< 0 to 15, or -1 for that of the NIC
    uint32_t m_queuePairs;          //!< per connection, 1 to MAX_QUEUE_PAIRS
    bool m_splitMessages;           //!< true: each message uses all queue pairs of its connection
    bool m_northSouth;              //!< true: its hosts are those of the north-south network
    std::string m_saveGraph;        //!< path of the graph file to write; empty: none
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_WORKLOAD_H
