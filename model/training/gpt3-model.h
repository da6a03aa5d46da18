// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GPT3_MODEL_H
#define AI_FABRIC_GPT3_MODEL_H

#include "model-description.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * GPT-3 175B (Brown et al., arXiv 2005.14165, table 2.1; vocabulary of GPT-2).
 */
class Gpt3Model final : public ModelDescription
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

} // namespace ns3

#endif // AI_FABRIC_GPT3_MODEL_H
