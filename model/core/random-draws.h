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
 * The largest seed of ns-3's generator, one less than the second modulus of MRG32k3a.
 */
constexpr uint32_t LAST_SEED = 4'294'944'442;

/**
 * @param value number
 * @return the finalizer of MurmurHash3: each input bit affects each output bit
 */
constexpr uint64_t
MixDraw(uint64_t value)
{
    value = (value ^ (value >> 33)) * 0xff51afd7ed558ccdULL;
    value = (value ^ (value >> 33)) * 0xc4ceb9fe1a85ec53ULL;
    return value ^ (value >> 33);
}

/**
 * Computes the hash of the purpose of a draw, step by step: for seed 1, switch "leaf0" ...
 *
 * @param before hash of the steps so far, or a seed
 * @param value next step
 * @return hash, unique except with probability 2^-64; the same on every machine
 */
constexpr uint64_t
HashDraw(uint64_t before, uint64_t value)
{
    return MixDraw(MixDraw(before + 0x9e3779b97f4a7c15ULL) ^ value);
}

/**
 * @param draw 64 random bits
 * @return number in [0, 1) made of the first 53 bits
 */
constexpr double
UnitDraw(uint64_t draw)
{
    return static_cast<double>(draw >> 11) * 0x1p-53;
}

/**
 * FNV-1a of 64 bits: it distinguishes texts, without protection against attacks.
 *
 * @param text text
 * @param before hash of the preceding text
 * @return hash of both texts
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
 * The same as HashDraw() with a number.
 *
 * @param before hash of the steps so far
 * @param name next step
 */
constexpr uint64_t
HashDraw(uint64_t before, std::string_view name)
{
    return HashDraw(before, HashText(name));
}

/**
 * The number of an ns-3 random stream, derived from its purpose so that other parts of a network do
 * not change it. It is above 2^62, beyond all counted streams.
 *
 * @param stream stream of the whole network, from AssignStreams()
 * @param purpose purpose such as "timer"
 * @param draw HashDraw() of the owner
 * @return stream number; the following numbers are also free
 */
constexpr int64_t
NameStream(int64_t stream, std::string_view purpose, uint64_t draw = 0)
{
    const uint64_t hash = HashDraw(HashDraw(static_cast<uint64_t>(stream), purpose), draw);
    return static_cast<int64_t>((hash >> 3) | (uint64_t{1} << 62));
}

/**
 * @ingroup ai-fabric-core
 * Purposes of random draws.
 */
enum class DrawKind : uint8_t
{
    PATHS,       //!< hashes of switches, source ports and LIDs of connections, packet spraying
    MARKS,       //!< choice of marked packets, rounding of telemetry digests
    LOSSES,      //!< choice of packets that a link loses
    QUEUE_PAIRS, //!< retransmission timers and congestion controls
    JITTER,      //!< jitter of GPUs
    PLACEMENT,   //!< placement of ranks on hosts
    WORKLOADS,   //!< sizes, gaps, sources and destinations
    FAILURES     //!< kinds, times and durations of failures
};

/**
 * @ingroup ai-fabric-core
 * The seed of each kind of random draw: the seed of the run (RngSeedManager), unless it is fixed.
 * So one kind can be varied, or kept, independently of others.
 *
 * Like RngSeedManager it is global, and must be set before a network is built:
 *
 *     RngSeedManager::SetSeed(3);
 *     RandomDraws::Fix("paths", 7);
 *
 * A draw depends only on its purpose, see HashDraw(): neither on numbers of nodes and queue pairs
 * nor on positions in a list.
 */
class RandomDraws
{
  public:
    /** @return names of all kinds as in scenarios */
    static std::vector<std::string> GetKindNames();

    /**
     * @param kind kind of draws
     * @param seed seed of these draws from now on, at least 1; the run number is then 1, whatever
     * the run's own
     */
    static void Fix(DrawKind kind, uint32_t seed);

    /**
     * The same as Fix() with a kind.
     *
     * @param kind name of the kind
     * @param seed seed, at least 1
     * @throw InputError if the name is unknown
     */
    static void Fix(const std::string& kind, uint32_t seed);

    /** Makes all kinds use the seed of the run again. */
    static void Release();

    /**
     * @param kind kind of draws
     * @return hash of seed and run, for HashDraw()
     */
    static uint64_t GetSeed(DrawKind kind);

    /** Counts a draw that a packet or an operation has caused. */
    static void Note()
    {
        ++g_count;
    }

    /** @return number of draws that this thread has noted */
    static uint64_t GetCount()
    {
        return g_count;
    }

    /** During its lifetime ns-3's streams are assigned with the seed of a kind. */
    class Scope
    {
      public:
        /** @param kind kind of draws */
        explicit Scope(DrawKind kind);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

      private:
        std::optional<uint32_t> m_seed; //!< seed of the run, restored at the end
        uint64_t m_run{0};              //!< run number, restored at the end
    };

  private:
    static inline thread_local uint64_t g_count{0}; //!< see Note()
};

} // namespace ns3

#endif // AI_FABRIC_RANDOM_DRAWS_H
