// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SAMPLE_INTERVAL_H
#define AI_FABRIC_SAMPLE_INTERVAL_H

#include <cstddef>
#include <optional>
#include <vector>

namespace ns3
{

/** What a sample says of the mean that it is drawn from. */
struct SampleInterval
{
    size_t count{0};                 //!< values
    double mean{0};                  //!< of them; 0 without any
    std::optional<double> deviation; //!< standard deviation with n - 1; of two values or more
    std::optional<double> halfWidth; //!< of the 95 % confidence interval, which is around the mean:
                                     //!< Student's t with n - 1 degrees of freedom * deviation /
                                     //!< sqrt(n)
};

/** @param values independent draws @return what they say of the mean */
SampleInterval DescribeSample(const std::vector<double>& values);

} // namespace ns3

#endif // AI_FABRIC_SAMPLE_INTERVAL_H
