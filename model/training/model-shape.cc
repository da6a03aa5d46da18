// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "model-shape.h"

#include "ns3/input-error.h"

#include <string>

namespace ns3
{

namespace
{

[[noreturn]] void
Fail(const std::string& name, uint32_t value, const std::string& expected)
{
    throw InputError("model: " + name + " is " + std::to_string(value) + "; expected " + expected);
}

} // namespace

void
ModelShape::Check() const
{
    const auto atLeastOne = [](const char* name, uint32_t value) {
        if (value == 0)
        {
            Fail(name, value, "at least 1");
        }
    };
    const auto withoutEffect = [](const char* name, uint32_t value, const char* other) {
        if (value > 0)
        {
            Fail(name, value, std::string("0, since ") + other + " is 0");
        }
    };
    atLeastOne("Layers", layers);
    atLeastOne("Hidden", hidden);
    atLeastOne("Heads", heads);
    atLeastOne("Vocabulary", vocabulary);
    atLeastOne("Sequence", sequence);
    if (headSize == 0 && hidden % heads != 0)
    {
        Fail("Hidden", hidden, "a multiple of Heads, " + std::to_string(heads) + ", or a HeadSize");
    }
    if (heads % GetKvHeads() != 0)
    {
        Fail("KvHeads", kvHeads, "a divisor of Heads, " + std::to_string(heads));
    }
    if (activeExperts > experts)
    {
        Fail("ActiveExperts", activeExperts, "at most Experts, " + std::to_string(experts));
    }
    if (experts > 0)
    {
        atLeastOne("ActiveExperts", activeExperts);
        atLeastOne("ExpertHidden", expertHidden);
        if (expertGroups > 0 && experts % expertGroups != 0)
        {
            Fail("ExpertGroups", expertGroups, "a divisor of Experts, " + std::to_string(experts));
        }
        if (activeGroups > expertGroups)
        {
            Fail("ActiveGroups",
                 activeGroups,
                 "at most ExpertGroups, " + std::to_string(expertGroups));
        }
        if (activeGroups == 0)
        {
            withoutEffect("ExpertGroups", expertGroups, "ActiveGroups");
        }
        else if (activeExperts > activeGroups * (experts / expertGroups))
        {
            Fail("ActiveGroups",
                 activeGroups,
                 "groups of at least ActiveExperts, " + std::to_string(activeExperts) +
                     ", experts together");
        }
    }
    else
    {
        withoutEffect("ExpertHidden", expertHidden, "Experts");
        withoutEffect("SharedExperts", sharedExperts, "Experts");
        withoutEffect("DenseLayers", denseLayers, "Experts");
        withoutEffect("ExpertGroups", expertGroups, "Experts");
        withoutEffect("ActiveGroups", activeGroups, "Experts");
    }
    if (keyValueRank > 0)
    {
        atLeastOne("QueryRank", queryRank);
        if (kvHeads > 0)
        {
            Fail("KvHeads",
                 kvHeads,
                 "0, since with KeyValueRank all heads share the compressed keys and values");
        }
    }
    else
    {
        withoutEffect("QueryRank", queryRank, "KeyValueRank");
        withoutEffect("RopeHeadSize", ropeHeadSize, "KeyValueRank");
    }
}

uint64_t
ModelShape::GetAttentionWeights() const
{
    const uint64_t h = hidden;
    const uint64_t width = uint64_t{heads} * GetHeadSize();
    if (keyValueRank > 0)
    {
        return h * queryRank + h * (keyValueRank + ropeHeadSize) + GetUpProjectionWeights() +
               width * h;
    }
    return h * width + 2 * h * GetKvHeads() * GetHeadSize() + width * h;
}

uint64_t
ModelShape::GetUpProjectionWeights() const
{
    const uint64_t width = uint64_t{heads} * GetHeadSize();
    const uint64_t queries = width + uint64_t{heads} * ropeHeadSize;
    return keyValueRank > 0 ? queryRank * queries + keyValueRank * 2 * width : 0;
}

uint64_t
ModelShape::GetFfnWeights() const
{
    const uint64_t inner = ffnHidden > 0 ? ffnHidden : uint64_t{4} * hidden;
    return (gated ? 3 : 2) * hidden * inner;
}

uint64_t
ModelShape::GetExpertWeights() const
{
    return uint64_t{gated ? 3u : 2u} * hidden * expertHidden;
}

uint64_t
ModelShape::GetRouterWeights() const
{
    return uint64_t{hidden} * experts;
}

uint64_t
ModelShape::GetAttentionParameters() const
{
    const uint64_t width = uint64_t{heads} * GetHeadSize();
    const uint64_t norms = keyValueRank > 0 ? queryRank + keyValueRank : 0;
    const uint64_t offsets = width + 2 * uint64_t{GetKvHeads()} * GetHeadSize() + hidden;
    return GetAttentionWeights() + norms + (biases ? offsets : 0);
}

uint64_t
ModelShape::GetFfnParameters() const
{
    const uint64_t inner = ffnHidden > 0 ? ffnHidden : uint64_t{4} * hidden;
    return GetFfnWeights() + (biases ? (gated ? 2 : 1) * inner + hidden : 0);
}

uint64_t
ModelShape::GetExpertParameters() const
{
    return GetExpertWeights() + (biases ? (gated ? 2u : 1u) * expertHidden + hidden : 0);
}

uint64_t
ModelShape::GetNormParameters() const
{
    return uint64_t{biases ? 2u : 1u} * hidden;
}

uint64_t
ModelShape::GetEmbeddingParameters() const
{
    return (uint64_t{vocabulary} + positions) * hidden;
}

uint64_t
ModelShape::GetHeadParameters() const
{
    return tied ? 0 : uint64_t{vocabulary} * hidden;
}

uint64_t
ModelShape::GetParameters() const
{
    uint64_t sum = GetEmbeddingParameters() + GetHeadParameters() + GetNormParameters();
    for (uint32_t layer = 0; layer < layers; ++layer)
    {
        sum += GetLayerParameters(layer);
    }
    return sum;
}

uint64_t
ModelShape::GetLayerParameters(uint32_t layer) const
{
    return GetAttentionParameters() + 2 * GetNormParameters() +
           (HasExperts(layer)
                ? (uint64_t{experts} + sharedExperts) * GetExpertParameters() + GetRouterWeights()
                : GetFfnParameters());
}

uint64_t
ModelShape::GetPredictionParameters() const
{
    return predictionLayers *
           (GetLayerParameters(layers) + GetPredictionWeights() + 3 * GetNormParameters());
}

uint64_t
ModelShape::GetActiveParameters() const
{
    uint64_t idle = 0;
    for (uint32_t layer = 0; layer < layers; ++layer)
    {
        idle += HasExperts(layer) ? (experts - activeExperts) * GetExpertParameters() : 0;
    }
    return GetParameters() - idle;
}

uint64_t
ModelShape::GetKvSize() const
{
    return keyValueRank > 0 ? keyValueRank + ropeHeadSize
                            : 2 * uint64_t{GetKvHeads()} * GetHeadSize();
}

double
ModelShape::GetScoreFlops(double keys) const
{
    const double rotary = keyValueRank > 0 ? ropeHeadSize : 0;
    return 2 * keys * heads * (2.0 * GetHeadSize() + rotary);
}

double
ModelShape::GetFfnFlops(uint32_t layer) const
{
    return HasExperts(layer)
               ? 2.0 * static_cast<double>((activeExperts + sharedExperts) * GetExpertWeights() +
                                           GetRouterWeights())
               : 2.0 * static_cast<double>(GetFfnWeights());
}

double
ModelShape::GetHeadFlops() const
{
    return 2.0 * hidden * vocabulary;
}

double
ModelShape::GetForwardFlops(double tokens) const
{
    double flops = GetHeadFlops();
    for (uint32_t layer = 0; layer < layers; ++layer)
    {
        flops += 2.0 * static_cast<double>(GetAttentionWeights()) + GetScoreFlops(GetKeys(tokens)) +
                 GetFfnFlops(layer);
    }
    return flops;
}

} // namespace ns3
