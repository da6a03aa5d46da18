// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_EXPERT_ROUTING_H
#define AI_FABRIC_EXPERT_ROUTING_H

#include "ns3/rank-layout.h"
#include "ns3/token-exchange.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * The choice of experts by the tokens of one layer, and the ranks and servers that it leads to.
 *
 * A token takes k experts one after another, each with a probability in proportion to the weight of
 * the expert among those left. When the experts are in M different groups, only experts of these
 * groups are left (device-limited routing, DeepSeek-V2, arXiv 2405.04434, 2.2.2: the groups of the
 * best experts). DeepSeek-V3 (arXiv 2412.19437, 2.1.2) ranks groups by the sum of their best two
 * experts instead: 8 of 256 even experts in at most 4 of 8 groups are in 3.97 groups there, 3.98
 * here.
 *
 * Experts are on the ranks of an expert parallel group in order, equally many on each. All numbers
 * are means over SAMPLE tokens. If all weights are equal, they are also means over ranks and over
 * servers, so all ranks are alike.
 */
class ExpertRouting
{
  public:
    /** The rule of the choice. */
    struct Rule
    {
        uint32_t experts{1};           //!< experts of the layer
        uint32_t active{1};            //!< k, experts of a token
        uint32_t groups{1};            //!< groups of experts
        uint32_t activeGroups{1};      //!< M, groups of a token
        uint32_t ranks{1};             //!< ranks that share the experts, a divisor of their number
        bool onePerServer{false};      //!< true: a token goes to each server at most once
        std::vector<double> weights{}; //!< by expert, above 0; empty: all equal
        uint64_t seed{0};              //!< seed of the draws
    };

    static constexpr uint32_t SAMPLE = 65'536; //!< tokens that are drawn

    /** @param rule rule of the choice */
    explicit ExpertRouting(Rule rule);

    /** @return true if a token goes to each server once; false: once to each of its experts */
    bool IsOnePerServer() const
    {
        return m_rule.onePerServer;
    }

    /**
     * @return by rank: tokens that its experts take, over the mean of all ranks; empty if all
     *         ranks are alike
     */
    const std::vector<double>& GetLoads() const
    {
        return m_loads;
    }

    /**
     * @param layout servers of the ranks
     * @return copies of a token
     */
    TokenCopies GetCopies(const RankLayout& layout) const;

  private:
    /** Draws the tokens. @param visit called with the k experts of each */
    void Draw(const std::function<void(const std::vector<uint32_t>&)>& visit) const;

    Rule m_rule;
    std::vector<double> m_loads; //!< see GetLoads()
};

} // namespace ns3

#endif // AI_FABRIC_EXPERT_ROUTING_H
