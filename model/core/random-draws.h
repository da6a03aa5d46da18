// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RANDOM_DRAWS_H
#define AI_FABRIC_RANDOM_DRAWS_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * The greatest seed that ns-3's generator takes, one less than the second modulus of MRG32k3a.
 */
constexpr uint32_t LAST_SEED = 4'294'944'442;

/** @param value any @return the finalizer of MurmurHash3: each bit of the value decides each bit */
constexpr uint64_t
MixDraw(uint64_t value)
{
    value = (value ^ (value >> 33)) * 0xff51afd7ed558ccdULL;
    value = (value ^ (value >> 33)) * 0xc4ceb9fe1a85ec53ULL;
    return value ^ (value >> 33);
}

/**
 * Names what is drawn, a step at a time: for seed 1, switch "leaf0" ...
 *
 * @param before of the steps so far, or a seed
 * @param value the next step
 * @return a number that nothing else has, but for chance in 2^64; the same on every machine
 */
constexpr uint64_t
HashDraw(uint64_t before, uint64_t value)
{
    return MixDraw(MixDraw(before + 0x9e3779b97f4a7c15ULL) ^ value);
}

/** @param draw a number with 64 bits of chance @return one from [0, 1) with its first 53 */
constexpr double
UnitDraw(uint64_t draw)
{
    return static_cast<double>(draw >> 11) * 0x1p-53;
}

/**
 * FNV-1a of 64 bits: nobody is deceived, only told apart.
 *
 * @param text any
 * @param before of the text that this one goes on with
 * @return of both
 */
constexpr uint64_t
HashText(std::string_view text, uint64_t before = 0xcbf29ce484222325)
{
    for (const char character : text)
    {
        before = (before ^ static_cast<unsigned char>(character)) * 0x100000001b3;
    }
    return before;
}

/**
 * As HashDraw() of a number.
 *
 * @param before of the steps so far
 * @param name the next step
 */
constexpr uint64_t
HashDraw(uint64_t before, std::string_view name)
{
    return HashDraw(before, HashText(name));
}

/**
 * The number of an ns-3 random stream by what it is for, so that no other part of a network
 * changes it. Beyond 2^62, where nobody counts to.
 *
 * @param stream given to the whole by AssignStreams()
 * @param purpose such as "timer"
 * @param draw HashDraw() of whose it is
 * @return number of a stream; some more follow it
 */
constexpr int64_t
NameStream(int64_t stream, std::string_view purpose, uint64_t draw = 0)
{
    const uint64_t hash = HashDraw(HashDraw(static_cast<uint64_t>(stream), purpose), draw);
    return static_cast<int64_t>((hash >> 3) | (uint64_t{1} << 62));
}

/**
 * @ingroup ai-fabric-core
 * What random draws are for.
 */
enum class DrawKind : uint8_t
{
    PATHS,       //!< hashes of switches, source ports and LIDs of connections, packet spraying
    MARKS,       //!< which packets are marked, and how digests of telemetry are rounded
    LOSSES,      //!< which packets a link loses
    QUEUE_PAIRS, //!< retransmission timers and congestion controls
    JITTER,      //!< of GPUs
    PLACEMENT,   //!< of ranks on hosts
    WORKLOADS,   //!< sizes, gaps, sources and destinations
    FAILURES     //!< what fails when, and for how long
};

/**
 * @ingroup ai-fabric-core
 * Which seed each kind of random draw has: that of the run (RngSeedManager), unless it is fixed.
 * So one kind can be varied, or held, while another is not.
 *
 * As RngSeedManager it is global, and to be set before a network is built:
 *
 *     RngSeedManager::SetSeed(3);
 *     RandomDraws::Fix("paths", 7);
 *
 * A draw depends on what it is for and on nothing else in the run, see HashDraw(): neither numbers
 * of nodes and queue pairs nor the place in a list.
 */
class RandomDraws
{
  public:
    /** @return names of all kinds, as in scenarios */
    static std::vector<std::string> GetKindNames();

    /**
     * @param kind of draws
     * @param seed of them from now on, at least 1, with run 1, whatever those of the run are
     */
    static void Fix(DrawKind kind, uint32_t seed);

    /**
     * As Fix().
     *
     * @param kind its name
     * @param seed at least 1
     * @throw InputError if there is none
     */
    static void Fix(const std::string& kind, uint32_t seed);

    /** Has all kinds follow the run again. */
    static void Release();

    /** @param kind of draws @return to hash with, HashDraw() of seed and run */
    static uint64_t GetSeed(DrawKind kind);

    /** While it lives, ns-3's streams are assigned with the seed of a kind. */
    class Scope
    {
      public:
        /** @param kind of draws */
        explicit Scope(DrawKind kind);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

      private:
        std::optional<uint32_t> m_seed; //!< of the run, to go back to
        uint64_t m_run{0};              //!< likewise
    };
};

} // namespace ns3

#endif // AI_FABRIC_RANDOM_DRAWS_H
