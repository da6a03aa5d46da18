// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_H
#define AI_FABRIC_SCENARIO_H

#include "capture-plan.h"
#include "run-options.h"
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
#include "ns3/topology-generator.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** A fabric of the comparison. */
struct ScenarioFabric
{
    std::string label;                    //!< unique in the scenario
    std::string slug;                     //!< in names of files, unique in the scenario
    Ptr<FabricProfile> profile;           //!< what it is made of
    std::optional<ScenarioPreset> preset; //!< that it is built upon
    ScenarioValue place;      //!< where the scenario says so, with the values of the preset
    bool choosesPaths{false}; //!< it names a path selector there, and not only its preset does
};

/** A second network of the servers, the same beside each fabric of the comparison. */
struct ScenarioNorthSouth
{
    Ptr<TopologyGenerator> generator; //!< of the topology
    FabricTopology topology;          //!< what it makes: the servers, then what is there alone
    ScenarioFabric fabric;            //!< what it is made of; without a slug
};

/** Results in the formats of the HPCC simulator, beside fct-FABRIC.txt. */
struct HpccOutput
{
    bool flows{false};          //!< flow-FABRIC.txt, which it reads
    bool pauses{false};         //!< pfc-FABRIC.txt
    Ptr<QueueHistogram> queues; //!< qlen-FABRIC.txt; null: none

    /** @return whether there are any */
    bool IsWanted() const
    {
        return flows || pauses || queues;
    }
};

/** Everything that is to be simulated, checked and built. */
struct FabricScenario
{
    static constexpr uint32_t SEEDS = 10; //!< draws unless the user says otherwise

    static constexpr int64_t WORKLOAD_STREAM =
        1'000'000; //!< first random stream of the first workload

    std::string name;                               //!< also of the results folder
    std::string description;                        //!< for people
    Ptr<TopologyGenerator> generator;               //!< of the topology
    FabricTopology topology;                        //!< what it makes
    Ptr<GpuServer> server;                          //!< of its hosts; null: each stands alone
    std::optional<ScenarioNorthSouth> northSouth;   //!< for storage and users; none: not there
    std::vector<ScenarioFabric> fabrics;            //!< to compare
    std::vector<ScenarioPresetInUse> presets;       //!< of topology, server and jobs
    std::vector<Ptr<FabricWorkload>> workloads;     //!< run at the same time on each of them
    std::vector<std::string> jobNames;              //!< of the workloads, each unique
    std::vector<Ptr<FabricFailure>> failures;       //!< in each of the fabrics
    std::vector<Ptr<BackgroundTraffic>> background; //!< of ns-3's own applications, beside them
    std::vector<ScenarioValue> attributes; //!< defaults of ns-3's attributes, already in effect
    uint32_t seed{1};                      //!< of RngSeedManager: the first of seeds
    std::vector<uint32_t> seeds;           //!< of the draws, each once, at least one
    uint64_t run{1};                       //!< of RngSeedManager
    std::vector<std::pair<std::string, uint32_t>> draws; //!< kinds with a seed of their own
    Time stallTime;                    //!< nothing moves for so long: it has stalled
    Time stopTime;                     //!< give up then; 0: never
    Time until;                        //!< all is well if it lasts till then; 0: to its end
    int64_t measureFromPs{0};          //!< messages that begin before count in no table
    int64_t measureUntilPs{INT64_MAX}; //!< nor do those that begin then or later
    Ptr<FabricSampler> sampler;        //!< of queues and rates over time; null: none
    std::string deadlockCheck;         //!< "warn", "error" or "off" if routes close a ring
    std::string output;                //!< folder for the results
    std::optional<bool> waits; //!< report who waited for what; not said: for jobs that compute
    bool timeline{false};      //!< write one for Perfetto
    bool paths{false};         //!< write over which paths each flow went
    HpccOutput hpcc;           //!< further files
    bool pfcTrace{false};      //!< write every PFC pause and what caused it
    std::vector<std::string> ignoredRules; //!< of FabricLint
    CapturePlan captures;                  //!< ports whose packets are written down

    /** @return the hosts as workloads see them before any job has taken some */
    NetworkHosts GetHosts() const;

    /** @return topologies of the other networks, see NameOtherNetworks() */
    std::vector<FabricTopology> GetOtherTopologies() const;

    /** @return all networks as one, see ns3::JoinTopologies() */
    FabricTopology JoinTopologies() const;

    /** Sets the seeds of everything that is drawn from now on. */
    void SetSeeds() const;

    /** Gives the workloads their random streams, from the beginning. */
    void AssignStreams() const;

    /**
     * The jobs of the workloads, as loading has built them to see whether they can be. If somebody
     * has taken these they are built anew, with random streams from the beginning.
     *
     * @return in the order of the workloads
     * @throw InputError if a workload has been changed and does not fit any more
     */
    const std::vector<FabricJob>& GetJobs() const;

    /**
     * As GetJobs(), for a fabric. Who takes them alone has them: their graphs may be most of the
     * memory that a run needs, so none is kept for the fabrics to come.
     *
     * @return those of GetJobs()
     * @throw InputError as GetJobs()
     */
    std::vector<FabricJob> TakeJobs() const;

    mutable std::vector<FabricJob> jobs; //!< see GetJobs(); none: they have been taken
};

/** @param label of a fabric or node @return it as part of a file name, not empty */
std::string Slug(const std::string& label);

/**
 * Reads and builds a scenario, so that whatever is wrong shows before anything runs. A manifest of
 * an earlier run is a scenario too.
 *
 * @param options of the command line
 * @return it; throws InputError
 */
FabricScenario LoadScenario(const RunOptions& options);

/**
 * The same of a tree that has been read.
 *
 * @param root see ReadScenarioRoot()
 * @param options of the command line
 * @return it; throws InputError
 */
FabricScenario LoadScenario(ScenarioValue root, const RunOptions& options);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_H
