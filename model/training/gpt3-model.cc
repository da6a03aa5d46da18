// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "gpt3-model.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(Gpt3Model);

TypeId
Gpt3Model::GetTypeId()
{
    static TypeId tid = [] {
        ModelShape shape;
        shape.layers = 96;
        shape.hidden = 12288;
        shape.heads = 96;
        shape.vocabulary = 50257;
        shape.sequence = 2048;
        shape.positions = 2048;
        shape.biases = true;
        shape.tied = true;
        return AddAttributes(TypeId("ns3::Gpt3Model")
                                 .SetParent<ModelDescription>()
                                 .SetGroupName("AiFabric")
                                 .AddConstructor<Gpt3Model>(),
                             shape);
    }();
    return tid;
}

} // namespace ns3
