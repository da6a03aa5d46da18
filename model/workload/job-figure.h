// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JOB_FIGURE_H
#define AI_FABRIC_JOB_FIGURE_H

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * One figure of merit of a job, for its table and figures.csv.
 */
struct JobFigure
{
    std::string name; //!< in plain words, such as "GPU idle"
    double value{0};  //!< value in this unit
    std::string unit; //!< such as "ms" or "%"; empty: a count or ratio
};

} // namespace ns3

#endif // AI_FABRIC_JOB_FIGURE_H
