// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_EXPERT_ROUTER_H
#define AI_FABRIC_EXPERT_ROUTER_H

#include "model-shape.h"

#include "ns3/expert-routing.h"
#include "ns3/object.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * How tokens reach their experts, and how often each expert is chosen.
 *
 * With a skew of a, the expert in place i of the order of popularity has weight i^-a (Zipf). The
 * order is drawn for each layer. A file gives the weights themselves; each weight is in proportion
 * to the probability that a token takes this expert first, see ExpertRouting.
 */
class ExpertRouter : public Object
{
  public:
    /** Routings by layer; null: a layer without experts. */
    using Routings = std::vector<std::shared_ptr<const ExpertRouting>>;

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param stream number of the random stream */
    void AssignStreams(int64_t stream);

    /**
     * @param shape dimensions of the model
     * @param ranks ranks that share the experts
     * @param byModel true: with Copies by-model, a token goes to each server once if the model
     *        limits its groups; false: it goes to each expert
     * @return routings; empty: a copy of each token goes to each of its experts, which are chosen
     *         equally often
     * @throw InputError if an attribute or the file is wrong
     */
    Routings MakeRoutings(const ModelShape& shape, uint32_t ranks, bool byModel) const;

  private:
    /** @return by layer of the file: weights by expert */
    std::vector<std::vector<double>> ReadWeights(const ModelShape& shape) const;
    /** @return weights by expert of a layer, from the skew */
    std::vector<double> DrawWeights(const ModelShape& shape, uint32_t layer) const;

    double m_skew;             //!< exponent
    std::string m_weightsFile; //!< path; empty: none
    std::string m_copies;      //!< by-model, per-server or per-expert
    uint64_t m_seed{0};        //!< seed of the draws
};

} // namespace ns3

#endif // AI_FABRIC_EXPERT_ROUTER_H
