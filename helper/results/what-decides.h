// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WHAT_DECIDES_H
#define AI_FABRIC_WHAT_DECIDES_H

#include "result-draws.h"

#include "ns3/sweep-plan.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/** How two fabrics compare at one point. */
struct ComparedPair
{
    PairedDraws draws;          //!< less: the first one ends before the second one
    std::vector<double> ratios; //!< of the second time over the first one, sorted

    /** @return the median of the ratios by nearest rank; nothing without any */
    std::optional<double> GetRatio() const;

    /** @return whether the first one is before the second one in enough of the draws */
    bool IsBefore() const;

    /** @return whether the second one is before the first one in enough of the draws */
    bool IsBehind() const;
};

/** An order of two fabrics in one job, in the base and in a variant. */
struct DecidedOrder
{
    /** What a variant does to it. */
    enum Verdict : uint8_t
    {
        HOLDS,  //!< it is the order of the base
        TURNED, //!< it is the other one
        OPEN,   //!< it is none
        DECIDED //!< there is one, and none in the base
    };

    size_t point{0};        //!< of the variant; 0: the base itself
    std::string job;        //!< name, or "all"
    size_t fabric{0};       //!< index of the one that is before the other in the base
    size_t other{0};        //!< index of that
    ComparedPair base;      //!< in the base
    ComparedPair variant;   //!< at the point
    Verdict verdict{HOLDS}; //!< what the point does
};

/** A job with and without what is said to limit it. */
struct CheckedCause
{
    size_t point{0};         //!< without it
    std::string job;         //!< name, or "all"
    size_t fabric{0};        //!< index
    ComparedPair draws;      //!< without it first; the ratio is of the time without over with
    bool isConfirmed{false}; //!< it is faster without, in enough of the draws
};

/** What the variants of a plan do to the orders of its base: arithmetic of completion times. */
class WhatDecides
{
  public:
    static constexpr double ENOUGH = 0.8;      //!< share of the draws that makes an order
    static constexpr double LEAST_GAIN = 0.01; //!< of its time, that a job has without its cause

    /**
     * @param plan with variants
     * @param fabrics labels, in the order of the scenario
     */
    WhatDecides(const SweepPlan& plan, const std::vector<std::string>& fabrics);

    /**
     * Notes the end of a job.
     *
     * @param point of the plan
     * @param seed of the draw
     * @param fabric label
     * @param job name, or "all"
     * @param time of it; nothing: it has not come to its end
     */
    void Set(size_t point,
             uint32_t seed,
             const std::string& fabric,
             const std::string& job,
             std::optional<double> time);

    /** @return names of the jobs of the base, in the order in which they came */
    const std::vector<std::string>& GetJobs() const
    {
        return m_jobs;
    }

    /** @return whether two jobs end at the same times in the base */
    bool AreSame(const std::string& job, const std::string& other) const;

    /** @param job name @return the fabrics in the order of their medians in the base */
    std::vector<size_t> GetOrder(const std::string& job) const;

    /**
     * @return for each job all pairs in the base, and at each variant that changes one of the two
     *         and takes no cause away
     */
    std::vector<DecidedOrder> GetOrders() const;

    /** @return for each variant that takes a cause away its jobs on the fabrics that it changes */
    std::vector<CheckedCause> GetCauses() const;

  private:
    using Times =
        std::map<std::pair<std::string, size_t>, std::map<uint32_t, std::optional<double>>>;

    /** @return whether a variant changes a fabric */
    bool Changes(size_t point, size_t fabric) const;
    /** @return the times of a job at a point; those of the base of fabrics that it does not change
     */
    DrawsRow GetRow(size_t point, const std::string& job) const;

    const SweepPlan& m_plan;
    std::vector<std::string> m_fabrics;
    std::vector<std::string> m_jobs;
    std::vector<Times> m_times; //!< by point: by job and fabric, by seed
};

} // namespace ns3

#endif // AI_FABRIC_WHAT_DECIDES_H
