// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_TEST_H
#define AI_FABRIC_FABRIC_TEST_H

#include "ns3/config.h"
#include "ns3/names.h"
#include "ns3/random-draws.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

namespace ns3
{

/**
 * Every test that touches the simulator derives from this fixture.
 *
 * ns-3 keeps its state in statics, and inside an ns-3 tree all tests share one process. Each test
 * therefore starts at time 0 with the default engine and scheduler, default attributes, no names,
 * seed 1 and run 1 for every draw, whatever ran before it.
 *
 * Two things survive. The time resolution: ns-3 sets it once per process, before the first
 * Simulator::Run(); a test of another resolution runs a program. And before ns-3 can reset them,
 * the automatic random stream numbers: a test of random numbers calls AssignStreams().
 */
class FabricTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        Reset();
    }

    void TearDown() override
    {
        Reset();
    }

  private:
    static void Reset()
    {
        // The engine first: it exists until Destroy(), and only then are globals free to change.
        Simulator::Destroy();
        Config::Reset();
        Names::Clear();
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
        RandomDraws::Release();
        ResetNextStreamIndex<RngSeedManager>(0);
    }

    /** The newer releases of ns-3 have it; 3.37 does not. */
    template <typename Manager>
    static auto ResetNextStreamIndex(int) -> decltype(Manager::ResetNextStreamIndex())
    {
        Manager::ResetNextStreamIndex();
    }

    template <typename Manager>
    static void ResetNextStreamIndex(long)
    {
    }
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_TEST_H
