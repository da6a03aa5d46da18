// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "deep-seek-v3-model.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DeepSeekV3Model);

TypeId
DeepSeekV3Model::GetTypeId()
{
    static TypeId tid = [] {
        ModelShape shape;
        shape.layers = 61;
        shape.hidden = 7168;
        shape.heads = 128;
        shape.headSize = 128;
        shape.vocabulary = 129280;
        shape.sequence = 4096;
        shape.ffnHidden = 18432;
        shape.gated = true;
        shape.experts = 256;
        shape.activeExperts = 8;
        shape.sharedExperts = 1;
        shape.expertHidden = 2048;
        shape.denseLayers = 3;
        shape.queryRank = 1536;
        shape.keyValueRank = 512;
        shape.ropeHeadSize = 64;
        return AddAttributes(TypeId("ns3::DeepSeekV3Model")
                                 .SetParent<ModelDescription>()
                                 .SetGroupName("AiFabric")
                                 .AddConstructor<DeepSeekV3Model>(),
                             shape);
    }();
    return tid;
}

} // namespace ns3
