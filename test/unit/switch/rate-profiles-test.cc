// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "fabric-test.h"
#include "units.h"

#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/rate-profiles.h"
#include "ns3/red-marker.h"
#include "ns3/shared-buffer.h"
#include "ns3/step-marker.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint8_t PROFILE_LANE = 3;

const std::vector<RateProfiles::Key> PROFILE_KEYS = {{"shareBytes", 0, 1000, true},
                                                     {"part", 0, 1, false}};

/** @return what a table of that text is refused with */
std::string
RefusalOfTable(const std::string& text)
{
    return MessageOf<InputError>([&] { RateProfiles(text, PROFILE_KEYS, "It"); });
}

/** Ports of 100, 400 and 25 Gb/s, each with one lossless lane and 10 kB of headroom. */
class RateProfilesTest : public FabricTest
{
  protected:
    void Configure(const std::string& profiles, bool credits = false)
    {
        m_buffer = CreateObjectWithAttributes<SharedBuffer>("SizeBytes",
                                                            UintegerValue(1'000'000),
                                                            "Profiles",
                                                            StringValue(profiles),
                                                            "StaticThresholdBytes",
                                                            UintegerValue(50'000));
        std::vector<SwitchBuffer::PortNeeds> ports;
        for (const uint64_t gbps : {100, 400, 25})
        {
            ports.push_back({10'000, 1 << PROFILE_LANE, PRIORITY_COUNT, 0, credits, gbps * GBPS});
        }
        m_buffer->Configure(ports);
    }

    /** Fills a port with packets of one byte. @return bytes before it is paused, and after */
    std::pair<uint64_t, uint64_t> Fill(uint16_t port)
    {
        uint64_t bytes = 0;
        uint64_t before = 0;
        while (m_buffer->Admit({port, PROFILE_LANE}, {2, PROFILE_LANE}, 1).IsAdmitted())
        {
            ++bytes;
            before += !m_buffer->IsAboveThreshold(port, PROFILE_LANE);
        }
        return {before, bytes - before};
    }

    /** Empties a port that holds these bytes. @return bytes that are left when it may resume */
    uint64_t FindResume(uint16_t port, uint64_t bytes)
    {
        for (; !m_buffer->MayResume(port, PROFILE_LANE); --bytes)
        {
            m_buffer->Release({port, PROFILE_LANE}, {2, PROFILE_LANE}, 1);
        }
        return bytes;
    }

    Ptr<SharedBuffer> m_buffer;
};

} // namespace

TEST(RateProfiles, HaveARowForEachRate)
{
    const RateProfiles profiles("rate=100Gbps:part=0.5, rate=25Gbps:shareBytes=7:part=1",
                                PROFILE_KEYS,
                                "It");
    ASSERT_EQ(profiles.GetRows().size(), 2u);
    EXPECT_EQ(profiles.Find(100 * GBPS)->Find("part"), 0.5);
    EXPECT_FALSE(profiles.Find(100 * GBPS)->Find("shareBytes"));
    EXPECT_EQ(profiles.Find(25 * GBPS)->Find("shareBytes"), 7);
    EXPECT_EQ(profiles.Find(25 * GBPS + 1), nullptr);
    EXPECT_TRUE(RateProfiles("", PROFILE_KEYS, "It").GetRows().empty());
}

TEST(RateProfiles, SayWhatIsWrongInOneLine)
{
    EXPECT_EQ(RefusalOfTable("rate=fast:part=1"),
              "It: \"rate=fast:part=1\" has no rate; expected one such as rate=400Gbps");
    EXPECT_EQ(RefusalOfTable("rate=:part=1"),
              "It: \"rate=:part=1\" has no rate; expected one such as rate=400Gbps");
    EXPECT_EQ(RefusalOfTable("part=1"),
              "It: \"part=1\" has no rate; expected one such as rate=400Gbps");
    EXPECT_EQ(RefusalOfTable("rate=1Gbps"),
              "It: \"rate=1Gbps\" has only a rate; expected some of rate, shareBytes, part");
    EXPECT_EQ(RefusalOfTable("rate=1Gbps:parts=1"),
              "It: \"rate=1Gbps:parts=1\" has \"parts\"; expected at most once each: rate, "
              "shareBytes, part");
    EXPECT_EQ(RefusalOfTable("rate=1Gbps:part=2"),
              "It: \"rate=1Gbps:part=2\" has \"2\" for part; expected 0 to 1");
    EXPECT_EQ(RefusalOfTable("rate=1Gbps:shareBytes=1.5"),
              "It: \"rate=1Gbps:shareBytes=1.5\" has \"1.5\" for shareBytes; expected a whole "
              "number from 0 to 1000");
    EXPECT_EQ(RefusalOfTable("rate=1Gbps:part=1:part=1"),
              "It: \"rate=1Gbps:part=1:part=1\" has part twice");
    EXPECT_EQ(RefusalOfTable("rate=1Gbps:part=1,rate=1000Mbps:part=0"),
              "It: \"rate=1000Mbps:part=0\" has the rate of an earlier row; expected one row for "
              "each rate");
    EXPECT_EQ(RefusalOfTable("rate=1Gbps:part=1,,"),
              "It: \"\" has no rate; expected one such as "
              "rate=400Gbps");
}

TEST_F(RateProfilesTest, PortsPauseAndResumeAtTheThresholdsOfTheirRate)
{
    Configure("rate=100Gbps:staticThresholdBytes=30001:headroomBytes=7000:xonOffsetBytes=1000,"
              "rate=400Gbps:alpha=0.25:reserveBytes=2000:headroomBytes=20000");
    // Memory less all headrooms, 7, 20 and 10 kB, and the one reserve.
    EXPECT_EQ(m_buffer->GetPoolBytes(), 1'000'000u - 37'000 - 2'000);
    EXPECT_EQ(Fill(0), (std::pair<uint64_t, uint64_t>(30'001, 7'000)));
    // The last of n bytes is within 2000 + (961000 - 30001 - (n - 1 - 2000)) / 4, rounded down: 5 n
    // <= 4 * 2000 + 961000 - 30001 + 2001, n <= 188200.
    EXPECT_EQ(Fill(1), (std::pair<uint64_t, uint64_t>(188'200, 20'000)));
    // The third has the attributes.
    EXPECT_EQ(Fill(2), (std::pair<uint64_t, uint64_t>(50'000, 10'000)));
    EXPECT_EQ(FindResume(0, 37'001), 29'001u);
    EXPECT_EQ(FindResume(2, 60'000), 50'000u - 3'600);
    EXPECT_EQ(m_buffer->GetNeeds(0).reservedBytes, 7'000u);
    EXPECT_EQ(m_buffer->GetNeeds(1).reservedBytes, 20'000u);
}

TEST_F(RateProfilesTest, WithoutRowsForThemPortsAreAsWithoutProfiles)
{
    Configure("rate=10Gbps:alpha=1");
    EXPECT_EQ(Fill(0), (std::pair<uint64_t, uint64_t>(50'000, 10'000)));
    EXPECT_EQ(Fill(1), (std::pair<uint64_t, uint64_t>(50'000, 10'000)));
}

TEST_F(RateProfilesTest, ABufferRefusesWhatContradictsItself)
{
    const auto buffer = CreateObject<SharedBuffer>();
    const StringValue both("rate=1Gbps:alpha=1:staticThresholdBytes=5");
    EXPECT_EQ(MessageOf<InputError>([&] { buffer->SetAttribute("Profiles", both); }),
              "SharedBuffer Profiles: the row for 1000000000bps has alpha and "
              "staticThresholdBytes; expected one of them");
    EXPECT_EQ(MessageOf<InputError>([&] { Configure("rate=100Gbps:headroomBytes=1", true); }),
              "SharedBuffer Profiles: a row for 100000000000bps has headroomBytes; expected none, "
              "since the links of this switch have credits");
}

TEST_F(RateProfilesTest, MarksBeginAtTheThresholdsOfTheRate)
{
    const auto red = CreateObjectWithAttributes<RedMarker>(
        "KminBytes",
        UintegerValue(1'000),
        "KmaxBytes",
        UintegerValue(1'000),
        "ReferenceRate",
        DataRateValue(DataRate("100Gbps")),
        "Profiles",
        StringValue("rate=25Gbps:kminBytes=100:kmaxBytes=100,"
                    "rate=400Gbps:kminBytes=700:kmaxBytes=1700:pmax=0.5"));
    red->AssignStreams(3);
    const auto step = CreateObjectWithAttributes<StepMarker>(
        "ThresholdBytes",
        UintegerValue(1'000),
        "Profiles",
        StringValue("rate=25Gbps:thresholdBytes=100,rate=400Gbps:thresholdBytes=1700"));
    // The attributes are given for 100 Gb/s; at 200 Gb/s the values are twice as large.
    for (const auto& [gbps, threshold] :
         std::vector<std::pair<uint64_t, uint64_t>>{{25, 100}, {100, 1'000}, {200, 2'000}})
    {
        EXPECT_FALSE(red->ShouldMark({threshold, gbps * GBPS})) << gbps;
        EXPECT_FALSE(step->ShouldMark({threshold, gbps * GBPS})) << gbps;
        EXPECT_TRUE(red->ShouldMark({threshold + 2, gbps * GBPS})) << gbps; // scaled by halves
        EXPECT_TRUE(step->ShouldMark({threshold + 1, gbps * GBPS})) << gbps;
    }
    EXPECT_TRUE(red->ShouldMark({101, 25 * GBPS})) << "to the byte";
    EXPECT_FALSE(step->ShouldMark({1'700, 400 * GBPS}));
    EXPECT_TRUE(step->ShouldMark({1'701, 400 * GBPS}));
    // Half of them at Kmax, a quarter half way, within four standard deviations.
    constexpr int TRIALS = 20'000;
    for (const auto& [queue, p] : {std::pair(700, 0.0),
                                   std::pair(1'200, 0.25),
                                   std::pair(1'700, 0.5),
                                   std::pair(1'701, 1.0)})
    {
        int marks = 0;
        for (int trial = 0; trial < TRIALS; ++trial)
        {
            marks += red->ShouldMark({static_cast<uint64_t>(queue), 400 * GBPS});
        }
        EXPECT_NEAR(marks, TRIALS * p, 4 * std::sqrt(TRIALS * p * (1 - p))) << queue;
    }
}

TEST_F(RateProfilesTest, AMarkerRefusesHalfACurve)
{
    const auto red = CreateObject<RedMarker>();
    for (const std::string row : {"kminBytes=1", "kmaxBytes=1", "kminBytes=2:kmaxBytes=1"})
    {
        EXPECT_EQ(MessageOf<InputError>(
                      [&] { red->SetAttribute("Profiles", StringValue("rate=1Gbps:" + row)); }),
                  "RedMarker Profiles: the row for 1000000000bps needs kminBytes, and a "
                  "kmaxBytes that is not less");
    }
}
