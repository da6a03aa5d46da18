// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FLOW_SIZE_DISTRIBUTION_H
#define AI_FABRIC_FLOW_SIZE_DISTRIBUTION_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Distribution of flow sizes: a cumulative distribution, linear between given points.
 *
 * Sizes are whole bytes. With a uniform u in (0, 1] the drawn size is
 *
 *     size(u) = min { n >= 1 : F(n) >= u },   so that P(size <= n) = F(n) at every n,
 *     mean    = sum over points of (F(i + 1) - F(i)) (x(i) + x(i + 1) + 1) / 2
 *
 * and a percentage above 0 at the first point is the share of flows of exactly that size.
 */
class FlowSizeDistribution
{
  public:
    /** One point of the distribution. */
    struct Point
    {
        uint64_t bytes; //!< ascending
        double percent; //!< percentage of flows of at most that size, in [0, 100], not descending
    };

    /** All flows are of one size. @param bytes at least 1 */
    explicit FlowSizeDistribution(uint64_t bytes);

    /**
     * Makes a built-in distribution by its name in the literature:
     *
     *     WebSearch        a search cluster (DCTCP, SIGCOMM'10)
     *     FbHdp            Facebook's Hadoop cluster (Roy et al., SIGCOMM'15)
     *     AliStorage2019   storage at Alibaba
     *     GoogleRPC2008    remote procedure calls at Google
     *     Solar2022        storage at Alibaba (Solar, SIGCOMM'22)
     *
     * with the points of the files in traffic_gen/ of the simulators of HPCC (SIGCOMM'19) and, for
     * Solar2022, ConWeave (SIGCOMM'23).
     *
     * A number makes a distribution of flows of exactly that many bytes.
     *
     * @param source name or number
     * @return the distribution
     * @throw InputError if source is neither
     */
    static FlowSizeDistribution Load(const std::string& source);

    /**
     * Reads a file of lines "bytes percent", the format of HPCC, whose last percentage is 100.
     *
     * @param path path of the file
     * @return the distribution
     * @throw InputError if the file is wrong
     */
    static FlowSizeDistribution Read(const std::string& path);

    /** @return names that Load() knows */
    static std::vector<std::string> GetNames();

    /** @param share u in (0, 1] @return size(u) */
    uint64_t GetQuantile(double share) const;

    /** @param bytes size in bytes @return share of flows of at most that size, in [0, 1] */
    double GetShare(uint64_t bytes) const;

    /** @return mean of the drawn sizes, in bytes */
    double GetMeanBytes() const
    {
        return m_meanBytes;
    }

    /** @return all points */
    const std::vector<Point>& GetPoints() const
    {
        return m_points;
    }

  private:
    explicit FlowSizeDistribution(std::vector<Point> points);

    std::vector<Point> m_points; //!< at least one, the last one at 100 %
    double m_meanBytes;          //!< mean size in bytes
};

} // namespace ns3

#endif // AI_FABRIC_FLOW_SIZE_DISTRIBUTION_H
