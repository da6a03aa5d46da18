// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"

#include "ns3/lazy-uniform-random.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/rng-stream.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

class LazyUniformRandomTest : public FabricTest
{
  protected:
    /** Expects the next draws of both to be the same, with the seed that they had before. */
    static void ExpectSame(LazyUniformRandom& stream, UniformRandomVariable& variable)
    {
        RngSeedManager::SetRun(3);
        for (int draw = 0; draw < 100; ++draw)
        {
            ASSERT_EQ(stream.Draw(), variable.GetValue()) << draw;
        }
    }
};

} // namespace

TEST_F(LazyUniformRandomTest, DrawsWhatARandomVariableOfItsNumberDraws)
{
    RngSeedManager::SetSeed(5);
    RngSeedManager::SetRun(2);
    LazyUniformRandom stream;
    stream.SetStream(77);
    const auto variable = CreateObject<UniformRandomVariable>();
    variable->SetStream(77);
    ExpectSame(stream, *variable);
}

TEST_F(LazyUniformRandomTest, TakesTheNextAutomaticStream)
{
    // Either takes one; where it lies depends on what has run before.
    const uint64_t first = RngSeedManager::GetNextStreamIndex();
    LazyUniformRandom stream;
    EXPECT_EQ(RngSeedManager::GetNextStreamIndex(), first + 2);
    RngStream generator(RngSeedManager::GetSeed(), first + 1, RngSeedManager::GetRun());
    for (int draw = 0; draw < 100; ++draw)
    {
        ASSERT_EQ(stream.Draw(), generator.RandU01()) << draw;
    }
}
