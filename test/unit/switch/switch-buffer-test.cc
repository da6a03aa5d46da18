// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "temporary-file.h"

#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/input-buffer.h"
#include "ns3/input-error.h"
#include "ns3/nstime.h"
#include "ns3/shared-buffer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t LOSSLESS = 3;
constexpr uint32_t LOSSY = 0;

/** 100 kB for two ports, each with 10 kB of headroom for lane 3: a pool of 80 kB. */
class SharedBufferTest : public FabricTest
{
  protected:
    void Configure(double alpha,
                   uint64_t reserveBytes = 0,
                   uint64_t sizeBytes = 100'000,
                   double lossyAlpha = 1)
    {
        m_buffer->SetAttribute("SizeBytes", UintegerValue(sizeBytes));
        m_buffer->SetAttribute("Alpha", DoubleValue(alpha));
        m_buffer->SetAttribute("LossyAlpha", DoubleValue(lossyAlpha));
        m_buffer->SetAttribute("ReserveBytes", UintegerValue(reserveBytes));
        m_buffer->SetAttribute("XonOffsetBytes", UintegerValue(3'000));
        m_buffer->Configure({{10'000, 1 << LOSSLESS}, {10'000, 1 << LOSSLESS}});
    }

    /**
     * @param ports number of ports
     * @param gbps rate of each port in Gb/s
     * @param chip attribute Chip
     * @param headroomBytes of each port's lossless lane
     * @return bytes of memory
     */
    static uint64_t GetDefaultSize(uint32_t ports,
                                   uint64_t gbps,
                                   const std::string& chip = "fitting",
                                   uint64_t headroomBytes = 10'000)
    {
        const auto buffer = CreateObject<SharedBuffer>();
        buffer->SetAttribute("Chip", StringValue(chip));
        SwitchBuffer::PortNeeds port{headroomBytes, 1 << LOSSLESS};
        port.ratebps = gbps * 1'000'000'000;
        buffer->SetFastestRate(port.ratebps);
        buffer->Configure(std::vector<SwitchBuffer::PortNeeds>(ports, port));
        EXPECT_EQ(buffer->GetPoolBytes(), buffer->GetSizeBytes() - ports * headroomBytes);
        return buffer->GetSizeBytes();
    }

    DropReason Admit(uint16_t ingress, uint8_t lane = LOSSLESS, uint16_t egress = 1)
    {
        const BufferAnswer answer = m_buffer->Admit({ingress, lane}, {egress, lane}, 1'000);
        EXPECT_EQ(answer.IsPlain(),
                  answer.IsAdmitted() && !m_buffer->IsAboveThreshold(ingress, lane));
        return answer;
    }

    void Release(uint16_t ingress, uint8_t lane = LOSSLESS, uint16_t egress = 1)
    {
        m_buffer->Release({ingress, lane}, {egress, lane}, 1'000);
    }

    /** @return packets of 1000 B that are admitted before the sender should stop */
    uint32_t AdmitToThreshold(uint16_t ingress)
    {
        for (uint32_t packets = 0;; ++packets)
        {
            EXPECT_EQ(Admit(ingress), DropReason::NONE);
            if (m_buffer->IsAboveThreshold(ingress, LOSSLESS))
            {
                Release(ingress);
                EXPECT_FALSE(m_buffer->IsAboveThreshold(ingress, LOSSLESS));
                return packets;
            }
        }
    }

    Ptr<SharedBuffer> m_buffer{CreateObject<SharedBuffer>()};
};

} // namespace

TEST_F(SharedBufferTest, ThePoolIsWhatIsNotPromised)
{
    Configure(1);
    EXPECT_EQ(m_buffer->GetPoolBytes(), 80'000u); // 100 - 2 * 10
    m_buffer = CreateObject<SharedBuffer>();
    Configure(1, 2'000);
    EXPECT_EQ(m_buffer->GetPoolBytes(), 76'000u); // 100 - 2 * (10 + 2)
}

/** Full chips have their memory, switches with fewer ports their share of it. */
TEST_F(SharedBufferTest, AChipGivesASwitchItsShare)
{
    EXPECT_EQ(GetDefaultSize(64, 100), 42'300'000u) << "Tomahawk 2";
    EXPECT_EQ(GetDefaultSize(8, 100), 42'300'000u / 8);
    EXPECT_EQ(GetDefaultSize(32, 400), 67'100'000u) << "Tomahawk 3";
    EXPECT_EQ(GetDefaultSize(8, 400), 67'100'000u / 4);
    EXPECT_EQ(GetDefaultSize(64, 400), 113'600'000u) << "Tomahawk 4";
    EXPECT_EQ(GetDefaultSize(128, 400), 165'000'000u) << "Tomahawk 5";
    EXPECT_EQ(GetDefaultSize(64, 1600), 257'200'000u) << "Tomahawk 6";
    EXPECT_EQ(GetDefaultSize(128, 1600), 2 * 257'200'000u) << "two of them";
    EXPECT_EQ(GetDefaultSize(4, 100, "trident-3"), 32'700'000u / 8);
    EXPECT_EQ(GetDefaultSize(8, 10), 1'000'000u) << "low rates";
    EXPECT_EQ(GetDefaultSize(16, 400, "spectrum-4"), 158'200'000u / 8);
    // 2 * 4 * 1 MB are more than the 2.6 MB of four ports of 100 Gb/s.
    EXPECT_EQ(GetDefaultSize(4, 100, "fitting", 1'000'000), 8'000'000u) << "long cables";
}

TEST_F(SharedBufferTest, AnUnknownChipIsNamedWithThoseThereAre)
{
    const auto refusal = MessageOf<InputError>(
        [] { CreateObject<SharedBuffer>()->SetAttribute("Chip", StringValue("tomahawk-7")); });
    EXPECT_EQ(refusal,
              "SharedBuffer Chip: 'tomahawk-7' is unknown; expected fitting or one of tomahawk-2, "
              "tomahawk-3, tomahawk-4, tomahawk-5, tomahawk-6, tomahawk-1, trident-3, spectrum-2, "
              "spectrum-3, spectrum-4, teralynx-10");
}

TEST_F(SharedBufferTest, StopsAtTheDynamicThreshold)
{
    // The n-th packet of 1 kB is within 1/8 of the free pool if n <= (80 - (n - 1)) / 8, n <= 9.
    Configure(0.125);
    EXPECT_EQ(AdmitToThreshold(0), 9u);
}

TEST_F(SharedBufferTest, TheThresholdOfOnePortFallsWithTheUseOfTheOther)
{
    Configure(1);
    EXPECT_EQ(AdmitToThreshold(0), 40u); // n <= 80 - (n - 1)
    EXPECT_EQ(AdmitToThreshold(1), 20u); // m <= 40 - (m - 1)
    for (uint32_t i = 0; i < 40; ++i)
    {
        Release(0);
    }
    EXPECT_EQ(AdmitToThreshold(1), 20u); // from 20 on: 20 + k <= 60 - (k - 1)
}

TEST_F(SharedBufferTest, TheReserveComesBeforeThePool)
{
    // Pool 76 kB: n <= 2 + (76 - (n - 3)) / 8 for n > 2, n <= 10.5; two of them cost no pool.
    Configure(0.125, 2'000);
    EXPECT_EQ(AdmitToThreshold(0), 10u);
    // The other port has its reserve whatever the pool says: 2 + (76 - 8 - (m - 3)) / 8, m <= 9.6.
    EXPECT_EQ(AdmitToThreshold(1), 9u);
}

TEST_F(SharedBufferTest, AboveTheThresholdTheHeadroomIsUsedAndThenOverrun)
{
    Configure(0.125);
    for (uint32_t packet = 1; packet <= 19; ++packet)
    {
        EXPECT_EQ(Admit(0), DropReason::NONE) << packet;
        EXPECT_EQ(m_buffer->IsAboveThreshold(0, LOSSLESS), packet > 9) << packet;
        EXPECT_EQ(m_buffer->GetAccount(0, LOSSLESS).headroomBytes,
                  packet > 9 ? 1'000 * (packet - 9) : 0);
    }
    EXPECT_EQ(Admit(0), DropReason::HEADROOM_OVERRUN);
    const auto& account = m_buffer->GetAccount(0, LOSSLESS);
    EXPECT_EQ(account.drops[static_cast<uint32_t>(DropReason::HEADROOM_OVERRUN)], 1u);
    EXPECT_EQ(account.headroomPeakBytes, 10'000u);
    EXPECT_EQ(account.ingressBytes, 19'000u);
    EXPECT_EQ(m_buffer->GetAccount(1, LOSSLESS).egressBytes, 19'000u);
    EXPECT_EQ(m_buffer->GetUsedBytes(), 19'000u);
    EXPECT_EQ(Admit(1), DropReason::NONE); // the other port's own is untouched
    EXPECT_FALSE(m_buffer->IsAboveThreshold(1, LOSSLESS));
}

TEST_F(SharedBufferTest, ResumesBelowTheThresholdByTheOffset)
{
    Configure(0.125);
    for (uint32_t packet = 0; packet < 19; ++packet)
    {
        Admit(0);
    }
    // The headroom empties first, 10 packets. With n kB left, n + 3 <= (80 - n) / 8 holds for n <=
    // 6.2.
    for (uint32_t left = 18; left > 6; --left)
    {
        Release(0);
        EXPECT_EQ(m_buffer->IsAboveThreshold(0, LOSSLESS), left > 9) << left;
        EXPECT_FALSE(m_buffer->MayResume(0, LOSSLESS)) << left;
    }
    Release(0);
    EXPECT_TRUE(m_buffer->MayResume(0, LOSSLESS));
    EXPECT_EQ(m_buffer->GetAccount(0, LOSSLESS).headroomPeakBytes, 10'000u);
    EXPECT_EQ(m_buffer->GetPeakBytes(), 19'000u);
}

TEST_F(SharedBufferTest, ResumesWhenEmptyHoweverFullTheRest)
{
    // With alpha 64 port 1 takes 79 of the 80 kB: n <= 64 (80 - (n - 1)), n <= 79.8.
    Configure(64);
    EXPECT_EQ(AdmitToThreshold(1), 79u);
    EXPECT_EQ(Admit(0), DropReason::NONE);
    EXPECT_FALSE(m_buffer->IsAboveThreshold(0, LOSSLESS)); // the last kB of the pool
    EXPECT_EQ(Admit(0), DropReason::NONE);
    EXPECT_TRUE(m_buffer->IsAboveThreshold(0, LOSSLESS));
    Release(0);
    EXPECT_FALSE(m_buffer->MayResume(0, LOSSLESS)); // threshold 0
    Release(0);
    EXPECT_TRUE(m_buffer->MayResume(0, LOSSLESS));
}

TEST_F(SharedBufferTest, ALossyQueueIsCutAtItsShareOfTheFreePool)
{
    Configure(0.125);
    for (uint32_t packet = 1; packet <= 40; ++packet)
    {
        EXPECT_EQ(Admit(packet % 2, LOSSY, 1), DropReason::NONE) << packet; // n <= 80 - (n - 1)
    }
    EXPECT_EQ(Admit(0, LOSSY, 1), DropReason::LOSSY_THRESHOLD);
    EXPECT_EQ(Admit(1, LOSSY, 1), DropReason::LOSSY_THRESHOLD);
    EXPECT_EQ(m_buffer->GetAccount(1, LOSSY).egressBytes, 40'000u);
    for (uint32_t packet = 1; packet <= 20; ++packet)
    {
        EXPECT_EQ(Admit(0, LOSSY, 0), DropReason::NONE) << packet; // m <= 40 - (m - 1)
    }
    EXPECT_EQ(Admit(0, LOSSY, 0), DropReason::LOSSY_THRESHOLD);
    const auto& drops = m_buffer->GetAccount(0, LOSSY).drops;
    EXPECT_EQ(drops[static_cast<uint32_t>(DropReason::LOSSY_THRESHOLD)], 2u);
    EXPECT_FALSE(m_buffer->IsAboveThreshold(0, LOSSY));
    // A lossy class never takes from the headroom.
    EXPECT_EQ(m_buffer->GetUsedBytes(), 60'000u);
}

TEST_F(SharedBufferTest, ALongLossyQueueIsTrimmedAndHeadersAreNot)
{
    // 4 us of 10 Gb/s are 5000 B.
    m_buffer->SetAttribute("SizeBytes", UintegerValue(100'000));
    m_buffer->SetAttribute("TrimQueueTime", TimeValue(MicroSeconds(4)));
    m_buffer->SetAttribute("TrimPriority", UintegerValue(6));
    m_buffer->SetAttribute("TrimSizeBytes", UintegerValue(100));
    m_buffer->SetFastestRate(40'000'000'000);
    SwitchBuffer::PortNeeds needs{10'000, 1 << LOSSLESS, PRIORITY_COUNT, 0, false, 10'000'000'000};
    SwitchBuffer::PortNeeds fast = needs;
    fast.ratebps = 40'000'000'000;
    m_buffer->Configure({needs, needs, fast});
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_EQ(Admit(0, LOSSY), DropReason::NONE);
    }
    const auto answer = m_buffer->Admit({0, LOSSY}, {1, LOSSY}, 101);
    EXPECT_TRUE(answer.IsToTrim());
    EXPECT_EQ(answer.GetLane(), 6);
    EXPECT_EQ(answer.GetTrimBytes(), 100u);
    EXPECT_STREQ(ToString(answer.GetReason()), "trim threshold");
    EXPECT_TRUE(m_buffer->Admit({0, LOSSY}, {1, LOSSY}, 100).IsAdmitted());
    EXPECT_TRUE(m_buffer->Admit({0, LOSSY}, {1, 6}, 64).IsAdmitted());
    // Another queue has its own length, a port of four times the rate four times as many bytes, and
    // a lossless class keeps its promise.
    EXPECT_TRUE(m_buffer->Admit({0, LOSSY}, {0, LOSSY}, 5000).IsAdmitted());
    EXPECT_TRUE(m_buffer->Admit({0, LOSSY}, {2, LOSSY}, 20'000).IsAdmitted());
    EXPECT_TRUE(m_buffer->Admit({0, LOSSY}, {2, LOSSY}, 101).IsToTrim());
    for (int i = 0; i < 10; ++i)
    {
        EXPECT_EQ(Admit(0, LOSSLESS), DropReason::NONE);
    }
}

TEST_F(SharedBufferTest, AnEmptyQueueTakesAPacketThatIsLongerThanTheTrimmingTime)
{
    // 100 ns of 10 Gb/s are 125 B.
    m_buffer->SetAttribute("SizeBytes", UintegerValue(100'000));
    m_buffer->SetAttribute("TrimQueueTime", TimeValue(NanoSeconds(100)));
    SwitchBuffer::PortNeeds needs{10'000, 1 << LOSSLESS, PRIORITY_COUNT, 0, false, 10'000'000'000};
    m_buffer->Configure({needs, needs});
    EXPECT_TRUE(m_buffer->Admit({0, LOSSY}, {1, LOSSY}, 1000).IsAdmitted());
    EXPECT_TRUE(m_buffer->Admit({0, LOSSY}, {1, LOSSY}, 1000).IsToTrim());
    m_buffer->Release({0, LOSSY}, {1, LOSSY}, 1000);
    EXPECT_TRUE(m_buffer->Admit({0, LOSSY}, {1, LOSSY}, 1000).IsAdmitted());
}

TEST_F(SharedBufferTest, LossyTrafficNeverTakesMoreThanThePool)
{
    Configure(0.125, 0, 100'000, 1024);
    uint32_t admitted = 0;
    while (Admit(0, LOSSY, 1) == DropReason::NONE)
    {
        ++admitted;
    }
    EXPECT_EQ(admitted, 80u); // 80 <= 1024 * (80 - 79), and then the pool is empty
    // The headroom is still all there.
    for (uint32_t packet = 0; packet < 10; ++packet)
    {
        EXPECT_EQ(Admit(0), DropReason::NONE);
    }
}

TEST_F(SharedBufferTest, AStaticThresholdIsTheSameHoweverFullTheRest)
{
    m_buffer->SetAttribute("StaticThresholdBytes", UintegerValue(30'000));
    Configure(0.125);
    EXPECT_EQ(AdmitToThreshold(0), 30u);
    EXPECT_EQ(AdmitToThreshold(1), 30u);
    // 30 of 30 kB are in use: resume at 30 - 3.
    Admit(0);
    for (uint32_t left = 30; left > 27; --left)
    {
        Release(0);
        EXPECT_FALSE(m_buffer->MayResume(0, LOSSLESS)) << left;
    }
    Release(0);
    EXPECT_TRUE(m_buffer->MayResume(0, LOSSLESS));
}

TEST_F(SharedBufferTest, AlphaDoublesForEachDoublingOfTheRateThatHasBegun)
{
    const auto configure = [this](uint64_t gbps) {
        m_buffer = CreateObject<SharedBuffer>();
        m_buffer->SetAttribute("SizeBytes", UintegerValue(100'000));
        m_buffer->SetAttribute("Alpha", DoubleValue(0.125));
        m_buffer->SetAttribute("AlphaRate", DataRateValue(DataRate("100Gbps")));
        m_buffer->SetAttribute("XonOffsetBytes", UintegerValue(3'000));
        SwitchBuffer::PortNeeds port{10'000, 1 << LOSSLESS};
        port.ratebps = gbps * 1'000'000'000;
        m_buffer->Configure({port, {10'000, 1 << LOSSLESS}});
    };
    // n kB are the last within the threshold if n <= alpha * (80 - (n - 1)).
    using Row = std::pair<uint64_t, uint32_t>;
    for (const auto& [gbps, packets] :
         {Row{50, 9}, {100, 9}, {101, 16}, {200, 16}, {400, 27}, {800, 40}, {6400, 40}})
    {
        configure(gbps);
        EXPECT_EQ(AdmitToThreshold(0), packets) << gbps;
        configure(gbps);
        EXPECT_EQ(AdmitToThreshold(1), 9u) << "the other port";
    }
    // It resumes 3 kB below the threshold: 400 Gb/s, n + 3 <= (80 - n) / 2.
    configure(400);
    for (int packet = 0; packet < 30; ++packet)
    {
        Admit(0);
    }
    for (uint32_t left = 29; left > 0; --left)
    {
        Release(0);
        EXPECT_EQ(m_buffer->MayResume(0, LOSSLESS), left <= 24) << left;
    }
    const auto wrong = CreateObject<SharedBuffer>();
    wrong->SetAttribute("AlphaRate", DataRateValue(DataRate("100Gbps")));
    wrong->SetAttribute("StaticThresholdBytes", UintegerValue(30'000));
    EXPECT_THROW(wrong->Configure({{10'000, 1 << LOSSLESS}}), InputError);
}

TEST_F(SharedBufferTest, AStaticThresholdBeyondThePoolEndsWithThePool)
{
    m_buffer->SetAttribute("StaticThresholdBytes", UintegerValue(50'000));
    Configure(0.125);
    EXPECT_EQ(AdmitToThreshold(0), 50u);
    EXPECT_EQ(AdmitToThreshold(1), 30u); // of 80 kB
    m_buffer = CreateObject<SharedBuffer>();
    m_buffer->SetAttribute("StaticThresholdBytes", UintegerValue(20'000));
    Configure(0.125, 2'000);
    EXPECT_EQ(AdmitToThreshold(0), 22u) << "the reserve comes on top";
}

TEST_F(SharedBufferTest, AHeadroomPoolIsSharedButNobodyTakesMoreThanTheirOwn)
{
    // 2 * 10 kB of headroom over 1.25 make a pool of 16 kB; the shared pool has 84 kB.
    m_buffer->SetAttribute("HeadroomOversubscription", DoubleValue(1.25));
    m_buffer->SetAttribute("StaticThresholdBytes", UintegerValue(20'000));
    Configure(0.125);
    EXPECT_EQ(m_buffer->GetHeadroomPoolBytes(), 16'000u);
    EXPECT_EQ(m_buffer->GetPoolBytes(), 84'000u);
    for (uint32_t packet = 0; packet < 30; ++packet)
    {
        EXPECT_EQ(Admit(0), DropReason::NONE) << packet;
    }
    EXPECT_EQ(Admit(0), DropReason::HEADROOM_OVERRUN); // its own 10 kB, though the pool has 6 more
    for (uint32_t packet = 0; packet < 26; ++packet)
    {
        EXPECT_EQ(Admit(1), DropReason::NONE) << packet;
    }
    EXPECT_EQ(Admit(1), DropReason::HEADROOM_POOL_OVERRUN); // the other's share of it
    EXPECT_EQ(m_buffer->GetHeadroomUsedBytes(), 16'000u);
    EXPECT_EQ(m_buffer->GetPoolUsedBytes(), 40'000u);
    const auto& drops = m_buffer->GetAccount(1, LOSSLESS).drops;
    EXPECT_EQ(drops[static_cast<uint32_t>(DropReason::HEADROOM_POOL_OVERRUN)], 1u);
    Release(0);
    EXPECT_EQ(Admit(1), DropReason::NONE) << "what one gives back another may take";
    EXPECT_EQ(m_buffer->GetHeadroomUsedBytes(), 16'000u);
}

TEST_F(SharedBufferTest, ABufferTooSmallForItsPromisesIsRefused)
{
    EXPECT_EQ(MessageOf<InputError>([&] { Configure(1, 0, 20'000); }),
              "SharedBuffer SizeBytes 20000: the headroom and reserve of 2 ports need more than "
              "20000");
    EXPECT_EQ(MessageOf<InputError>([&] { Configure(1, 500, 20'001); }),
              "SharedBuffer SizeBytes 20001: the headroom and reserve of 2 ports need more than "
              "21000");
    EXPECT_EQ(MessageOf<InputError>([&] { Configure(1, 0, 20'001); }), "no error");
    EXPECT_EQ(m_buffer->GetPoolBytes(), 1u);
}

TEST_F(SharedBufferTest, NothingIsLeftBehindAndTheBoundsHoldUnderAnyLoad)
{
    struct Held
    {
        uint16_t ingress;
        uint16_t egress;
        uint8_t lane;
        uint32_t bytes;
    };

    struct Setting
    {
        uint64_t reserveBytes;
        uint64_t staticThresholdBytes;
        double oversubscription;
    };

    for (const auto& setting : {Setting{0, 0, 1},
                                Setting{1'700, 0, 1},
                                Setting{0, 9'000, 1},
                                Setting{0, 0, 1.6},
                                Setting{1'700, 9'000, 1.6}})
    {
        const auto configure = [this, &setting] {
            m_buffer = CreateObject<SharedBuffer>();
            m_buffer->SetAttribute("StaticThresholdBytes",
                                   UintegerValue(setting.staticThresholdBytes));
            m_buffer->SetAttribute("HeadroomOversubscription",
                                   DoubleValue(setting.oversubscription));
            Configure(0.5, setting.reserveBytes, 60'000);
        };
        configure();
        std::mt19937 random(4);
        std::vector<Held> held;
        uint64_t heldBytes = 0;
        for (uint32_t step = 0; step < 50'000; ++step)
        {
            const bool filling = step / 500 % 2 == 0;
            if (random() % 10 < (filling ? 7 : 3))
            {
                const Held packet{static_cast<uint16_t>(random() % 2),
                                  static_cast<uint16_t>(random() % 2),
                                  static_cast<uint8_t>(random() % 2 ? LOSSLESS : LOSSY),
                                  static_cast<uint32_t>(64 + random() % 1'400)};
                if (m_buffer->Admit({packet.ingress, packet.lane},
                                    {packet.egress, packet.lane},
                                    packet.bytes) == DropReason::NONE)
                {
                    held.push_back(packet);
                    heldBytes += packet.bytes;
                }
            }
            else if (!held.empty())
            {
                std::swap(held[random() % held.size()], held.back());
                const Held packet = held.back();
                held.pop_back();
                heldBytes -= packet.bytes;
                m_buffer->Release({packet.ingress, packet.lane},
                                  {packet.egress, packet.lane},
                                  packet.bytes);
            }
            uint64_t ingressBytes = 0;
            uint64_t egressBytes = 0;
            uint64_t headroomBytes = 0;
            uint64_t reserveBytes = 0;
            for (uint16_t port = 0; port < 2; ++port)
            {
                for (uint8_t lane = 0; lane < PRIORITY_COUNT; ++lane)
                {
                    const auto& account = m_buffer->GetAccount(port, lane);
                    ingressBytes += account.ingressBytes;
                    egressBytes += account.egressBytes;
                    headroomBytes += account.headroomBytes;
                    ASSERT_LE(account.headroomBytes, 10'000u);
                    ASSERT_LE(account.headroomBytes, account.ingressBytes);
                    if (lane == LOSSLESS)
                    {
                        reserveBytes += std::min(setting.reserveBytes,
                                                 account.ingressBytes - account.headroomBytes);
                    }
                }
            }
            ASSERT_EQ(ingressBytes, heldBytes);
            ASSERT_EQ(egressBytes, heldBytes);
            ASSERT_EQ(m_buffer->GetUsedBytes(), heldBytes);
            ASSERT_LE(heldBytes, 60'000u);
            ASSERT_EQ(m_buffer->GetHeadroomUsedBytes(), headroomBytes);
            ASSERT_LE(headroomBytes, m_buffer->GetHeadroomPoolBytes());
            ASSERT_LE(m_buffer->GetPoolUsedBytes(), m_buffer->GetPoolBytes());
            ASSERT_EQ(m_buffer->GetPoolUsedBytes() + headroomBytes + reserveBytes, heldBytes);
        }
        EXPECT_GT(m_buffer->GetAccount(0, LOSSLESS).headroomPeakBytes, 0u);
        for (const auto& packet : held)
        {
            m_buffer->Release({packet.ingress, packet.lane},
                              {packet.egress, packet.lane},
                              packet.bytes);
        }
        EXPECT_EQ(m_buffer->GetUsedBytes(), 0u);
        EXPECT_EQ(m_buffer->GetHeadroomUsedBytes(), 0u);
        // The pool is whole again: thresholds are as in a new buffer.
        const auto fresh = AdmitToThreshold(0);
        configure();
        EXPECT_EQ(AdmitToThreshold(0), fresh);
    }
}

TEST(InputBuffer, KeepsWhatCreditsWereGivenForAndNothingMore)
{
    const auto buffer = CreateObject<InputBuffer>();
    buffer->Configure({{2'560, 0xff}, {640, 0xff}});
    EXPECT_EQ(buffer->Admit({0, 5}, {1, 5}, 2'000), DropReason::NONE);
    EXPECT_EQ(buffer->Admit({0, 5}, {1, 5}, 561), DropReason::CREDIT_OVERRUN);
    EXPECT_EQ(buffer->Admit({0, 5}, {1, 5}, 560), DropReason::NONE);
    EXPECT_EQ(buffer->Admit({0, 6}, {1, 6}, 2'560), DropReason::NONE); // a lane of its own
    EXPECT_EQ(buffer->Admit({1, 5}, {0, 5}, 641), DropReason::CREDIT_OVERRUN);
    const auto reason = static_cast<uint32_t>(DropReason::CREDIT_OVERRUN);
    EXPECT_EQ(buffer->GetAccount(0, 5).drops[reason], 1u);
    EXPECT_EQ(buffer->GetAccount(1, 5).drops[reason], 1u);
    EXPECT_EQ(buffer->GetUsedBytes(), 5'120u);
    buffer->Release({0, 5}, {1, 5}, 2'000);
    EXPECT_EQ(buffer->Admit({0, 5}, {1, 5}, 2'000), DropReason::NONE);
    EXPECT_FALSE(buffer->IsAboveThreshold(0, 5));
}

TEST(SwitchBuffer, EachSideHasItsOwnPriority)
{
    const auto buffer = CreateObject<InputBuffer>();
    buffer->Configure({{2'560, 0xff}, {640, 0xff}});
    EXPECT_EQ(buffer->Admit({0, 5}, {1, 2}, 2'000), DropReason::NONE);
    EXPECT_EQ(buffer->GetAccount(0, 5).ingressBytes, 2'000u);
    EXPECT_EQ(buffer->GetAccount(1, 2).egressBytes, 2'000u);
    EXPECT_EQ(buffer->GetAccount(0, 2).ingressBytes + buffer->GetAccount(1, 5).egressBytes, 0u);
    // The ingress lane of the packet is full.
    EXPECT_EQ(buffer->Admit({0, 5}, {1, 3}, 561), DropReason::CREDIT_OVERRUN);
    EXPECT_EQ(buffer->Admit({0, 2}, {1, 2}, 561), DropReason::NONE);
    buffer->Release({0, 5}, {1, 2}, 2'000);
    EXPECT_EQ(buffer->GetAccount(0, 5).ingressBytes, 0u);
    EXPECT_EQ(buffer->GetAccount(1, 2).egressBytes, 561u);
}

TEST(SwitchBuffer, ReasonsHaveNames)
{
    EXPECT_STREQ(ToString(DropReason::LOSSY_THRESHOLD), "lossy threshold");
    EXPECT_STREQ(ToString(DropReason::HEADROOM_OVERRUN), "headroom overrun");
    EXPECT_STREQ(ToString(DropReason::HEADROOM_POOL_OVERRUN), "headroom pool overrun");
    EXPECT_STREQ(ToString(DropReason::PFC_WATCHDOG), "PFC watchdog");
    EXPECT_STREQ(ToString(DropReason::CREDIT_OVERRUN), "credit overrun");
    EXPECT_STREQ(ToString(DropReason::NO_ROUTE), "no route");
    EXPECT_STREQ(ToString(DropReason::NO_LANE), "service level without lane");
    EXPECT_STREQ(ToString(DropReason::LINK_DOWN), "link down");
}
