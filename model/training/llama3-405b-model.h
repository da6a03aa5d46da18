// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LLAMA3_405B_MODEL_H
#define AI_FABRIC_LLAMA3_405B_MODEL_H

#include "model-description.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Llama 3 405B (arXiv 2407.21783, table 3; 8,192 tokens per sequence in the first stages, 3.4.1).
 */
class Llama3405bModel final : public ModelDescription
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

} // namespace ns3

#endif // AI_FABRIC_LLAMA3_405B_MODEL_H
