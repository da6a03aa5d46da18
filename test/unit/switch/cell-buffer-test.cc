// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "fabric-test.h"
#include "lone-switch-test.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/nstime.h"
#include "ns3/priority-flow-control.h"
#include "ns3/shared-buffer.h"
#include "ns3/sonic-buffer.h"
#include "ns3/step-marker.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint8_t CELL_LANE = 3;
constexpr uint8_t LOSSY_CELL_LANE = 0;
constexpr uint32_t CELL_FRAMES[] = {64, 209, 255, 1'518, 4'178};

/** @return what a frame takes, by the definition */
uint64_t
ChargeOf(uint64_t frame, uint64_t cell)
{
    uint64_t charge = 0;
    while (charge < frame)
    {
        charge += std::max<uint64_t>(cell, 1);
    }
    return charge;
}

/** A memory of cells for some ports whose links have no credits. */
class CellBufferTest : public FabricTest
{
  protected:
    /** @return ports that are alike, without credits */
    static std::vector<SwitchBuffer::PortNeeds> Alike(size_t ports,
                                                      uint64_t headroomBytes,
                                                      uint32_t lossless)
    {
        const SwitchBuffer::PortNeeds needs{headroomBytes,
                                            lossless,
                                            PRIORITY_COUNT,
                                            0,
                                            false,
                                            10'000'000'000};
        return std::vector<SwitchBuffer::PortNeeds>(ports, needs);
    }

    template <typename Buffer = SharedBuffer>
    static Ptr<Buffer> Make(uint32_t cellBytes, uint64_t sizeBytes)
    {
        return CreateObjectWithAttributes<Buffer>("CellBytes",
                                                  UintegerValue(cellBytes),
                                                  "SizeBytes",
                                                  UintegerValue(sizeBytes),
                                                  "Alpha",
                                                  DoubleValue(0.125));
    }

    /** Nothing is held any more, by any account. */
    static void ExpectEmpty(const SharedBuffer& buffer, uint16_t ports)
    {
        EXPECT_EQ(buffer.GetUsedBytes(), 0u);
        EXPECT_EQ(buffer.GetPoolUsedBytes(), 0u);
        EXPECT_EQ(buffer.GetHeadroomUsedBytes(), 0u);
        for (uint16_t port = 0; port < ports; ++port)
        {
            for (uint8_t lane = 0; lane < PRIORITY_COUNT; ++lane)
            {
                const auto& account = buffer.GetAccount(port, lane);
                EXPECT_EQ(account.ingressBytes + account.egressBytes + account.headroomBytes, 0u);
            }
        }
    }
};

} // namespace

/** B bytes are floor(B / cell) cells, and a frame takes ceil(frame / cell) cells. */
TEST_F(CellBufferTest, HoldsAsManyFramesAsThereAreCellsFor)
{
    constexpr uint64_t SIZE = 1'000'003;
    constexpr uint16_t PORTS = 32; // every queue is short compared with the free pool
    for (const uint32_t cell : {0U, 1U, 208U, 254U})
    {
        for (const uint32_t frame : CELL_FRAMES)
        {
            SCOPED_TRACE(std::to_string(frame) + " B in cells of " + std::to_string(cell));
            const auto buffer = Make(cell, SIZE);
            buffer->SetAttribute("LossyAlpha", DoubleValue(1024));
            buffer->Configure(Alike(PORTS, 0, 0));
            const auto place = [](uint64_t packet) {
                return SwitchBuffer::Place{static_cast<uint16_t>(packet % PORTS),
                                           static_cast<uint8_t>(packet / PORTS % PRIORITY_COUNT)};
            };
            uint64_t packets = 0;
            while (buffer->Admit({0, LOSSY_CELL_LANE}, place(packets), frame).IsAdmitted())
            {
                ++packets;
            }
            const uint64_t charge = ChargeOf(frame, cell);
            EXPECT_EQ(packets, cell > 1 ? SIZE / cell / (charge / cell) : SIZE / frame);
            EXPECT_EQ(buffer->GetUsedBytes(), packets * charge);
            EXPECT_EQ(buffer->GetPeakBytes(), packets * charge);
            EXPECT_EQ(buffer->GetPoolUsedBytes(), packets * charge);
            while (packets > 0)
            {
                buffer->Release({0, LOSSY_CELL_LANE}, place(--packets), frame);
            }
            ExpectEmpty(*buffer, PORTS);
        }
    }
}

/** Up to the threshold floor(T / charge) frames, then into the headroom as many of H. */
TEST_F(CellBufferTest, PausesAtTheThresholdInCellsAndFillsTheHeadroomInCells)
{
    constexpr uint64_t THRESHOLD = 30'000;
    constexpr uint64_t HEADROOM = 20'001;
    for (const uint32_t cell : {0U, 1U, 208U, 254U})
    {
        for (const uint32_t frame : CELL_FRAMES)
        {
            SCOPED_TRACE(std::to_string(frame) + " B in cells of " + std::to_string(cell));
            const auto buffer = Make(cell, 1'000'000);
            buffer->SetAttribute("StaticThresholdBytes", UintegerValue(THRESHOLD));
            buffer->Configure(Alike(2, HEADROOM, 1 << CELL_LANE));
            uint64_t packets = 0;
            uint64_t before = 0;
            while (buffer->Admit({0, CELL_LANE}, {1, CELL_LANE}, frame).IsAdmitted())
            {
                ++packets;
                before += !buffer->IsAboveThreshold(0, CELL_LANE);
            }
            const uint64_t charge = ChargeOf(frame, cell);
            EXPECT_EQ(before, THRESHOLD / charge);
            EXPECT_EQ(packets - before, HEADROOM / charge);
            EXPECT_EQ(buffer->GetAccount(0, CELL_LANE).headroomPeakBytes,
                      (packets - before) * charge);
            // It resumes 3 KiB below the threshold.
            for (; packets > 0; --packets)
            {
                const uint64_t left = packets * charge;
                EXPECT_EQ(buffer->MayResume(0, CELL_LANE), left + 3'600 <= THRESHOLD) << left;
                buffer->Release({0, CELL_LANE}, {1, CELL_LANE}, frame);
            }
            ExpectEmpty(*buffer, 2);
        }
    }
}

TEST_F(CellBufferTest, LimitsAtTheEgressAreInCellsToo)
{
    const auto buffer = Make<SonicBuffer>(208, 1'000'000);
    buffer->SetAttribute("EgressThresholdBytes", UintegerValue(10'000));
    buffer->Configure(Alike(2, 10'000, 1 << CELL_LANE));
    uint32_t packets = 0;
    while (buffer->Admit({0, CELL_LANE}, {1, CELL_LANE}, 209).IsAdmitted())
    {
        ++packets;
    }
    EXPECT_EQ(packets, 24u); // of 416 B
    EXPECT_EQ(buffer->GetLosslessBytes(), 24u * 416);
    for (; packets > 0; --packets)
    {
        buffer->Release({0, CELL_LANE}, {1, CELL_LANE}, 209);
    }
    EXPECT_EQ(buffer->GetLosslessBytes(), 0u);
    ExpectEmpty(*buffer, 2);
}

/** Cells of a byte are bytes, whatever comes; and in cells all sums stay equal. */
TEST_F(CellBufferTest, KeepsItsAccountsWhateverComesAndIsMoved)
{
    struct Packet
    {
        SwitchBuffer::Place in;
        SwitchBuffer::Place out;
        uint32_t bytes;
    };

    for (uint32_t seed = 1; seed <= 20; ++seed)
    {
        const uint32_t cell = seed % 2 ? 208 : 254;
        const std::vector<Ptr<SharedBuffer>> buffers{Make(0, 200'000),
                                                     Make(1, 200'000),
                                                     Make(cell, 200'000)};
        std::vector<std::vector<Packet>> held(buffers.size());
        for (const auto& buffer : buffers)
        {
            buffer->SetAttribute("ReserveBytes", UintegerValue(1'000)); // no multiple of a cell
            buffer->Configure(Alike(3, 10'000, 1 << CELL_LANE));
        }
        for (size_t i = 0; i < buffers.size(); ++i)
        {
            std::mt19937 dice(seed);
            const auto& buffer = buffers[i];
            const auto number = [&dice](uint32_t end) {
                return std::uniform_int_distribution<uint32_t>(0, end - 1)(dice);
            };
            for (uint32_t step = 0; step < 3'000; ++step)
            {
                const uint8_t lane = number(2) ? CELL_LANE : LOSSY_CELL_LANE;
                const Packet packet{{static_cast<uint16_t>(number(3)), lane},
                                    {static_cast<uint16_t>(number(3)), lane},
                                    64 + number(4'100)};
                const uint32_t chosen = number(1'000);
                const bool leaves = number(5) < 2;
                if (leaves && !held[i].empty())
                {
                    const size_t which = chosen % held[i].size();
                    auto& leaving = held[i][which];
                    buffer->Move(leaving.out, packet.out, leaving.bytes);
                    buffer->Release(leaving.in, packet.out, leaving.bytes);
                    leaving = held[i].back();
                    held[i].pop_back();
                }
                else if (buffer->Admit(packet.in, packet.out, packet.bytes).IsAdmitted())
                {
                    held[i].push_back(packet);
                }
                uint64_t charged = 0;
                for (const auto& one : held[i])
                {
                    charged += ChargeOf(one.bytes, i == 2 ? cell : 1);
                }
                ASSERT_EQ(buffer->GetUsedBytes(), charged);
            }
            for (const auto& one : held[i])
            {
                buffer->Release(one.in, one.out, one.bytes);
            }
            ExpectEmpty(*buffer, 3);
        }
        EXPECT_EQ(buffers[0]->GetPeakBytes(), buffers[1]->GetPeakBytes());
        EXPECT_EQ(held[0].size(), held[1].size());
        EXPECT_NE(held[0].size(), held[2].size()) << "cells hold fewer";
    }
}

/** The length of the frame decides about trimming, not the cells that it takes. */
TEST_F(CellBufferTest, FramesOfTheTrimSizeAreNotTrimmed)
{
    const auto buffer = Make(208, 100'000);
    buffer->SetAttribute("TrimQueueTime", TimeValue(MicroSeconds(4))); // 5000 B of 10 Gb/s
    buffer->SetFastestRate(10'000'000'000);
    buffer->Configure(Alike(2, 10'000, 1 << CELL_LANE));
    for (uint32_t packet = 0; packet < 12; ++packet) // of 416 B, 4992 B
    {
        EXPECT_TRUE(buffer->Admit({0, LOSSY_CELL_LANE}, {1, LOSSY_CELL_LANE}, 300).IsAdmitted())
            << packet;
    }
    EXPECT_TRUE(buffer->Admit({0, LOSSY_CELL_LANE}, {1, LOSSY_CELL_LANE}, 129).IsToTrim());
    EXPECT_TRUE(buffer->Admit({0, LOSSY_CELL_LANE}, {1, LOSSY_CELL_LANE}, 128).IsAdmitted());
    EXPECT_TRUE(buffer->Admit({0, LOSSY_CELL_LANE}, {1, 6}, 64).IsAdmitted());
    EXPECT_EQ(buffer->GetUsedBytes(), 12u * 416 + 2 * 208);
}

TEST_F(CellBufferTest, DoesNotGoWithCredits)
{
    const auto buffer = Make(208, 1'000'000);
    EXPECT_EQ(MessageOf<InputError>([&] {
                  buffer->Configure({{10'000, 1 << CELL_LANE}});
              }),
              "Buffer: ns3::SharedBuffer has cells of 208 B, but the links of this switch have "
              "credits, which have units of their own; expected CellBytes 0");
}

namespace
{

/** The queue of one packet of 1000 B is just marked, or just not. */
struct OneWaits
{
    uint32_t cellBytes;
    uint64_t thresholdBytes;
    bool marked;
};

/** For GoogleTest. */
void
PrintTo(const OneWaits& waits, std::ostream* out)
{
    *out << "cells of " << waits.cellBytes << " B, threshold " << waits.thresholdBytes << " B";
}

class CellSwitchTest : public LoneSwitchTest, public testing::WithParamInterface<OneWaits>
{
  protected:
    /** @return PSNs of the marked packets out of three; the last one finds one packet before it */
    std::vector<uint32_t> FindMarked(bool atEnqueue)
    {
        m_marker = CreateObjectWithAttributes<StepMarker>("ThresholdBytes",
                                                          UintegerValue(GetParam().thresholdBytes),
                                                          "ReferenceRate",
                                                          DataRateValue(DataRate(0)),
                                                          "AtEnqueue",
                                                          BooleanValue(atEnqueue));
        const auto buffer = MakeSharedBuffer(1'000'000);
        buffer->SetAttribute("CellBytes", UintegerValue(GetParam().cellBytes));
        Build<PriorityFlowControl>(4, buffer);
        SendThree();
        Simulator::Run();
        EXPECT_EQ(m_switch->GetBuffer().GetUsedBytes(), 0u);
        return m_marked;
    }
};

} // namespace

TEST_P(CellSwitchTest, MarkersSeeQueuesOfCellsWhenPacketsLeave)
{
    EXPECT_EQ(FindMarked(false), std::vector<uint32_t>(GetParam().marked ? 1 : 0, 1));
}

TEST_P(CellSwitchTest, MarkersSeeQueuesOfCellsWhenPacketsCome)
{
    EXPECT_EQ(FindMarked(true), std::vector<uint32_t>(GetParam().marked ? 1 : 0, 2));
}

INSTANTIATE_TEST_SUITE_P(Cells,
                         CellSwitchTest,
                         testing::Values(OneWaits{0, 1'000, false},
                                         OneWaits{0, 999, true},
                                         OneWaits{1, 1'000, false},
                                         OneWaits{1, 999, true},
                                         OneWaits{600, 1'200, false},
                                         OneWaits{600, 1'199, true}));
