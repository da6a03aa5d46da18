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

/** Comparison of two fabrics at one point. */
struct ComparedPair
{
    PairedDraws draws;          //!< less: draws in which the first fabric ends before the second
    std::vector<double> ratios; //!< second time divided by the first, sorted

    /** @return median of the ratios by nearest rank; empty without ratios */
    std::optional<double> GetRatio() const;

    /** @return true if the first fabric is before the second in enough of the draws */
    bool IsBefore() const;

    /** @return true if the second fabric is before the first in enough of the draws */
    bool IsBehind() const;
};

/** The order of two fabrics in one job, in the base and in a variant. */
struct DecidedOrder
{
    /** Effect of a variant on an order. */
    enum Verdict : uint8_t
    {
        HOLDS,  //!< the order is that of the base
        TURNED, //!< the order is reversed
        OPEN,   //!< there is no order any more
        DECIDED //!< there is an order, but none in the base
    };

    size_t point{0};        //!< point of the variant; 0: the base itself
    std::string job;        //!< name of the job, or "all"
    size_t fabric{0};       //!< index of the fabric that is first in the base
    size_t other{0};        //!< index of the other fabric
    ComparedPair base;      //!< comparison in the base
    ComparedPair variant;   //!< comparison at the point
    Verdict verdict{HOLDS}; //!< effect of the point
};

/** A job with and without the cause that is said to limit it. */
struct CheckedCause
{
    size_t point{0};         //!< point without the cause
    std::string job;         //!< name of the job, or "all"
    size_t fabric{0};        //!< index of the fabric
    ComparedPair draws;      //!< without the cause first; the ratio is the time without divided by
                             //!< the time with it
    bool isConfirmed{false}; //!< true: the job is faster without the cause, in enough of the draws
};

/**
 * Effects of a plan's variants on the order of fabrics in its base: arithmetic of completion times.
 */
class WhatDecides
{
  public:
    static constexpr double ENOUGH = 0.8;      //!< least share of the draws for an order
    static constexpr double LEAST_GAIN = 0.01; //!< least gain of a job without its cause, as a
                                               //!< share of its time

    /**
     * @param plan plan with variants
     * @param fabrics labels, in the order of the scenario
     */
    WhatDecides(const SweepPlan& plan, const std::vector<std::string>& fabrics);

    /**
     * Stores the end of a job.
     *
     * @param point point of the plan
     * @param seed seed of the draw
     * @param fabric label of the fabric
     * @param job name of the job, or "all"
     * @param time completion time; empty: it did not complete
     */
    void Set(size_t point,
             uint32_t seed,
             const std::string& fabric,
             const std::string& job,
             std::optional<double> time);

    /** @return names of the jobs of the base, in the order of their first Set() */
    const std::vector<std::string>& GetJobs() const
    {
        return m_jobs;
    }

    /** @return true if two jobs end at the same times in the base */
    bool AreSame(const std::string& job, const std::string& other) const;

    /**
     * @param job name of the job
     * @return indexes of the fabrics in the order of their medians in the base
     */
    std::vector<size_t> GetOrder(const std::string& job) const;

    /**
     * @return for each job all pairs in the base, and at each variant that changes one of the two
     *         fabrics and removes no cause
     */
    std::vector<DecidedOrder> GetOrders() const;

    /** @return for each variant that removes a cause: its jobs on the fabrics that it changes */
    std::vector<CheckedCause> GetCauses() const;

  private:
    using Times =
        std::map<std::pair<std::string, size_t>, std::map<uint32_t, std::optional<double>>>;

    /** @return true if a variant changes a fabric */
    bool Changes(size_t point, size_t fabric) const;
    /** @return times of a job at a point; for unchanged fabrics those of the base */
    DrawsRow GetRow(size_t point, const std::string& job) const;

    const SweepPlan& m_plan;
    std::vector<std::string> m_fabrics;
    std::vector<std::string> m_jobs;
    std::vector<Times> m_times; //!< by point: by job and fabric, by seed
};

} // namespace ns3

#endif // AI_FABRIC_WHAT_DECIDES_H
