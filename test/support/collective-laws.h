// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_LAWS_H
#define AI_FABRIC_COLLECTIVE_LAWS_H

#include "make-object.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace ns3
{

/** How long collectives take on an idle star, by the formulas of the algorithms' headers. */
namespace collectivelaws
{

/** What the closed forms are made of. Times in ps. */
struct Law
{
    double n;    //!< ranks
    double s;    //!< bytes
    double beta; //!< per byte
    double a;    //!< latency of a message until it is there
    double back; //!< from there until the sender knows
    double one;  //!< a message of one byte until it is there

    /** @return ceil(log2(n)) */
    double Log() const
    {
        return std::ceil(std::log2(n) - 1e-9);
    }

    /** @return a message of so many bytes until it is there */
    double Message(double bytes) const
    {
        return a + bytes * beta;
    }

    /** @return the largest power of two up to n */
    double Power() const
    {
        return std::exp2(std::floor(std::log2(n) + 1e-9));
    }

    /** @return 1 if it is no power of two, otherwise 0 */
    double Odd() const
    {
        return Power() < n ? 1 : 0;
    }

    /** @return n - 1 of n parts, as one message */
    double AllButOwnPart() const
    {
        return Message((n - 1) / n * s);
    }
};

/** An algorithm, where its ranks are, and the time in its header but for the last answer. */
struct Case
{
    const char* name; //!< of the class
    double (*time)(const Law&);
    Attributes attributes{};
    uint32_t ranksPerServer{1};
    bool anyNumber{true}; //!< whether that is the time for any number of ranks, not
                          //!< only of messages so long that latencies hardly count
};

inline double
RingTwice(const Law& law)
{
    return 2 * (law.n - 1) * law.Message(law.s / law.n);
}

inline double
RingOnce(const Law& law)
{
    return RingTwice(law) / 2;
}

inline double
Logarithmic(const Law& law)
{
    return (law.Log() - 1) * law.a + law.AllButOwnPart();
}

inline double
OneStep(const Law& law)
{
    return law.AllButOwnPart();
}

/**
 * As in its header: what is missing in the tree saves a message up, and if one rank is right of a
 * complete tree one down.
 */
inline double
BinaryTree(const Law& law)
{
    const double saved = law.Odd() + (law.n > 2 && law.Power() + 1 == law.n ? 1 : 0);
    return 2 * ((law.Log() - 1) * law.Message(2 * law.s) + law.Message(law.s)) -
           saved * law.s * law.beta;
}

/** One tree with half of the bytes. */
inline double
DoubleBinaryTree(const Law& law)
{
    Law half = law;
    half.s /= 2;
    return BinaryTree(half);
}

/** @return how often the number can be halved */
inline double
TrailingZeros(double number)
{
    return std::fmod(number, 2) > 0.5 ? 0 : 1 + TrailingZeros(number / 2);
}

/**
 * As in its header: f chunks of S/n, with a clear-to-send in each step behind one of odd numbers.
 */
inline double
RecursiveHalving(const Law& law)
{
    double time = law.Odd() * (law.Log() - 1 - TrailingZeros(law.n)) * law.one;
    for (double count = law.n; count > 1; count = std::ceil(count / 2))
    {
        time += law.Message(std::ceil(count / 2) * law.s / law.n);
    }
    return time;
}

/**
 * When ranks that gather by recursive doubling have what their half brings, as in its header, but
 * for the latencies of the steps.
 */
class GatherTimes
{
  public:
    /**
     * @param ranks how many
     * @param chunk time of a chunk
     * @param clear latency of a small message
     */
    GatherTimes(uint32_t ranks, double chunk, double clear)
        : m_chunk(chunk),
          m_clear(clear),
          m_has(ranks, 0),
          m_sent(ranks, 0),
          m_sends(ranks, 0)
    {
        Gather(0, ranks);
    }

    /** @return when the last rank has all */
    double GetEnd() const
    {
        return *std::max_element(m_has.begin(), m_has.end());
    }

  private:
    /** @return when a message begins, with a clear-to-send if the receiver is later */
    double Start(uint32_t from, uint32_t to) const
    {
        const double has = std::max(m_has[from], m_sent[from]);
        return m_has[to] > has + m_clear / 2 ? m_has[to] + m_clear
                                             : std::max(m_has[from], m_sends[from]);
    }

    /**
     * Two halves gather by themselves, then exchange.
     *
     * @param first rank
     * @param count of ranks
     */
    void Gather(uint32_t first, uint32_t count)
    {
        if (count == 1)
        {
            return;
        }
        const uint32_t lower = count - count / 2;
        const uint32_t upper = count / 2;
        Gather(first, lower);
        Gather(first + lower, upper);
        const uint32_t alone = first + lower - 1;
        const uint32_t last = first + count - 1;
        auto has = m_has;
        for (uint32_t rank = first; rank < first + upper; ++rank)
        {
            const uint32_t partner = rank + lower;
            has[partner] = std::max(m_has[partner], Start(rank, partner) + lower * m_chunk);
            has[rank] = std::max(m_has[rank], Start(partner, rank) + upper * m_chunk);
        }
        if (lower > upper)
        {
            const double one = Start(last, alone - 1);
            const double other = Start(last, alone);
            const double end = std::max(std::min(one, other) + 2 * upper * m_chunk,
                                        std::max(one, other) + upper * m_chunk);
            has[alone - 1] = std::max(m_has[alone - 1], end);
            has[alone] = std::max(m_has[alone], end);
            m_sent[last] = end;
            m_sends[last] = end + m_clear; // acknowledged
        }
        m_has = has;
    }

    double m_chunk;              //!< time of a chunk
    double m_clear;              //!< latency of a small message
    std::vector<double> m_has;   //!< by rank, when it has all of its half
    std::vector<double> m_sent;  //!< by rank, when two messages of a step are there
    std::vector<double> m_sends; //!< by rank, when it can send again
};

inline double
RecursiveGather(const Law& law)
{
    return law.Log() * law.a +
           GatherTimes(static_cast<uint32_t>(law.n), law.s / law.n * law.beta, law.one).GetEnd();
}

/** As in its header: the last subtree fills the pauses of larger ones. */
inline double
BinomialGather(const Law& law)
{
    const double last = law.n - std::exp2(law.Log() - 1);
    return std::floor(std::log2(last) + 1e-9) * law.a + law.AllButOwnPart();
}

inline double
RecursiveDoubling(const Law& law)
{
    const double steps = std::log2(law.Power());
    if (law.Power() == law.n)
    {
        return steps * (law.Message(law.s) + law.back) - law.back;
    }
    return 2 * law.Message(law.s) + steps * (law.Message(law.s) + law.back);
}

/** As in its header: folded ranks add two messages, and late ones clear-to-sends. */
inline double
HalvingDoubling(const Law& law)
{
    const double power = law.Power();
    if (power == law.n)
    {
        return (law.Log() - 1) * 2 * law.a + 2 * law.AllButOwnPart();
    }
    const double clears = std::log2(power) - TrailingZeros(law.n - power);
    return 2 * law.Message(law.s) + 2 * std::log2(power) * law.a +
           2 * (power - 1) / power * law.s * law.beta + clears * law.one;
}

/** Two ranks per server. */
inline double
TwoLevelReduce(const Law& law)
{
    const double servers = law.n / 2;
    return 2 * law.Message(law.s / 2) + 2 * (servers - 1) * law.Message(law.s / 2 / servers);
}

inline double
Pairwise(const Law& law)
{
    return (law.n - 1) * (law.Message(law.s / law.n) + law.back) - law.back;
}

inline double
Chain(const Law& law)
{
    return (law.n - 1) * law.Message(law.s);
}

/** Slices of 65,536 bytes. */
inline double
SlicedChain(const Law& law)
{
    const double slices = law.s / 65536;
    return (law.n - 1) * law.Message(65536) + (slices - 1) * 65536 * law.beta;
}

inline double
BinomialBroadcast(const Law& law)
{
    return law.Log() * (law.Message(law.s) + law.back) - law.back;
}

inline double
BinomialReduce(const Law& law)
{
    return law.Log() * law.Message(law.s);
}

inline double
BinomialScatter(const Law& law)
{
    return Logarithmic(law) + (law.Log() - 1) * law.back;
}

inline double
OneMessage(const Law& law)
{
    return law.Message(law.s);
}

/** All of them. */
inline const std::vector<Case> CASES{
    {"RingAllReduce", RingTwice},
    {"BinaryTreeAllReduce", BinaryTree},
    {"DoubleBinaryTreeAllReduce", DoubleBinaryTree},
    {"RecursiveDoublingAllReduce", RecursiveDoubling},
    {"HalvingDoublingAllReduce", HalvingDoubling},
    {"TwoLevelAllReduce", TwoLevelReduce, {}, 2},
    {"RingAllGather", RingOnce},
    {"RecursiveDoublingAllGather", RecursiveGather},
    {"BruckAllGather", Logarithmic, {}, 1, false},
    {"PatAllGather", Logarithmic, {}, 1, false},
    {"DirectAllGather", OneStep},
    {"RingReduceScatter", RingOnce},
    {"RecursiveHalvingReduceScatter", RecursiveHalving},
    {"BruckReduceScatter", Logarithmic, {}, 1, false},
    {"PatReduceScatter", Logarithmic, {}, 1, false},
    {"DirectReduceScatter", OneStep},
    {"DirectAllToAll", OneStep},
    {"PairwiseAllToAll", Pairwise},
    {"RingBroadcast", Chain},
    {"RingBroadcast", SlicedChain, {{"SliceBytes", "65536"}}},
    {"RingReduce", Chain},
    {"RingReduce", SlicedChain, {{"SliceBytes", "65536"}}},
    {"BinomialTreeBroadcast", BinomialBroadcast},
    {"BinomialTreeReduce", BinomialReduce, {}, 1, false},
    {"DirectGather", OneStep},
    {"DirectScatter", OneStep},
    {"BinomialTreeGather", BinomialGather},
    {"BinomialTreeScatter", BinomialScatter, {}, 1, false},
    {"SendRecv", OneMessage},
};

} // namespace collectivelaws

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_LAWS_H
