// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"

#include "ns3/fabric-units.h"

#include <random>

using namespace ns3;

namespace
{

/** Signed twin of Uint128. */
__extension__ typedef __int128 Int128;

} // namespace

TEST(FabricUnits, SerializationRoundsDown)
{
    EXPECT_EQ(SerializationPs(64, 400'000'000'000), 1'280); // 512 bit / 400 Gb/s
    EXPECT_EQ(SerializationPs(1, 3'000'000'000), 2'666);    // 8/3 ns
    EXPECT_EQ(SerializationPs(0, 1), 0);
    EXPECT_EQ(SerializationPs(1'000'000, 8'000'000), PS_PER_SECOND);
}

TEST(FabricUnits, SerializationOfManyBytesDoesNotOverflow)
{
    // 8e12 ps bit per byte: 2,305,843 bytes fit into 64 bits, one more does not.
    EXPECT_EQ(SerializationPs(2'305'843, 8'000'000'000), 2'305'843'000);
    EXPECT_EQ(SerializationPs(2'305'844, 8'000'000'000), 2'305'844'000);
    // 1 TB at 1 Tb/s: 8 s. 100 PB at 800 Gb/s: 1e6 s.
    EXPECT_EQ(SerializationPs(1'000'000'000'000, 1'000'000'000'000), 8 * PS_PER_SECOND);
    EXPECT_EQ(SerializationPs(100'000'000'000'000'000, 800'000'000'000), 1'000'000 * PS_PER_SECOND);
}

TEST(FabricUnits, BytesInATimeRoundUp)
{
    EXPECT_EQ(BytesInPs(1'280, 400'000'000'000), 64u);
    EXPECT_EQ(BytesInPs(1'281, 400'000'000'000), 65u); // 64.05 B
    EXPECT_EQ(BytesInPs(0, 400'000'000'000), 0u);
    EXPECT_EQ(BytesInPs(1, 1), 1u);
    // 1e6 s at 800 Gb/s, 8e29 bit ps: more than 64 bits.
    EXPECT_EQ(BytesInPs(1'000'000 * PS_PER_SECOND, 800'000'000'000), 100'000'000'000'000'000u);
}

TEST(FabricUnits, WireTimerCarriesTheRemainder)
{
    WireTimer timer;
    timer.SetRate(3'000'000'000); // a byte takes 2666 2/3 ps
    EXPECT_EQ(timer.Take(1), 2'666);
    EXPECT_EQ(timer.Take(1), 2'667); // 5333 1/3 in all
    EXPECT_EQ(timer.Take(1), 2'667); // 8000
    EXPECT_EQ(timer.Take(1), 2'666);
    timer.SetRate(3'000'000'000); // forgets the third
    EXPECT_EQ(timer.Take(1), 2'666);
}

TEST(FabricUnits, WireTimesAddUpToTheFloorAtAnyRate)
{
    std::mt19937_64 random(1);
    for (const uint64_t rate : {1ULL,
                                7ULL,
                                9'999'999'967ULL,
                                100'000'000'000ULL,
                                123'456'789'013ULL,
                                400'000'000'000ULL,
                                799'999'999'999ULL,
                                3'200'000'000'000ULL})
    {
        WireTimer timer;
        timer.SetRate(rate);
        Uint128 bits = 0;
        Uint128 sumPs = 0;
        // At 1 bit/s a thousand packets of this size are longer than 64 bits of picoseconds.
        const uint32_t longest = rate < 1000 ? 64 : 9216;
        for (uint32_t packet = 0; packet < 2000; ++packet)
        {
            const uint32_t bytes = 1 + random() % longest;
            bits += uint64_t{bytes} * 8;
            sumPs += timer.Take(bytes);
            ASSERT_TRUE(sumPs == bits * PS_PER_SECOND / rate) << rate << " " << packet;
        }
    }
}

TEST(FabricUnits, WireTimerTakesItsLongestPacket)
{
    WireTimer timer;
    timer.SetRate(1'000'000'007);
    // A remainder close to the rate and 1.1 MB: 8.8e18 + 1e9 < 2^64.
    EXPECT_EQ(timer.Take(1), 7'999);
    EXPECT_EQ(timer.Take(1'100'000),
              SerializationPs(1'100'001, 1'000'000'007) - SerializationPs(1, 1'000'000'007));
}

TEST(FabricUnits, TicksAreNeverTooEarlyAndLessThanOneTickLate)
{
    const TickClock clock;
    const int64_t ticksPerSecond = Seconds(1).GetTimeStep();
    for (const int64_t ps : {0LL, 1LL, 999LL, 1'000LL, 1'001LL, 123'456'789'123LL})
    {
        const int64_t ticks = clock.ToTicks(ps);
        // ps <= ticks < ps + one tick, all in ps times ticks per second
        const auto exact = static_cast<Int128>(ps) * ticksPerSecond;
        const auto rounded = static_cast<Int128>(ticks) * PS_PER_SECOND;
        EXPECT_TRUE(rounded >= exact) << ps;
        EXPECT_TRUE(rounded - exact < PS_PER_SECOND) << ps;
    }
    for (const int64_t ticks : {0LL, 1LL, 7LL, 1'000'003LL})
    {
        EXPECT_EQ(
            clock.ToPs(ticks),
            static_cast<int64_t>(static_cast<Int128>(ticks) * PS_PER_SECOND / ticksPerSecond));
        EXPECT_LE(clock.ToTicks(clock.ToPs(ticks)), ticks);
    }
}

TEST(FabricUnits, TicksOfANanosecond)
{
    if (Time::GetResolution() != Time::NS)
    {
        GTEST_SKIP() << "another resolution was chosen";
    }
    const TickClock clock;
    EXPECT_EQ(clock.ToTicks(0), 0);
    EXPECT_EQ(clock.ToTicks(1), 1);
    EXPECT_EQ(clock.ToTicks(1'000), 1);
    EXPECT_EQ(clock.ToTicks(1'001), 2);
    EXPECT_EQ(clock.ToPs(2), 2'000);
}
