// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "model-description.h"

#include "ns3/boolean.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ModelDescription);

TypeId
ModelDescription::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ModelDescription").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

const ModelShape&
ModelDescription::GetShape() const
{
    ModelShape::Check();
    return *this;
}

TypeId
ModelDescription::AddAttributes(TypeId tid, const ModelShape& defaults)
{
    const auto number = [&](const char* name,
                            const char* help,
                            uint32_t ModelShape::*member,
                            uint32_t least) {
        tid.AddAttribute(name,
                         help,
                         UintegerValue(defaults.*member),
                         MakeUintegerAccessor(static_cast<uint32_t ModelDescription::*>(member)),
                         MakeUintegerChecker<uint32_t>(least));
    };
    const auto flag = [&](const char* name, const char* help, bool ModelShape::*member) {
        tid.AddAttribute(name,
                         help,
                         BooleanValue(defaults.*member),
                         MakeBooleanAccessor(static_cast<bool ModelDescription::*>(member)),
                         MakeBooleanChecker());
    };
    number("Layers", "Transformer layers.", &ModelShape::layers, 1);
    number("Hidden", "Numbers per token between layers.", &ModelShape::hidden, 1);
    number("Heads", "Attention heads.", &ModelShape::heads, 1);
    number("KvHeads", "Heads of keys and values; 0: as many as Heads.", &ModelShape::kvHeads, 0);
    number("HeadSize", "Numbers per head; 0: Hidden / Heads.", &ModelShape::headSize, 0);
    number("Vocabulary", "Tokens of the vocabulary.", &ModelShape::vocabulary, 1);
    number("Sequence", "Tokens of a sequence in training.", &ModelShape::sequence, 1);
    number("FfnHidden",
           "Inner size of a dense feed-forward layer; 0: 4 Hidden.",
           &ModelShape::ffnHidden,
           0);
    flag("Gated",
         "Feed-forward layers have a gate, as SwiGLU has: 3 matrices.",
         &ModelShape::gated);
    flag("Biases", "Projections and norms have biases.", &ModelShape::biases);
    flag("Tied", "Input and output embedding share one matrix.", &ModelShape::tied);
    number("Positions", "Learned position embeddings; 0: none.", &ModelShape::positions, 0);
    number("Experts", "Routed experts of a layer; 0: a dense model.", &ModelShape::experts, 0);
    number("ActiveExperts",
           "Routed experts that process each token.",
           &ModelShape::activeExperts,
           0);
    number("SharedExperts",
           "Shared experts, which process every token.",
           &ModelShape::sharedExperts,
           0);
    number("ExpertHidden", "Inner size of an expert.", &ModelShape::expertHidden, 0);
    number("ExpertGroups",
           "Equal groups of a layer's routed experts, for ActiveGroups (n_group); 0: one.",
           &ModelShape::expertGroups,
           0);
    number("ActiveGroups",
           "Groups in which all routed experts of a token are: those of its best experts "
           "(topk_group; DeepSeek-V3 has a group per node and at most 4 nodes per token); 0: no "
           "limit.",
           &ModelShape::activeGroups,
           0);
    number("DenseLayers",
           "First layers without experts, in a model with experts.",
           &ModelShape::denseLayers,
           0);
    number("PredictionLayers",
           "Modules of multi-token prediction in training, each a layer as the last one, a "
           "projection from 2 Hidden to Hidden and the output embedding once more "
           "(num_nextn_predict_layers; DeepSeek-V3, arXiv 2412.19437, 2.2).",
           &ModelShape::predictionLayers,
           0);
    number("QueryRank", "Latent attention: size of compressed queries.", &ModelShape::queryRank, 0);
    number("KeyValueRank",
           "Latent attention: size of compressed keys and values; 0: no latent attention.",
           &ModelShape::keyValueRank,
           0);
    number("RopeHeadSize",
           "Latent attention: size of the rotary part of a head's query and key.",
           &ModelShape::ropeHeadSize,
           0);
    flag("Causal",
         "Count only the scores of a token with earlier keys. False: count the whole sequence, as "
         "published figures of utilization do.",
         &ModelShape::causal);
    return tid;
}

} // namespace ns3
