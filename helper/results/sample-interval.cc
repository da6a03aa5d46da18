// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sample-interval.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace ns3
{

namespace
{

/** In double, because valgrind's long double is shorter than Boost's tables assume. */
using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
using StudentsT = boost::math::students_t_distribution<double, Policy>;

} // namespace

SampleInterval
DescribeSample(const std::vector<double>& values)
{
    SampleInterval sample;
    sample.count = values.size();
    if (values.empty())
    {
        return sample;
    }
    const auto count = static_cast<double>(values.size());
    // Relative to the first value, so that equal values have a deviation of exactly 0.
    double sum = 0;
    for (const double value : values)
    {
        sum += value - values.front();
    }
    sample.mean = values.front() + sum / count;
    if (values.size() < 2)
    {
        return sample;
    }
    double squares = 0;
    for (const double value : values)
    {
        squares += (value - sample.mean) * (value - sample.mean);
    }
    sample.deviation = std::sqrt(squares / (count - 1));
    constexpr double UPPER_TAIL = 0.025;
    const StudentsT distribution(count - 1);
    const double t = quantile(complement(distribution, UPPER_TAIL));
    sample.halfWidth = t * *sample.deviation / std::sqrt(count);
    return sample;
}

} // namespace ns3
