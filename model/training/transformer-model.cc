// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "transformer-model.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TransformerModel);

TypeId
TransformerModel::GetTypeId()
{
    static TypeId tid = [] {
        ModelShape shape;
        shape.layers = 4;
        shape.hidden = 256;
        shape.heads = 4;
        shape.vocabulary = 1024;
        shape.sequence = 128;
        return AddAttributes(TypeId("ns3::TransformerModel")
                                 .SetParent<ModelDescription>()
                                 .SetGroupName("AiFabric")
                                 .AddConstructor<TransformerModel>(),
                             shape);
    }();
    return tid;
}

} // namespace ns3
