// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "expert-router.h"

#include "ns3/double.h"
#include "ns3/file-checker.h"
#include "ns3/input-error.h"
#include "ns3/random-draws.h"
#include "ns3/string.h"
#include "ns3/text-reader.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ExpertRouter);

namespace
{

constexpr double MOST_SKEW = 4;        // the first expert gets 92 % of the choices
constexpr double LEAST_WEIGHT = 1e-12; // so that every expert can be chosen
constexpr double LARGEST_WEIGHT = 1e12;

} // namespace

TypeId
ExpertRouter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ExpertRouter")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddConstructor<ExpertRouter>()
            .AddAttribute("Skew",
                          "Zipf exponent of the experts' popularity: the expert in place i of the "
                          "order gets weight i^-Skew; the order is drawn for each layer. 0: all "
                          "experts are chosen equally often.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&ExpertRouter::m_skew),
                          MakeDoubleChecker<double>(0, MOST_SKEW))
            .AddAttribute("WeightsFile",
                          "File with the popularity of experts: a weight per expert, in a line for "
                          "all layers with experts or in a line for each of them; # begins a "
                          "comment. Empty: Skew holds.",
                          StringValue(""),
                          MakeStringAccessor(&ExpertRouter::m_weightsFile),
                          MakeFileChecker())
            .AddAttribute("Copies",
                          "Copies of a token on the network. per-expert: one directly to each of "
                          "its experts, as the low-latency kernels of DeepEP. per-server: one to "
                          "each server with some of its experts, which forwards it over NVLink and "
                          "adds the results before they return, as its normal kernels. by-model: "
                          "in training, and in replicas that process prompts only, per-server if "
                          "the model has ActiveGroups; else per-expert.",
                          StringValue("by-model"),
                          MakeStringAccessor(&ExpertRouter::m_copies),
                          MakeStringChecker());
    return tid;
}

void
ExpertRouter::AssignStreams(int64_t stream)
{
    m_seed = HashDraw(RandomDraws::GetSeed(DrawKind::WORKLOADS), static_cast<uint64_t>(stream));
}

std::vector<std::vector<double>>
ExpertRouter::ReadWeights(const ModelShape& shape) const
{
    TextReader reader(m_weightsFile);
    reader.SkipComments('#');
    std::vector<std::vector<double>> layers;
    while (!reader.AtEnd())
    {
        auto& weights = layers.emplace_back();
        reader.BeginRecord();
        while (weights.size() < shape.experts)
        {
            weights.push_back(reader.ReadDouble("weight", LEAST_WEIGHT, LARGEST_WEIGHT));
        }
        reader.EndRecord();
    }
    const uint32_t wanted = shape.layers + shape.predictionLayers - shape.denseLayers;
    if (layers.size() != 1 && layers.size() != wanted)
    {
        reader.Fail("weight",
                    "the file has " + std::to_string(layers.size()) +
                        " lines of weights; expected 1, or one for each of the " +
                        std::to_string(wanted) + " layers with experts");
    }
    return layers;
}

std::vector<double>
ExpertRouter::DrawWeights(const ModelShape& shape, uint32_t layer) const
{
    RandomDraws::Note();
    std::vector<double> weights;
    for (uint32_t place = 1; place <= shape.experts; ++place)
    {
        weights.push_back(std::pow(place, -m_skew));
    }
    const uint64_t draw = HashDraw(m_seed, layer);
    for (uint32_t i = shape.experts; i-- > 1;) // Fisher-Yates
    {
        std::swap(weights[i], weights[HashDraw(draw, i) % (i + 1)]);
    }
    return weights;
}

ExpertRouter::Routings
ExpertRouter::MakeRoutings(const ModelShape& shape, uint32_t ranks, bool byModel) const
{
    if (m_copies != "by-model" && m_copies != "per-server" && m_copies != "per-expert")
    {
        throw InputError("ExpertRouter: Copies is '" + m_copies +
                         "'; expected one of by-model, per-server, per-expert");
    }
    if (m_skew > 0 && !m_weightsFile.empty())
    {
        throw InputError("ExpertRouter: Skew has no effect beside WeightsFile; leave one out");
    }
    const bool isEven = m_skew == 0 && m_weightsFile.empty();
    const bool isLimited = byModel && shape.activeGroups > 0;
    ExpertRouting::Rule rule;
    rule.onePerServer = m_copies == "per-server" || (m_copies == "by-model" && isLimited);
    if (shape.experts == 0 || ranks < 2 || (isEven && !rule.onePerServer))
    {
        if (!isEven || m_copies == "per-server")
        {
            throw InputError("ExpertRouter: has no effect on experts of one rank");
        }
        return {};
    }
    rule.experts = shape.experts;
    rule.active = shape.activeExperts;
    rule.groups = shape.activeGroups > 0 ? shape.expertGroups : 1;
    rule.activeGroups = shape.activeGroups > 0 ? shape.activeGroups : 1;
    rule.ranks = ranks;
    const auto fromFile =
        m_weightsFile.empty() ? std::vector<std::vector<double>>() : ReadWeights(shape);
    const uint32_t layers = shape.layers + shape.predictionLayers;
    Routings routings(layers);
    for (uint32_t layer = shape.denseLayers; layer < layers; ++layer)
    {
        const bool isSame = layer > shape.denseLayers && (isEven || fromFile.size() == 1);
        if (!isSame)
        {
            rule.seed = isEven ? 0 : HashDraw(m_seed, layer);
            rule.weights = isEven             ? std::vector<double>()
                           : fromFile.empty() ? DrawWeights(shape, layer)
                                              : fromFile[layer - shape.denseLayers];
        }
        routings[layer] =
            isSame ? routings[layer - 1] : std::make_shared<const ExpertRouting>(rule);
    }
    return routings;
}

} // namespace ns3
