// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "temporary-file.h"

#include "ns3/flow-size-distribution.h"
#include "ns3/input-error.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

FlowSizeDistribution
Read(const std::string& text)
{
    const TemporaryFile file(text);
    return FlowSizeDistribution::Read(file.GetPath());
}

std::string
ErrorOf(const std::string& text)
{
    return MessageBehindPath<InputError>(text, [](const std::string& path) {
        FlowSizeDistribution::Read(path);
    });
}

} // namespace

TEST(FlowSizeDistribution, MeansOfThePublishedOnes)
{
    // Mean of a file: sum of (x(i) + x(i + 1)) / 2 (F(i + 1) - F(i)), plus half a byte since sizes
    // are rounded up to whole bytes.
    EXPECT_NEAR(FlowSizeDistribution::Load("WebSearch").GetMeanBytes(), 1'711'250.5, 1e-3);
    EXPECT_NEAR(FlowSizeDistribution::Load("FbHdp").GetMeanBytes(), 120'421.25, 1e-3);
    EXPECT_NEAR(FlowSizeDistribution::Load("AliStorage2019").GetMeanBytes(), 40'870.3, 1e-3);
    EXPECT_NEAR(FlowSizeDistribution::Load("Solar2022").GetMeanBytes(), 39'424.00452, 1e-3);
    // Percentages in that file are rounded to 1e-4: 0.5e-6 of its largest flows are 7 bytes.
    EXPECT_NEAR(FlowSizeDistribution::Load("GoogleRPC2008").GetMeanBytes(), 2'892.1, 2.9);
    EXPECT_EQ(FlowSizeDistribution::GetNames().size(), 5u);
}

TEST(FlowSizeDistribution, QuantilesOfWebSearch)
{
    const auto sizes = FlowSizeDistribution::Load("WebSearch");
    EXPECT_EQ(sizes.GetQuantile(1e-9), 1u);
    EXPECT_EQ(sizes.GetQuantile(0.075), 5'000u);  // half of the way to (10000, 15 %)
    EXPECT_EQ(sizes.GetQuantile(0.15), 10'000u);  // a point
    EXPECT_EQ(sizes.GetQuantile(0.65), 600'000u); // half of the way from 200000 to 1000000
    EXPECT_EQ(sizes.GetQuantile(0.985), 20'000'000u);
    EXPECT_EQ(sizes.GetQuantile(1), 30'000'000u);
    EXPECT_DOUBLE_EQ(sizes.GetShare(0), 0);
    EXPECT_DOUBLE_EQ(sizes.GetShare(5'000), 0.075);
    EXPECT_DOUBLE_EQ(sizes.GetShare(600'000), 0.65);
    EXPECT_DOUBLE_EQ(sizes.GetShare(30'000'000), 1);
    EXPECT_DOUBLE_EQ(sizes.GetShare(UINT64_MAX), 1);
}

TEST(FlowSizeDistribution, GoogleHasThePointsOfItsFile)
{
    const auto sizes = FlowSizeDistribution::Load("GoogleRPC2008");
    EXPECT_EQ(sizes.GetPoints().size(), 843u);
    // Lines of the file, from all over it.
    const std::vector<FlowSizeDistribution::Point> lines = {{3, 6.48826},
                                                            {36, 10.8913},
                                                            {70, 18.7988},
                                                            {375, 68.055},
                                                            {1'475, 89.1104},
                                                            {7'469, 96.1468},
                                                            {65'902, 99.3299},
                                                            {131'630, 99.714},
                                                            {500'000, 0},
                                                            {1'457'870, 99.9831},
                                                            {13'293'619, 99.9997}};
    for (const auto& line : lines)
    {
        const auto& points = sizes.GetPoints();
        const auto place = std::find_if(points.begin(), points.end(), [&](const auto& point) {
            return point.bytes == line.bytes;
        });
        ASSERT_EQ(place == points.end(), line.percent == 0) << line.bytes;
        if (line.percent > 0)
        {
            EXPECT_NEAR(place->percent, line.percent, 1e-4);
        }
    }
}

TEST(FlowSizeDistribution, AnEvenGridHasTheMean)
{
    // 0.5 (0 + 100 + 1) / 2 + 0.5 (100 + 1100 + 1) / 2 = 325.5
    const auto sizes = Read("0 0\n100 50\n1100 100\n");
    EXPECT_DOUBLE_EQ(sizes.GetMeanBytes(), 325.5);
    constexpr int STEPS = 200'000; // 1000 steps or more for each size
    double sum = 0;
    for (int i = 0; i < STEPS; ++i)
    {
        const auto bytes = sizes.GetQuantile((i + 0.5) / STEPS);
        sum += static_cast<double>(bytes);
        EXPECT_GE(sizes.GetShare(bytes), (i + 0.5) / STEPS);
        EXPECT_LT(sizes.GetShare(bytes - 1), (i + 0.5) / STEPS);
    }
    EXPECT_NEAR(sum / STEPS, 325.5, 0.01);
}

TEST(FlowSizeDistribution, AShareOfOneSize)
{
    // 40 % are of 500 bytes, the others of 501 to 1000: 0.4 * 500 + 0.6 * 1501 / 2 = 650.3
    const auto sizes = Read("500 40\n1000 100");
    EXPECT_DOUBLE_EQ(sizes.GetMeanBytes(), 650.3);
    EXPECT_EQ(sizes.GetQuantile(0.001), 500u);
    EXPECT_EQ(sizes.GetQuantile(0.4), 500u);
    EXPECT_EQ(sizes.GetQuantile(0.4 + 0.6 * 0.5), 750u);
    EXPECT_DOUBLE_EQ(sizes.GetShare(499), 0);
    EXPECT_DOUBLE_EQ(sizes.GetShare(500), 0.4);
    // No flow lies between two sizes with the same percentage.
    const auto gap = Read("0 0\n10 50\n1000 50\n1010 100\n");
    EXPECT_EQ(gap.GetQuantile(0.5), 10u);
    EXPECT_EQ(gap.GetQuantile(0.625), 1'003u); // 1000 + 10 * 0.25, rounded up
    const auto fixed = FlowSizeDistribution::Load("4096");
    EXPECT_EQ(fixed.GetQuantile(0.5), 4096u);
    EXPECT_DOUBLE_EQ(fixed.GetMeanBytes(), 4096);
}

TEST(FlowSizeDistribution, WrongOnes)
{
    EXPECT_EQ(MessageOf<InputError>([] { FlowSizeDistribution::Load("websearch"); }),
              "'websearch' is not a distribution of sizes; expected one of WebSearch, FbHdp, "
              "AliStorage2019, GoogleRPC2008, Solar2022, or a number of bytes");
    EXPECT_EQ(MessageOf<InputError>([] { FlowSizeDistribution::Load("0"); }).substr(0, 28),
              "'0' is not a distribution of");
    EXPECT_EQ(MessageOf<InputError>([] { FlowSizeDistribution::Read("/nowhere/x.txt"); }),
              "/nowhere/x.txt: cannot be read: No such file or directory");
    EXPECT_EQ(ErrorOf("0 0\n100 50\n"),
              ":2: percent: the last line is not 100 percent; expected a complete distribution");
    EXPECT_EQ(ErrorOf("0 0\n100 50\n100 100\n"),
              ":3: bytes: is not above the line before; expected ascending sizes");
    EXPECT_EQ(ErrorOf("0 0\n100 50\n200 40\n300 100\n"),
              ":3: percent: is below the line before; expected a cumulative distribution");
    EXPECT_EQ(ErrorOf("0 5\n100 100\n"),
              ":1: percent: some flows have 0 bytes; expected at least 1");
    EXPECT_EQ(ErrorOf("0 0\n100\n"), ":2: percent: the line ends before this field");
    EXPECT_EQ(ErrorOf("0 0 1\n"), ":1: unexpected '1' after the last field of the line");
    EXPECT_NE(ErrorOf("0 0\n100 101\n"), "no error");
    EXPECT_NE(ErrorOf("0 0\n-1 100\n"), "no error");
}
