// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "erf-record.h"

#include "wire-cursor.h"

namespace ns3
{

namespace
{

constexpr uint32_t VARYING_LENGTH = 0x04; // the length of the record depends on its frame

constexpr int64_t PS_PER_NS = 1000;
constexpr int64_t NS_PER_SECOND = 1'000'000'000;

/** @return time of an ERF record; it gives the same nanosecond when rounded down or to nearest */
uint64_t
ErfTime(int64_t timePs)
{
    const int64_t ns = timePs / PS_PER_NS;
    const auto seconds = static_cast<uint64_t>(ns / NS_PER_SECOND);
    const auto rest = static_cast<uint64_t>(ns % NS_PER_SECOND);
    return seconds << 32 | ((rest << 32) + NS_PER_SECOND - 1) / NS_PER_SECOND;
}

} // namespace

std::vector<uint8_t>
MakeErfRecord(ErfType type, const FrameSighting& sighting, const std::vector<uint8_t>& frame)
{
    std::vector<uint8_t> record;
    record.reserve(ERF_HEADER_BYTES + frame.size());
    WireWriter out(record);
    out.PutLeastFirst(ErfTime(sighting.timePs), 8);
    out.Put(static_cast<uint8_t>(type), 1);
    out.Put(VARYING_LENGTH | (sighting.sent ? 0 : 1), 1);
    out.Put(ERF_HEADER_BYTES + frame.size(), 2);
    out.Put(0, 2);
    out.Put(frame.size(), 2);
    record.insert(record.end(), frame.begin(), frame.end());
    return record;
}

} // namespace ns3
