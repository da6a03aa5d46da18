// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "default-model.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DefaultModel);

TypeId
DefaultModel::GetTypeId()
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
        return AddAttributes(TypeId("ns3::DefaultModel")
                                 .SetParent<ModelDescription>()
                                 .SetGroupName("AiFabric")
                                 .AddConstructor<DefaultModel>(),
                             shape);
    }();
    return tid;
}

} // namespace ns3
