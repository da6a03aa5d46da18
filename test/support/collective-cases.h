// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_CASES_H
#define AI_FABRIC_COLLECTIVE_CASES_H

#include "collective-case.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3
{

namespace collective
{

inline Wanted
ReduceScattered(const RankLayout&, uint32_t, uint32_t rank, uint32_t chunk)
{
    return {rank == chunk};
}

inline Wanted
AllGathered(const RankLayout&, uint32_t, uint32_t, uint32_t chunk)
{
    return {false, chunk, chunk};
}

inline Wanted
Broadcast(const RankLayout&, uint32_t root, uint32_t, uint32_t chunk)
{
    return {false, root, chunk};
}

inline Wanted
Reduced(const RankLayout&, uint32_t root, uint32_t rank, uint32_t)
{
    return {rank == root};
}

inline Wanted
Gathered(const RankLayout&, uint32_t root, uint32_t rank, uint32_t chunk)
{
    return rank == root ? Wanted{false, chunk, chunk} : Wanted{};
}

inline Wanted
Scattered(const RankLayout&, uint32_t root, uint32_t rank, uint32_t chunk)
{
    return rank == chunk ? Wanted{false, root, chunk} : Wanted{};
}

inline Wanted
Shifted(const RankLayout& layout, uint32_t, uint32_t rank, uint32_t chunk)
{
    const uint32_t ranks = layout.GetRanks();
    return chunk == 1 ? Wanted{false, (rank + ranks - 1) % ranks, 0} : Wanted{};
}

inline Wanted
Nothing(const RankLayout&, uint32_t, uint32_t, uint32_t)
{
    return {};
}

inline double
AllReduceFactor(double n)
{
    return 2 * (n - 1) / n;
}

inline double
PartFactor(double n)
{
    return (n - 1) / n;
}

inline double
One(double)
{
    return 1;
}

inline double
Zero(double)
{
    return 0;
}

/** @return floor(log2(n)) */
inline uint64_t
Log2(uint64_t n)
{
    return n < 2 ? 0 : 1 + Log2(n / 2);
}

inline uint64_t
TwiceAllButOne(uint64_t n, uint64_t s)
{
    return 2 * (n - 1) * s;
}

inline uint64_t
AllButOne(uint64_t n, uint64_t s)
{
    return (n - 1) * s;
}

/** S/n to the root or from it, by all but the root. */
inline uint64_t
AllButOnePart(uint64_t n, uint64_t s)
{
    return (n - 1) * (s / n);
}

/** p log2(p) S, and 2 (n - p) S of those that have no place in the power of two. */
inline uint64_t
RecursiveDoublingBytes(uint64_t n, uint64_t s)
{
    const uint64_t p = uint64_t{1} << Log2(n);
    return p * Log2(n) * s + 2 * (n - p) * s;
}

/** 2 (p - 1) S, and 2 (n - p) S of those that have no place in the power of two. */
inline uint64_t
HalvingDoublingBytes(uint64_t n, uint64_t s)
{
    const uint64_t p = uint64_t{1} << Log2(n);
    return 2 * (p - 1) * s + 2 * (n - p) * s;
}

/** Each rank but the root sends or gets the S/n of its subtree, which its lowest bit tells. */
inline uint64_t
BinomialBytes(uint64_t n, uint64_t s)
{
    uint64_t chunks = 0;
    for (uint64_t i = 1; i < n; ++i)
    {
        chunks += std::min(i & -i, n - i);
    }
    return chunks * (s / n);
}

inline uint64_t
All(uint64_t n, uint64_t s)
{
    return n * s;
}

/** n ceil(log2(n)) messages of a byte. */
inline uint64_t
BarrierBytes(uint64_t n, uint64_t)
{
    return n * (1 + Log2(n - 1));
}

/** All of them. */
inline const std::vector<Case> CASES{
    {"RingAllReduce", AllReduced, TwiceAllButOne, AllReduceFactor},
    {"BinaryTreeAllReduce", AllReduced, TwiceAllButOne, AllReduceFactor},
    {"DoubleBinaryTreeAllReduce", AllReduced, TwiceAllButOne, AllReduceFactor},
    {"RecursiveDoublingAllReduce", AllReduced, RecursiveDoublingBytes, AllReduceFactor},
    {"HalvingDoublingAllReduce", AllReduced, HalvingDoublingBytes, AllReduceFactor},
    {"TwoLevelAllReduce", AllReduced, TwiceAllButOne, AllReduceFactor},
    {"RegionAllReduce", AllReduced, TwiceAllButOne, AllReduceFactor},
    {"RingAllGather", AllGathered, AllButOne, PartFactor},
    {"RecursiveDoublingAllGather", AllGathered, AllButOne, PartFactor},
    {"BruckAllGather", AllGathered, AllButOne, PartFactor},
    {"PatAllGather", AllGathered, AllButOne, PartFactor},
    {"PatAllGather", AllGathered, AllButOne, PartFactor, {{"Aggregation", "3"}}},
    {"DirectAllGather", AllGathered, AllButOne, PartFactor},
    {"RingReduceScatter", ReduceScattered, AllButOne, PartFactor},
    {"RecursiveHalvingReduceScatter", ReduceScattered, AllButOne, PartFactor},
    {"BruckReduceScatter", ReduceScattered, AllButOne, PartFactor},
    {"PatReduceScatter", ReduceScattered, AllButOne, PartFactor},
    {"PatReduceScatter", ReduceScattered, AllButOne, PartFactor, {{"Aggregation", "3"}}},
    {"DirectReduceScatter", ReduceScattered, AllButOne, PartFactor},
    {"DirectAllToAll", Exchanged, AllButOne, PartFactor},
    {"PairwiseAllToAll", Exchanged, AllButOne, PartFactor},
    {"TwoLevelAllToAll", Exchanged, AllButOne, PartFactor},
    {"TwoLevelAllToAll", Exchanged, AllButOne, PartFactor, {{"Aggregate", "false"}}},
    {"RingBroadcast", Broadcast, AllButOne, One},
    {"BinomialTreeBroadcast", Broadcast, AllButOne, One},
    {"RingReduce", Reduced, AllButOne, One},
    {"BinomialTreeReduce", Reduced, AllButOne, One},
    {"DirectGather", Gathered, AllButOnePart, PartFactor},
    {"DirectScatter", Scattered, AllButOnePart, PartFactor},
    {"BinomialTreeGather", Gathered, BinomialBytes, PartFactor},
    {"BinomialTreeScatter", Scattered, BinomialBytes, PartFactor},
    {"SendRecv", Shifted, All, One},
    {"DisseminationBarrier", Nothing, BarrierBytes, Zero},
};

inline bool
IsRooted(const Case& which)
{
    return which.operation == Broadcast || which.operation == Reduced ||
           which.operation == Gathered || which.operation == Scattered;
}

} // namespace collective

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_CASES_H
