// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRANSFORMER_MODEL_H
#define AI_FABRIC_TRANSFORMER_MODEL_H

#include "model-description.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * A decoder-only transformer of any dimensions; the defaults make a very small one.
 */
class TransformerModel final : public ModelDescription
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

} // namespace ns3

#endif // AI_FABRIC_TRANSFORMER_MODEL_H
