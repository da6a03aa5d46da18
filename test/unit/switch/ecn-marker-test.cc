// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "temporary-file.h"
#include "units.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/no-marker.h"
#include "ns3/red-marker.h"
#include "ns3/step-marker.h"
#include "ns3/uinteger.h"

#include <cmath>

using namespace ns3;

namespace
{

/** Kmin 100 kB, Kmax 300 kB, Pmax 0.2 at 100 Gb/s. */
class RedMarkerTest : public FabricTest
{
  protected:
    static constexpr uint32_t TRIALS = 20'000;

    void SetUp() override
    {
        FabricTest::SetUp();
        m_marker = Make(100'000, 300'000, DataRate(100 * GBPS));
        EXPECT_EQ(m_marker->AssignStreams(7), 1);
    }

    static Ptr<RedMarker> Make(uint64_t kminBytes, uint64_t kmaxBytes, DataRate reference)
    {
        return CreateObjectWithAttributes<RedMarker>("KminBytes",
                                                     UintegerValue(kminBytes),
                                                     "KmaxBytes",
                                                     UintegerValue(kmaxBytes),
                                                     "Pmax",
                                                     DoubleValue(0.2),
                                                     "ReferenceRate",
                                                     DataRateValue(reference));
    }

    uint32_t Marks(uint64_t queueBytes, uint64_t ratebps)
    {
        uint32_t marks = 0;
        for (uint32_t i = 0; i < TRIALS; ++i)
        {
            marks += m_marker->ShouldMark({queueBytes, ratebps});
        }
        return marks;
    }

    /** Within four standard deviations of the binomial distribution. */
    void ExpectShare(uint32_t marks, double p)
    {
        EXPECT_NEAR(marks, TRIALS * p, 4 * std::sqrt(TRIALS * p * (1 - p)));
    }

    Ptr<RedMarker> m_marker;
};

} // namespace

TEST_F(RedMarkerTest, NeverUpToKmin)
{
    EXPECT_EQ(Marks(0, 100 * GBPS), 0u);
    EXPECT_EQ(Marks(99'999, 100 * GBPS), 0u);
    EXPECT_EQ(Marks(100'000, 100 * GBPS), 0u);
}

TEST_F(RedMarkerTest, AlwaysAboveKmax)
{
    EXPECT_EQ(Marks(300'001, 100 * GBPS), TRIALS);
    EXPECT_EQ(Marks(1'000'000'000'000, 100 * GBPS), TRIALS);
}

TEST_F(RedMarkerTest, LinearlyInBetween)
{
    ExpectShare(Marks(150'000, 100 * GBPS), 0.05);
    ExpectShare(Marks(200'000, 100 * GBPS), 0.1);
    ExpectShare(Marks(300'000, 100 * GBPS), 0.2);
}

TEST_F(RedMarkerTest, ThresholdsGrowWithTheRate)
{
    EXPECT_EQ(Marks(400'000, 400 * GBPS), 0u);
    ExpectShare(Marks(800'000, 400 * GBPS), 0.1);
    EXPECT_EQ(Marks(1'200'004, 400 * GBPS), TRIALS);
    EXPECT_EQ(Marks(10'000, 10 * GBPS), 0u);
    ExpectShare(Marks(20'000, 10 * GBPS), 0.1);
    EXPECT_EQ(Marks(30'001, 10 * GBPS), TRIALS);
}

TEST_F(RedMarkerTest, WithoutAReferenceRateTheyStay)
{
    m_marker = Make(100'000, 300'000, DataRate(0));
    m_marker->AssignStreams(7);
    EXPECT_EQ(Marks(100'000, 400 * GBPS), 0u);
    ExpectShare(Marks(200'000, 400 * GBPS), 0.1);
    EXPECT_EQ(Marks(300'001, 400 * GBPS), TRIALS);
}

TEST_F(RedMarkerTest, EqualThresholdsAreAStepAndAnEmptyQueueIsNeverMarked)
{
    m_marker = Make(50'000, 50'000, DataRate(100 * GBPS)); // as DCTCP does
    EXPECT_EQ(Marks(50'000, 100 * GBPS), 0u);
    EXPECT_EQ(Marks(50'001, 100 * GBPS), TRIALS);
    m_marker = Make(0, 0, DataRate(100 * GBPS));
    EXPECT_EQ(Marks(0, 100 * GBPS), 0u);
    EXPECT_EQ(Marks(1, 100 * GBPS), TRIALS);
}

TEST_F(RedMarkerTest, TheSameStreamDrawsTheSame)
{
    const uint32_t first = Marks(200'000, 100 * GBPS);
    m_marker = Make(100'000, 300'000, DataRate(100 * GBPS));
    m_marker->AssignStreams(7);
    EXPECT_EQ(Marks(200'000, 100 * GBPS), first);
}

TEST_F(RedMarkerTest, KminAboveKmaxIsRefused)
{
    EXPECT_EQ(MessageOf<InputError>([] { Make(301, 300, DataRate(100 * GBPS))->Validate(); }),
              "RedMarker KminBytes 301: must not exceed KmaxBytes 300");
}

TEST(NoMarker, MarksNothing)
{
    const auto marker = CreateObject<NoMarker>();
    EXPECT_FALSE(marker->ShouldMark({UINT64_MAX, 1}));
    EXPECT_EQ(marker->AssignStreams(1), 0);
    EXPECT_FALSE(marker->CanMark());
}

TEST(StepMarker, MarksAboveItsThresholdWhichGrowsWithTheRate)
{
    const auto marker =
        CreateObjectWithAttributes<StepMarker>("ThresholdBytes", UintegerValue(30'000));
    EXPECT_TRUE(marker->CanMark());
    EXPECT_EQ(marker->AssignStreams(1), 0);
    EXPECT_FALSE(marker->ShouldMark({30'000, 100 * GBPS}));
    EXPECT_TRUE(marker->ShouldMark({30'001, 100 * GBPS}));
    EXPECT_FALSE(marker->ShouldMark({120'000, 400 * GBPS}));
    EXPECT_TRUE(marker->ShouldMark({120'001, 400 * GBPS}));
    EXPECT_FALSE(marker->ShouldMark({3'000, 10 * GBPS}));
    EXPECT_TRUE(marker->ShouldMark({3'001, 10 * GBPS}));
}

TEST(StepMarker, WithoutAReferenceRateTheThresholdStaysAndAnEmptyQueueIsNeverMarked)
{
    const auto marker = CreateObjectWithAttributes<StepMarker>("ThresholdBytes",
                                                               UintegerValue(0),
                                                               "ReferenceRate",
                                                               DataRateValue(DataRate(0)));
    EXPECT_FALSE(marker->ShouldMark({0, 400 * GBPS}));
    EXPECT_TRUE(marker->ShouldMark({1, 400 * GBPS}));
}

TEST(EcnMarker, JudgesAtDequeueUnlessToldOtherwise)
{
    EXPECT_FALSE(CreateObject<RedMarker>()->IsAtEnqueue());
    const auto marker = CreateObjectWithAttributes<RedMarker>("AtEnqueue", BooleanValue(true));
    EXPECT_TRUE(marker->IsAtEnqueue());
    EXPECT_TRUE(marker->CanMark());
}
