// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "llama3-405b-model.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(Llama3405bModel);

TypeId
Llama3405bModel::GetTypeId()
{
    static TypeId tid = [] {
        ModelShape shape;
        shape.layers = 126;
        shape.hidden = 16384;
        shape.heads = 128;
        shape.kvHeads = 8;
        shape.vocabulary = 128256;
        shape.sequence = 8192;
        shape.ffnHidden = 53248;
        shape.gated = true;
        return AddAttributes(TypeId("ns3::Llama3405bModel")
                                 .SetParent<ModelDescription>()
                                 .SetGroupName("AiFabric")
                                 .AddConstructor<Llama3405bModel>(),
                             shape);
    }();
    return tid;
}

} // namespace ns3
