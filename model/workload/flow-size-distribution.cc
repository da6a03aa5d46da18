// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "flow-size-distribution.h"

#include "ns3/input-error.h"
#include "ns3/parse-number.h"
#include "ns3/text-reader.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{

namespace
{

using Point = FlowSizeDistribution::Point;

/**
 * A point of a built-in distribution. If F is linear in 1 / bytes from the point before, files that
 * are linear in bytes follow that curve in several steps: step k of n is at 1 / (1 / a + k / n (1 /
 * b - 1 / a)), to the nearest byte.
 */
struct Knot
{
    uint64_t bytes;
    double percent;    //!< percentage of flows of at most that size
    uint32_t steps{1}; //!< n, number of steps
};

/** A distribution that needs no file. */
struct BuiltIn
{
    const char* name;
    std::vector<Knot> knots;
};

const std::vector<BuiltIn>&
GetBuiltIns()
{
    static const std::vector<BuiltIn> builtIns = {
        // traffic_gen/WebSearch_distribution.txt of HPCC's simulator
        {"WebSearch",
         {{0, 0},
          {10'000, 15},
          {20'000, 20},
          {30'000, 30},
          {50'000, 40},
          {80'000, 53},
          {200'000, 60},
          {1'000'000, 70},
          {2'000'000, 80},
          {5'000'000, 90},
          {10'000'000, 97},
          {30'000'000, 100}}},
        // traffic_gen/FbHdp_distribution.txt of HPCC's simulator
        {"FbHdp",
         {{0, 0},        {100, 1},      {200, 2},          {300, 5},        {350, 15},
          {400, 20},     {500, 30},     {600, 40},         {700, 50},       {1'000, 60},
          {2'000, 67},   {7'000, 70},   {30'000, 72},      {50'000, 82},    {80'000, 87},
          {120'000, 90}, {300'000, 95}, {1'000'000, 97.5}, {2'000'000, 99}, {10'000'000, 100}}},
        // traffic_gen/AliStorage2019.txt of HPCC's simulator
        {"AliStorage2019",
         {{0, 0},
          {4'000, 22.93},
          {8'000, 69.21},
          {16'000, 80.61},
          {32'000, 90.47},
          {64'000, 93.53},
          {128'000, 96.77},
          {256'000, 97.53},
          {2'000'000, 100}}},
        // traffic_gen/GoogleRPC2008.txt of HPCC's simulator: 843 points, rounded to 1e-4 % there
        {"GoogleRPC2008",
         {{0, 0},
          {3, 6.48826},
          {32, 9.73239},
          {64, 15.5271, 5},
          {128, 35.1573, 6},
          {256, 49.7901, 8},
          {512, 78.4921, 11},
          {1'024, 86.32, 14},
          {2'048, 90.8862, 18},
          {4'096, 93.4955, 24},
          {8'192, 96.4309, 31},
          {16'384, 98.4694, 41},
          {32'768, 99.0402, 53},
          {65'536, 99.3256, 69},
          {131'072, 99.7129, 90},
          {262'144, 99.8453, 118},
          {524'288, 99.9498, 153},
          {15'158'197, 100, 199}}},
        // traffic_gen/Solar2022.txt of ConWeave's simulator
        {"Solar2022",
         {{0, 0},
          {4'095, 0.001},
          {4'096, 30},
          {16'383, 35},
          {16'384, 50},
          {65'535, 60},
          {65'536, 95},
          {262'144, 100}}},
    };
    return builtIns;
}

std::vector<Point>
Expand(const std::vector<Knot>& knots)
{
    std::vector<Point> points;
    for (const auto& knot : knots)
    {
        const Point from = points.empty() ? Point{0, 0} : points.back();
        for (uint32_t step = 1; step < knot.steps; ++step)
        {
            const double share = static_cast<double>(step) / knot.steps;
            const double first = 1.0 / static_cast<double>(from.bytes);
            const double last = 1.0 / static_cast<double>(knot.bytes);
            points.push_back(
                {static_cast<uint64_t>(std::llround(1.0 / (first + share * (last - first)))),
                 from.percent + share * (knot.percent - from.percent)});
        }
        points.push_back({knot.bytes, knot.percent});
    }
    return points;
}

} // namespace

FlowSizeDistribution::FlowSizeDistribution(uint64_t bytes)
    : FlowSizeDistribution(std::vector<Point>{{bytes, 100}})
{
}

FlowSizeDistribution::FlowSizeDistribution(std::vector<Point> points)
    : m_points(std::move(points))
{
    double percentBytes = m_points.front().percent * static_cast<double>(m_points.front().bytes);
    for (size_t i = 1; i < m_points.size(); ++i)
    {
        const auto& a = m_points[i - 1];
        const auto& b = m_points[i];
        percentBytes += (b.percent - a.percent) * (static_cast<double>(a.bytes + b.bytes) + 1) / 2;
    }
    m_meanBytes = percentBytes / 100;
}

FlowSizeDistribution
FlowSizeDistribution::Load(const std::string& source)
{
    std::string names;
    for (const auto& builtIn : GetBuiltIns())
    {
        if (source == builtIn.name)
        {
            return FlowSizeDistribution(Expand(builtIn.knots));
        }
        names += std::string(builtIn.name) + ", ";
    }
    if (const auto bytes = ParseNumber<uint64_t>(source, 1, INT64_MAX))
    {
        return FlowSizeDistribution(*bytes);
    }
    throw InputError("'" + source + "' is not a distribution of sizes; expected one of " + names +
                     "or a number of bytes");
}

FlowSizeDistribution
FlowSizeDistribution::Read(const std::string& path)
{
    TextReader reader(path);
    std::vector<Point> points;
    while (!reader.AtEnd())
    {
        reader.BeginRecord();
        const uint64_t bytes = reader.ReadUnsigned("bytes", 0, INT64_MAX);
        if (!points.empty() && bytes <= points.back().bytes)
        {
            reader.Fail("bytes", "is not above the line before; expected ascending sizes");
        }
        const double percent = reader.ReadDouble("percent", 0, 100);
        if (!points.empty() && percent < points.back().percent)
        {
            reader.Fail("percent", "is below the line before; expected a cumulative distribution");
        }
        if (bytes == 0 && percent > 0)
        {
            reader.Fail("percent", "some flows have 0 bytes; expected at least 1");
        }
        reader.EndRecord();
        points.push_back({bytes, percent});
    }
    if (points.back().percent != 100)
    {
        reader.Fail("percent",
                    "the last line is not 100 percent; expected a complete distribution");
    }
    return FlowSizeDistribution(std::move(points));
}

std::vector<std::string>
FlowSizeDistribution::GetNames()
{
    std::vector<std::string> names;
    for (const auto& builtIn : GetBuiltIns())
    {
        names.emplace_back(builtIn.name);
    }
    return names;
}

uint64_t
FlowSizeDistribution::GetQuantile(double share) const
{
    const double percent = 100 * share;
    const auto above =
        std::lower_bound(m_points.begin(),
                         m_points.end() - 1,
                         percent,
                         [](const Point& point, double wanted) { return point.percent < wanted; });
    if (above == m_points.begin() || above->percent <= percent)
    {
        return std::max<uint64_t>(above->bytes, 1);
    }
    const auto& a = *(above - 1);
    const auto width = static_cast<double>(above->bytes - a.bytes);
    const double steps = std::ceil(width * (percent - a.percent) / (above->percent - a.percent));
    return std::clamp<uint64_t>(a.bytes + static_cast<uint64_t>(steps), 1, above->bytes);
}

double
FlowSizeDistribution::GetShare(uint64_t bytes) const
{
    const auto above =
        std::upper_bound(m_points.begin(),
                         m_points.end(),
                         bytes,
                         [](uint64_t wanted, const Point& point) { return wanted < point.bytes; });
    if (above == m_points.begin() || bytes == 0)
    {
        return 0;
    }
    const auto& a = *(above - 1);
    if (above == m_points.end())
    {
        return 1;
    }
    const double part =
        static_cast<double>(bytes - a.bytes) / static_cast<double>(above->bytes - a.bytes);
    return (a.percent + part * (above->percent - a.percent)) / 100;
}

} // namespace ns3
