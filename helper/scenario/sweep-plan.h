// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWEEP_PLAN_H
#define AI_FABRIC_SWEEP_PLAN_H

#include "run-options.h"
#include "scenario-value.h"
#include "sweep-run.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/** A point of a sweep: a level of every axis. */
struct SweepPoint
{
    std::vector<std::string> labels; //!< by axis: the value as text, or the name of the level
    std::vector<SweptValue> values;  //!< that it sets, in the order of the axes
    std::string folder;              //!< of its runs, unique in the sweep
};

/** What a point of a sweep is that varies one setting at a time, see PlanVariations(). */
struct SweepVariant
{
    /** What becomes of it. */
    enum State : uint8_t
    {
        RUN,     //!< it is run
        REFUSED, //!< it cannot be built
        SAME,    //!< it is what another point is
        LEFT     //!< it is not to be run
    };

    static constexpr const char* IS_BASE = "it is the base"; //!< reason of what changes nothing

    std::string kind;                   //!< see Variation::GetKind(); empty: nothing is varied
    std::string cause;                  //!< that it takes away; empty: none
    std::string job;                    //!< of which the cause is; empty: of all
    State state{RUN};                   //!< LEFT from the beginning, or RUN until it has been tried
    std::string reason{};               //!< why it is not run
    std::vector<std::string> fabrics{}; //!< labels of those that it changes; of those that run
};

/** What a sweep consists of. */
struct SweepPlan
{
    std::string folder;             //!< for the results
    std::vector<uint32_t> seeds;    //!< of the draws of each point
    std::vector<std::string> axes;  //!< names, in the order written: a key, or a name of its own
    std::vector<SweepPoint> points; //!< product of the axes; the last one changes fastest
    std::vector<SweepVariant> variants{}; //!< by point, the base first; none: they are a product

    /** @return the runs: by point, each with all seeds, without their identities */
    std::vector<SweepRun> GetRuns() const;

    /** Gives all points folders of their own, named by their labels. */
    void NamePoints();
};

/**
 * Reads "sweep" of a scenario and --sweep.
 *
 * "sweep" is an object with a member per axis. Its value is
 *     a list: the values of the key that is the name of the axis
 *     {"from": a, "to": b, "step": s} or "factor": numbers of the key, both ends included
 *     {NAME: {KEY: VALUE, ...}, ...}: levels by name, each sets several keys together
 *
 * @param root of the scenario, after --set
 * @param options of the command line
 * @return the plan; nothing without a sweep
 * @throw InputError
 */
std::optional<SweepPlan> PlanSweep(const ScenarioValue& root, const RunOptions& options);

} // namespace ns3

#endif // AI_FABRIC_SWEEP_PLAN_H
