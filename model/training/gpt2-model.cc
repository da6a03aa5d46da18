// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "gpt2-model.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(Gpt2Model);

TypeId
Gpt2Model::GetTypeId()
{
    static TypeId tid = [] {
        ModelShape shape;
        shape.layers = 12;
        shape.hidden = 768;
        shape.heads = 12;
        shape.vocabulary = 50257;
        shape.sequence = 1024;
        shape.positions = 1024;
        shape.biases = true;
        shape.tied = true;
        return AddAttributes(TypeId("ns3::Gpt2Model")
                                 .SetParent<ModelDescription>()
                                 .SetGroupName("AiFabric")
                                 .AddConstructor<Gpt2Model>(),
                             shape);
    }();
    return tid;
}

} // namespace ns3
