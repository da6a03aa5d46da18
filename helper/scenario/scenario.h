// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_H
#define AI_FABRIC_SCENARIO_H

#include "capture-plan.h"
#include "scenario-preset.h"
#include "scenario-value.h"

#include "ns3/background-traffic.h"
#include "ns3/fabric-failure.h"
#include "ns3/fabric-profile.h"
#include "ns3/fabric-sampler.h"
#include "ns3/fabric-topology.h"
#include "ns3/fabric-workload.h"
#include "ns3/gpu-server.h"
#include "ns3/nstime.h"
#include "ns3/queue-histogram.h"
#include "ns3/topology-cost.h"
#include "ns3/topology-generator.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** One of the fabrics that a scenario compares. */
struct ScenarioFabric
{
    std::string label;                    //!< unique in the scenario
    std::string slug;                     //!< name in file names, unique in the scenario
    Ptr<FabricProfile> profile;           //!< parts of the fabric
    std::optional<ScenarioPreset> preset; //!< preset on which it is based
    ScenarioValue place;                  //!< place in the scenario, with the values of the preset
    bool choosesPaths{
        false}; //!< true: the scenario itself, not only its preset, names a path selector
};

/** A second network of the servers, the same for each fabric of the comparison. */
struct ScenarioNorthSouth
{
    Ptr<TopologyGenerator> generator; //!< generator of the topology
    FabricTopology topology;          //!< generated topology: the servers, then the hosts of this
                                      //!< network alone
    ScenarioFabric fabric;            //!< parts of the network; without a slug
};

/** Requested results in the formats of the HPCC simulator, besides fct-FABRIC.txt. */
struct HpccOutput
{
    bool flows{false};          //!< flow-FABRIC.txt, which that simulator reads
    bool pauses{false};         //!< pfc-FABRIC.txt
    Ptr<QueueHistogram> queues; //!< qlen-FABRIC.txt; null: none
};

/** Settings of "cost", by the name of a fabric; "" is for all fabrics. */
struct CostSettings
{
    std::map<std::string, std::string> prices;   //!< path of the price list
    std::map<std::string, double> networkFactor; //!< factor on the costs of networks
};

/** A scenario that is checked and built. */
struct FabricScenario
{
    static constexpr uint32_t SEEDS = 10; //!< default number of draws

    static constexpr int64_t WORKLOAD_STREAM = 1'000'000; //!< first random stream of the workloads

    std::string name;                             //!< name; also of the results folder
    std::string description;                      //!< description for people
    Ptr<TopologyGenerator> generator;             //!< generator of the topology
    FabricTopology topology;                      //!< generated topology
    Ptr<GpuServer> server;                        //!< server of its hosts; null: each stands alone
    std::optional<ScenarioNorthSouth> northSouth; //!< network for storage and users; empty: none
    std::vector<ScenarioFabric> fabrics;          //!< fabrics to compare
    std::vector<ScenarioPresetInUse> presets;     //!< presets of topology, server and jobs
    std::vector<Ptr<FabricWorkload>> workloads;   //!< workloads that run at the same time on each
                                                  //!< fabric
    std::vector<std::string> jobNames;            //!< names of the workloads' jobs, each unique
    std::vector<Ptr<FabricFailure>> failures;     //!< failures in each fabric
    std::vector<Ptr<BackgroundTraffic>> background; //!< traffic of ns-3's own applications
    std::vector<ScenarioValue> attributes; //!< defaults of ns-3's attributes, already in effect
    uint32_t seed{1};                      //!< seed of RngSeedManager: the first of seeds
    std::vector<uint32_t> seeds;           //!< seeds of the draws, each once, at least one
    uint64_t run{1};                       //!< run number of RngSeedManager
    std::vector<std::pair<std::string, uint32_t>> draws; //!< kinds of draws with a seed of their
                                                         //!< own
    Time stallTime;                    //!< time without progress after which a run has stalled
    Time stopTime;                     //!< time at which a run is given up; 0: never
    Time until;                        //!< time at which a run ends well; 0: when all is done
    int64_t measureFromPs{0};          //!< messages that begin before do not count in tables
    int64_t measureUntilPs{INT64_MAX}; //!< messages that begin then or later do not count in tables
    Ptr<FabricSampler> sampler;        //!< samples queues and rates over time; null: none
    std::string deadlockCheck; //!< "warn", "error" or "off" if routes form a ring of buffers
    bool fastForward{false};   //!< leave out cycles in which a run repeats itself
    std::string output;        //!< folder for the results
    std::optional<bool> waits; //!< report waiting times; empty: only for jobs that compute
    bool timeline{false};      //!< write a timeline for Perfetto
    bool chakra{false};        //!< write the jobs as Chakra traces
    bool paths{false};         //!< write the paths of each flow
    HpccOutput hpcc;           //!< further files in HPCC's formats
    bool pfcTrace{false};      //!< write every PFC pause and its cause
    std::vector<std::string> ignoredRules; //!< rules of FabricLint to ignore
    CapturePlan captures;                  //!< ports whose packets are captured
    std::optional<CostSettings> cost;      //!< empty: costs are not asked for
    std::vector<ClusterCost> clusters; //!< by fabric: costs of the cluster; empty: not asked for

    /** @return hosts as workloads see them before any job has taken some */
    NetworkHosts GetHosts() const;

    /** @return true if all its fabrics use laws, so that jobs with a law need no graph */
    bool IsByLaw() const;

    /** @return topologies of the other networks, see NameOtherNetworks() */
    std::vector<FabricTopology> GetOtherTopologies() const;

    /** @return all networks joined into one, see ns3::JoinTopologies() */
    FabricTopology JoinTopologies() const;

    /** Sets the seeds of all later random draws. */
    void SetSeeds() const;

    /** Gives the workloads their random streams, from the beginning. */
    void AssignStreams() const;

    /**
     * Returns the jobs of the workloads. Loading has built them to check them. If TakeJobs() has
     * removed them, they are built again, with random streams from the beginning.
     *
     * @return jobs in the order of the workloads
     * @throw InputError if a workload has been changed and does not fit any more
     */
    const std::vector<FabricJob>& GetJobs() const;

    /**
     * Returns the jobs of GetJobs() for one fabric, and keeps no copy: their graphs may be most of
     * the memory that a run needs.
     *
     * @return jobs as by GetJobs()
     * @throw InputError as GetJobs()
     */
    std::vector<FabricJob> TakeJobs() const;

    mutable std::vector<FabricJob> jobs; //!< see GetJobs(); empty: they have been taken
};

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_H
