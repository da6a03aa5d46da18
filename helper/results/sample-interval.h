// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SAMPLE_INTERVAL_H
#define AI_FABRIC_SAMPLE_INTERVAL_H

#include <cstddef>
#include <optional>
#include <vector>

namespace ns3
{

/** Mean of a sample with its confidence interval. */
struct SampleInterval
{
    size_t count{0};                 //!< number of values
    double mean{0};                  //!< mean of the values; 0 without values
    std::optional<double> deviation; //!< standard deviation with n - 1; needs two values or more
    std::optional<double> halfWidth; //!< half width of the 95 % confidence interval around the
                                     //!< mean: Student's t with n - 1 degrees of freedom *
                                     //!< deviation / sqrt(n)
};

/** @param values independent draws @return mean and confidence interval */
SampleInterval DescribeSample(const std::vector<double>& values);

} // namespace ns3

#endif // AI_FABRIC_SAMPLE_INTERVAL_H
