// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "uet-test.h"
#include "units.h"

#include "ns3/htsim-framing.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

class HtsimFramingTest : public UetTest
{
};

} // namespace

TEST_F(HtsimFramingTest, PacketsHaveTheLengthsOfThatSimulator)
{
    const auto framing = CreateObject<HtsimFraming>();
    for (const UetType type :
         {UetType::RUD_REQUEST, UetType::ROD_CC_REQUEST, UetType::RUDI_REQUEST})
    {
        EXPECT_EQ(framing->GetUetFrameBytes(type, 4096), 4160u);
        EXPECT_EQ(framing->GetUetFrameBytes(type, 1), 68u);
    }
    for (const UetType type : {UetType::ACK_CC, UetType::ACK_CCX, UetType::NACK, UetType::CONTROL})
    {
        EXPECT_EQ(framing->GetUetFrameBytes(type, 0), 64u);
    }
    EXPECT_EQ(framing->GetGapBytes(), 0u);
    EXPECT_EQ(framing->GetMaxWireBytes(4096), 4160u);
    EXPECT_EQ(framing->MakeCodec(), nullptr) << "no real frame is like that";
    const auto tagged = Make<HtsimFraming>("HtsimFraming", {{"VlanTag", "1"}});
    EXPECT_EQ(tagged->GetUetFrameBytes(UetType::NACK, 0), 68u);
}

TEST_F(HtsimFramingTest, AMessageAloneTakesItsPacketsAndOneAcknowledgement)
{
    const TimedLink link{"100Gbps", 80, "1us", US};
    for (const std::string control : {"ns3::Nscc", "ns3::Rccc"})
    {
        for (const uint64_t bytes : {1UL, 4086UL, 4087UL, 50'001UL})
        {
            SCOPED_TRACE(control + ", " + std::to_string(bytes) + " B");
            Restart();
            BuildUet("Framing=ns3::HtsimFraming CongestionControl=" + control +
                         " Nic=ns3::RdmaNic[MtuBytes=4086]",
                     Star(2, link.rate, link.delay));
            const auto wire = [](uint64_t payload) {
                return static_cast<int64_t>(64 + (payload + 3) / 4 * 4);
            };
            ExpectAlone(link, bytes, 4086, wire, 64);
        }
    }
}
