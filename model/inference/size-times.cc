// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "size-times.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

SizeTimes::SizeTimes(double least, double most, const std::function<int64_t(double)>& getPs)
{
    constexpr double APART = 4;
    const auto makePoint = [&getPs](double size) {
        return Point{size, static_cast<double>(getPs(size))};
    };
    m_points.push_back(makePoint(least));
    while (m_points.back().size < most)
    {
        const Point low = m_points.back();
        Divide(low, makePoint(std::min(most, APART * low.size)), getPs);
    }
}

double
SizeTimes::Interpolate(const Point& low, const Point& high, double size)
{
    return low.timePs + (high.timePs - low.timePs) * (size - low.size) / (high.size - low.size);
}

void
SizeTimes::Divide(const Point& low, const Point& high, const std::function<int64_t(double)>& getPs)
{
    constexpr double CLOSE = 1.05;
    if (high.size > CLOSE * low.size)
    {
        const double size = std::sqrt(low.size * high.size);
        const Point middle{size, static_cast<double>(getPs(size))};
        const double error = std::abs(Interpolate(low, high, size) - middle.timePs);
        if (error > TOLERANCE * middle.timePs)
        {
            Divide(low, middle, getPs);
            Divide(middle, high, getPs);
            return;
        }
    }
    m_points.push_back(high);
}

int64_t
SizeTimes::Get(double size) const
{
    if (m_points.empty())
    {
        return 0;
    }
    if (size <= m_points.front().size || m_points.size() == 1)
    {
        return std::llround(m_points.front().timePs);
    }
    auto high =
        std::lower_bound(m_points.begin() + 1,
                         m_points.end(),
                         size,
                         [](const Point& point, double wanted) { return point.size < wanted; });
    high = high == m_points.end() ? high - 1 : high;
    return std::llround(Interpolate(*(high - 1), *high, size));
}

} // namespace ns3
