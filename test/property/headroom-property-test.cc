// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "port-pair.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/ecmp-path-selector.h"
#include "ns3/fabric-switch.h"
#include "ns3/go-back-n-link-retry.h"
#include "ns3/no-marker.h"
#include "ns3/priority-flow-control.h"
#include "ns3/shared-buffer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint8_t LOSSLESS = 3;
constexpr uint8_t OTHER = 0;
constexpr uint64_t THRESHOLD_BYTES = 50'000;
constexpr int64_t PIPELINE_PS = 400'000;

/** A link, and what goes over it. */
struct Worst
{
    uint64_t gbps;
    uint32_t metres; //!< of cable, 5 ns each
    uint32_t wireBytes;
    int64_t reactionNs;
    bool cutThrough;
    uint32_t cellBytes{0};  //!< of the switch's memory
    uint32_t frameBytes{0}; //!< of what host 0 sends; 0: longest frames
    /** Replay buffers of host 0's link; 0: what is damaged there is not sent again. */
    uint64_t replayBytes{0};

    /** @return of what host 0 sends, with preamble and gap */
    uint32_t DataWireBytes() const
    {
        return frameBytes > 0 ? frameBytes + 20 : wireBytes;
    }

    int64_t DelayPs() const
    {
        return int64_t{metres} * 5'000;
    }

    /** @return of the longest frame */
    int64_t FramePs() const
    {
        return SerializationPs(wireBytes, gbps * 1'000'000'000);
    }
};

/** What became of the headroom. */
struct Outcome
{
    uint64_t headroomBytes; //!< that there was
    uint64_t peakBytes;     //!< that was used
    uint64_t drops;
};

/**
 * The worst case of a headroom. Hosts 0, 1 and 2 are on one switch. Host 2 pauses its link from the
 * beginning, so what host 0 sends it back to back at line rate stays in the switch until the
 * ingress port of host 0 crosses its threshold. Host 1 keeps the way from the switch to host 0 busy
 * with longest frames of another priority, so the pause frame has to wait for the one that has
 * begun. When that one began, relative to the crossing, is the phase.
 */
class Rig
{
  public:
    Rig(const Worst& worst, uint64_t headroomBytes)
        : m_worst(worst)
    {
        const auto node = CreateObject<Node>();
        m_switch = CreateObject<FabricSwitch>();
        m_switch->SetAttribute("CutThrough", BooleanValue(worst.cutThrough));
        const auto buffer = CreateObject<SharedBuffer>();
        // A long link needs a deep buffer: two and a half loops for each of three ports.
        buffer->SetAttribute(
            "SizeBytes",
            UintegerValue(100'000'000 +
                          15 * BytesInPs(worst.DelayPs(), worst.gbps * 1'000'000'000)));
        buffer->SetAttribute("StaticThresholdBytes", UintegerValue(THRESHOLD_BYTES));
        buffer->SetAttribute("CellBytes", UintegerValue(worst.cellBytes));
        m_switch->SetBuffer(buffer);
        m_switch->SetMarker(CreateObject<NoMarker>());
        m_switch->SetPathSelector(CreateObject<EcmpPathSelector>());
        node->AggregateObject(m_switch);
        for (uint32_t host = 0; host < 3; ++host)
        {
            const auto inner = MakePort(nullptr, MakeFlowControl(headroomBytes), worst.wireBytes);
            const auto outer =
                MakePort(&m_owners[host], MakeFlowControl(headroomBytes), worst.wireBytes);
            m_switch->AddPort(inner);
            const bool retries = host == 0 && worst.replayBytes > 0;
            for (const auto& port : {inner, outer})
            {
                if (retries)
                {
                    const auto retry = CreateObject<GoBackNLinkRetry>();
                    retry->SetAttribute("ReplayBufferBytes", UintegerValue(worst.replayBytes));
                    // Longer than the buffer takes to fill up.
                    retry->SetAttribute(
                        "ReplayTimer",
                        TimeValue(PicoSeconds(
                            2 * SerializationPs(worst.replayBytes, worst.gbps * 1'000'000'000))));
                    port->SetRetry(retry);
                }
            }
            m_channels.push_back(
                ConnectPorts(outer, inner, worst.gbps * 1'000'000'000, worst.DelayPs()));
            if (retries)
            {
                inner->GetRetry()->Start(PeekPointer(outer->GetRetry()));
                outer->GetRetry()->Start(PeekPointer(inner->GetRetry()));
            }
            m_hosts.push_back(outer);
        }
        m_switch->SetForwarding({0, 1, 2}, {{0}, {1}, {2}});
        m_switch->Configure();
    }

    ~Rig()
    {
        Simulator::Destroy();
        for (const auto& channel : m_channels)
        {
            channel->Dispose();
        }
    }

    /** Everything on the link of host 0 is damaged then. */
    void Damage(int64_t fromPs, int64_t toPs)
    {
        AtPs(fromPs, [this] { m_channels[0]->SetAttribute("ErrorRate", DoubleValue(1)); });
        AtPs(toPs, [this] { m_channels[0]->SetAttribute("ErrorRate", DoubleValue(0)); });
    }

    Outcome Run(int64_t phaseNs)
    {
        auto& pauser = static_cast<PriorityFlowControl&>(m_hosts[2]->GetFlowControl());
        pauser.BeginStorm(LOSSLESS, 0);
        const uint64_t headroomBytes = m_switch->GetBuffer().GetNeeds(0).reservedBytes;
        // Host 2 stops the switch after one delay; until then some packets leave. Twice what the
        // headroom should hold may come after the crossing.
        const int64_t warmUpPs = 2 * m_worst.DelayPs() + PIPELINE_PS;
        const uint64_t warmUpBytes = BytesInPs(warmUpPs, m_worst.gbps * 1'000'000'000);
        const uint64_t dataBytes = 2 * (THRESHOLD_BYTES + headroomBytes) + warmUpBytes +
                                   m_worst.replayBytes + 20 * uint64_t{m_worst.wireBytes};
        const auto frames = static_cast<uint32_t>(dataBytes / m_worst.DataWireBytes());
        const auto others = static_cast<uint32_t>(2 * dataBytes / m_worst.wireBytes);
        Send(0, 2, LOSSLESS, frames, m_worst.DataWireBytes());
        AtPs(phaseNs * 1'000, [this, others] { Send(1, 0, OTHER, others, m_worst.wireBytes); });
        Simulator::Stop(PicoSeconds(others * m_worst.FramePs() + 4 * warmUpPs));
        Simulator::Run();
        EXPECT_TRUE(m_hosts[0]->GetBacklog()) << "host 0 has run out of packets";
        const auto& account = m_switch->GetBuffer().GetAccount(0, LOSSLESS);
        return {headroomBytes,
                account.headroomPeakBytes,
                account.drops[static_cast<uint32_t>(DropReason::HEADROOM_OVERRUN)]};
    }

  private:
    Ptr<PriorityFlowControl> MakeFlowControl(uint64_t headroomBytes) const
    {
        const auto flowControl = CreateObject<PriorityFlowControl>();
        flowControl->SetAttribute("HeadroomBytes", UintegerValue(headroomBytes));
        flowControl->SetAttribute("Reaction", TimeValue(NanoSeconds(m_worst.reactionNs)));
        return flowControl;
    }

    void Send(uint32_t source, uint32_t dest, uint8_t priority, uint32_t frames, uint32_t wireBytes)
    {
        for (uint32_t i = 0; i < frames; ++i)
        {
            auto packet = MakeDataPacket(NowPs(), wireBytes, priority, i);
            packet->frameBytes = wireBytes - 20; // without preamble and gap
            packet->destHost = dest;
            m_hosts[source]->Enqueue(std::move(packet));
        }
    }

    Worst m_worst;
    Ptr<FabricSwitch> m_switch;
    RecordingOwner m_owners[3];
    std::vector<Ptr<FabricNetDevice>> m_hosts;
    std::vector<Ptr<FabricChannel>> m_channels;
};

using HeadroomPropertyTest = FabricTest;

/** Checks one link. @return how far below the headroom losses begin, in longest frames */
double
Check(const Worst& worst, int64_t phases = 16)
{
    SCOPED_TRACE(std::to_string(worst.gbps) + " Gb/s, " + std::to_string(worst.metres) + " m, " +
                 std::to_string(worst.wireBytes) + " B, " + std::to_string(worst.reactionNs) +
                 " ns");
    Outcome most{0, 0, 0};
    int64_t worstNs = 0;
    for (int64_t phase = 0; phase < phases; ++phase)
    {
        const int64_t phaseNs = worst.FramePs() * phase / phases / 1'000;
        const Outcome outcome = Rig(worst, 0).Run(phaseNs);
        EXPECT_EQ(outcome.drops, 0u) << "phase " << phaseNs << " ns";
        EXPECT_LE(outcome.peakBytes, outcome.headroomBytes);
        if (outcome.peakBytes > most.peakBytes)
        {
            most = outcome;
            worstNs = phaseNs;
        }
    }
    // What was used at most is exactly what is needed.
    EXPECT_EQ(Rig(worst, most.peakBytes).Run(worstNs).drops, 0u);
    EXPECT_GT(Rig(worst, most.peakBytes - 1).Run(worstNs).drops, 0u);
    const uint64_t spareBytes = most.headroomBytes - most.peakBytes;
    EXPECT_GT(Rig(worst, most.headroomBytes - 2 * worst.wireBytes).Run(worstNs).drops, 0u);
    return static_cast<double>(spareBytes) / worst.wireBytes;
}

} // namespace

TEST_F(HeadroomPropertyTest, LossesBeginWithinTwoMtuBelowItAndNeverAtIt)
{
    for (const uint64_t gbps : {10, 25, 40, 100, 200, 400, 800})
    {
        for (const uint32_t metres : {3, 30, 100, 300})
        {
            // MTU 4096 with 102 B of headers, check sequence, preamble and gap. By the argument in
            // DerivedHeadroom less than one frame, and what 16 phases of a frame's time miss.
            EXPECT_LT(Check({gbps, metres, 4'198, 0, false}), 1.1);
        }
    }
}

/**
 * Between regions the wire is nearly all of it: 2 * 100 km * 5 ns/m = 1 ms, 100 MB at 800 Gb/s.
 * Four phases of the pause frame's wait may miss a quarter of a frame more.
 */
TEST_F(HeadroomPropertyTest, HoldsForLinksBetweenRegions)
{
    for (const uint64_t gbps : {100, 200, 400, 800})
    {
        for (const uint32_t metres : {1'000, 10'000, 100'000})
        {
            const Worst worst{gbps, metres, 4'198, 0, false};
            EXPECT_LT(Check(worst, 4), 1.3);
            const uint64_t wireBytes = BytesInPs(2 * worst.DelayPs(), gbps * 1'000'000'000);
            const uint64_t headroomBytes = Rig(worst, 0).Run(0).headroomBytes;
            // Behind the wire: four frames, eight pause frames and the pipeline of 400 ns; and only
            // frames are charged, without preamble and gap.
            EXPECT_GT(headroomBytes, wireBytes * 4'178 / 4'198);
            EXPECT_LT(headroomBytes, wireBytes + 4 * 4'198 + 8 * 84 + 50 * gbps);
        }
    }
}

TEST_F(HeadroomPropertyTest, HoldsForShortFramesSlowSendersAndCutThrough)
{
    for (const uint64_t gbps : {25, 400})
    {
        for (const uint32_t metres : {3, 300})
        {
            EXPECT_LT(Check({gbps, metres, 1'126, 0, false}), 1.1);
            EXPECT_LT(Check({gbps, metres, 9'216, 0, false}), 1.1);
            EXPECT_LT(Check({gbps, metres, 4'198, 700, false}), 1.1);
            EXPECT_LT(Check({gbps, metres, 4'198, 0, true}), 1.1);
        }
    }
}

/**
 * A frame that has just begun a cell takes nearly two, and one of 64 B a whole one. The headroom of
 * byte-exact accounts is too small for them.
 */
TEST_F(HeadroomPropertyTest, HoldsForWhateverFramesInCells)
{
    constexpr int64_t phases = 8;
    for (const uint32_t cell : {208U, 254U})
    {
        for (const uint64_t gbps : {25, 400})
        {
            for (const uint32_t frame : {64U, cell + 1, 1'518U, 4'178U})
            {
                SCOPED_TRACE(std::to_string(frame) + " B in cells of " + std::to_string(cell) +
                             " at " + std::to_string(gbps) + " Gb/s");
                const Worst worst{gbps, 300, 4'198, 0, false, cell, frame};
                const uint64_t exactBytes =
                    Rig({gbps, 300, 4'198, 0, false}, 0).Run(0).headroomBytes;
                uint64_t headroomBytes = 0;
                uint64_t peakBytes = 0;
                for (int64_t phase = 0; phase < phases; ++phase)
                {
                    const Outcome outcome =
                        Rig(worst, 0).Run(worst.FramePs() * phase / phases / 1'000);
                    EXPECT_EQ(outcome.drops, 0u) << "phase " << phase;
                    headroomBytes = outcome.headroomBytes;
                    peakBytes = std::max(peakBytes, outcome.peakBytes);
                }
                EXPECT_LE(peakBytes, headroomBytes);
                if (frame <= cell + 1)
                {
                    EXPECT_GT(Rig(worst, exactBytes).Run(0).drops, 0u) << "bytes were enough";
                }
                if (frame == 64)
                {
                    // It has room for two longest frames that did not come, and phases miss the
                    // worst by an eighth of one, in bytes of the wire.
                    const uint64_t longest = (4'178 + cell - 1) / cell * cell;
                    EXPECT_LT(headroomBytes - peakBytes,
                              2 * longest + 4'198 / phases * cell / 84 + 2 * cell);
                }
            }
        }
    }
}

/**
 * What a host sends again is not paused. The link is damaged shortly before the threshold is
 * crossed and until the replay buffer is full. When it is mended the buffer comes as a whole: the
 * first of it crosses the threshold, and all behind goes to the headroom.
 */
TEST_F(HeadroomPropertyTest, HoldsTheReplayOfTheLink)
{
    constexpr uint64_t REPLAY_BYTES = 200'000;
    constexpr uint64_t ROOM_BYTES = 10'000; // below the threshold, when the damage begins
    Worst worst{100, 30, 4'198, 0, false};
    const uint64_t withoutBytes = Rig(worst, 0).Run(0).headroomBytes;
    ASSERT_LT(withoutBytes, REPLAY_BYTES - ROOM_BYTES - 2 * worst.wireBytes);
    worst.replayBytes = REPLAY_BYTES;
    const auto run = [&worst](uint64_t headroomBytes) {
        // Before the switch is paused by host 2 it passes on what comes in a delay and a pipeline.
        const uint64_t ratebps = worst.gbps * 1'000'000'000;
        const int64_t fillPs =
            worst.DelayPs() + PIPELINE_PS + SerializationPs(THRESHOLD_BYTES - ROOM_BYTES, ratebps);
        Rig rig(worst, headroomBytes);
        rig.Damage(fillPs, fillPs + SerializationPs(3 * REPLAY_BYTES / 2, ratebps));
        return rig.Run(0);
    };
    const Outcome outcome = run(0);
    EXPECT_EQ(outcome.drops, 0u);
    // 30 m hold 1875 B, which the reaction to a pause has counted already.
    EXPECT_EQ(outcome.headroomBytes, withoutBytes + REPLAY_BYTES - 1'875);
    EXPECT_GT(outcome.peakBytes, REPLAY_BYTES - ROOM_BYTES - 3 * worst.wireBytes);
    EXPECT_GT(run(withoutBytes).drops, 0u) << "the replay needs no room";
}
