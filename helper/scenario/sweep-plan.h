// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWEEP_PLAN_H
#define AI_FABRIC_SWEEP_PLAN_H

#include "scenario-input.h"
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
    std::vector<SweptValue> values;  //!< values that the point sets, in the order of the axes
    std::string folder;              //!< folder of its runs, unique in the sweep
};

/** State of a point of a sweep that varies one setting at a time, see PlanVariations(). */
struct SweepVariant
{
    /** State of a variant. */
    enum State : uint8_t
    {
        RUN,     //!< the variant is run
        REFUSED, //!< the variant cannot be built
        SAME,    //!< the variant equals another point
        LEFT     //!< the variant is not to be run
    };

    static constexpr const char* IS_BASE = "it is the base"; //!< reason of a variant that changes
                                                             //!< nothing

    std::string kind;                   //!< see Variation::GetKind(); empty: nothing is varied
    std::string cause;                  //!< cause that it removes; empty: none
    std::string job;                    //!< job of that cause; empty: all jobs
    State state{RUN};                   //!< LEFT from the beginning, or RUN until it has been tried
    std::string reason{};               //!< reason why it is not run
    std::vector<std::string> fabrics{}; //!< labels of the fabrics that it changes; of these, those
                                        //!< that run
};

/** Points and draws of a sweep. */
struct SweepPlan
{
    std::string folder;             //!< folder for the results
    std::vector<uint32_t> seeds;    //!< seeds of the draws of each point
    std::vector<std::string> axes;  //!< names in the order written: a key, or a name of its own
    std::vector<SweepPoint> points; //!< product of the axes; the last one changes fastest
    std::vector<SweepVariant> variants{}; //!< by point, the base first; empty: the points are a
                                          //!< product

    /** @return runs by point, each with all seeds, without their identities */
    std::vector<SweepRun> GetRuns() const;

    /** Gives each point a folder, named by its labels. */
    void NamePoints();
};

/**
 * Reads "sweep" of a scenario and --sweep.
 *
 * "sweep" is an object with a member per axis. The value of a member is
 *     a list: values of the key that names the axis
 *     {"from": a, "to": b, "step": s} or "factor": numbers for the key, both ends included
 *     {NAME: {KEY: VALUE, ...}, ...}: named levels; each sets several keys together
 *
 * @param root tree of the scenario, after --set
 * @param input input of the scenario
 * @param moreAxes see ReadSweepAxes()
 * @return the plan; empty without a sweep
 * @throw InputError if the sweep is wrong
 */
std::optional<SweepPlan> PlanSweep(const ScenarioValue& root,
                                   const ScenarioInput& input,
                                   const std::vector<std::string>& moreAxes);

} // namespace ns3

#endif // AI_FABRIC_SWEEP_PLAN_H
