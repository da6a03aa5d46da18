// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-file.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#ifdef AI_FABRIC_OBSERVE

using namespace ns3;

namespace
{

/** @return how often a text has elements of a name */
size_t
CountElements(const std::string& text, const std::string& name)
{
    const std::regex element("<" + name + " ");
    return std::distance(std::sregex_iterator(text.begin(), text.end(), element),
                         std::sregex_iterator());
}

} // namespace

// The first packet of a WRITE takes 4194 B of the wire with its RETH, S = 335.52 ns at 100 Gb/s,
// the last one 4178 B, T = 334.24 ns; cables D = 500 ns, the switch L = 400 ns. Packets leave the
// hosts at 0 and S and the switch one after the other from S + D + L on; of the two hosts one comes
// first. From first bit to last bit its packets take 2 D + L = 1400 ns and 2 S and 2 S + T, those
// of the other one 3 S and 2 S + 2 T: 2238.16 and 2573.04 ns in the mean, 2405.28 and 2739.52 at
// most.
//
// Each packet crosses two links, and so do the acknowledgements of two messages: 2 * (4 + 2) = 12
// lines for NetAnim.
TEST(ObserveExampleTest, TableAndAnimationAreThoseDerivedByHand)
{
    const TemporaryFile file("");
    const auto outcome =
        RunProgram(std::string("\"") + AI_FABRIC_OBSERVE + "\" --animation=" + file.GetPath());
    ASSERT_EQ(outcome.status, 0) << outcome.text;
    std::istringstream lines(outcome.text);
    std::string line;
    std::getline(lines, line);
    std::vector<double> means;
    std::vector<double> longest;
    for (const uint32_t sender : {1, 2})
    {
        std::string arrow;
        uint32_t from = 0;
        uint32_t to = 9;
        uint64_t txPackets = 0;
        uint64_t txBytes = 0;
        uint64_t rxPackets = 0;
        uint64_t rxBytes = 0;
        uint64_t lost = 1;
        means.push_back(0);
        longest.push_back(0);
        lines >> from >> arrow >> to >> txPackets >> txBytes >> rxPackets >> rxBytes >> lost >>
            means.back() >> longest.back();
        EXPECT_EQ(from, sender);
        EXPECT_EQ(to, 0u);
        EXPECT_EQ(txPackets, 2u);
        EXPECT_EQ(txBytes, 8192u);
        EXPECT_EQ(rxPackets, 2u);
        EXPECT_EQ(rxBytes, 8192u);
        EXPECT_EQ(lost, 0u);
    }
    std::sort(means.begin(), means.end());
    std::sort(longest.begin(), longest.end());
    EXPECT_EQ(means, (std::vector<double>{2238.16, 2573.04}));
    EXPECT_EQ(longest, (std::vector<double>{2405.28, 2739.52}));
    EXPECT_EQ(Read(std::string(AI_FABRIC_SOURCE_DIR) + "/doc/measured/observe-example.txt"),
              outcome.text);

    const auto animation = Read(file.GetPath());
    EXPECT_EQ(CountElements(animation, "node"), 4u);
    EXPECT_EQ(CountElements(animation, "link"), 3u);
    EXPECT_EQ(CountElements(animation, "p"), 12u);
    // The first packet of host 1, Node 1, to the switch, Node 3.
    EXPECT_TRUE(Has(animation,
                    "<p fId=\"1\" fbTx=\"0\" lbTx=\"3.3552e-07\" tId=\"3\" fbRx=\"5e-07\" "
                    "lbRx=\"8.3552e-07\"/>"));
    EXPECT_EQ(animation.substr(animation.size() - 8), "</anim>\n");
}

#endif // AI_FABRIC_OBSERVE
