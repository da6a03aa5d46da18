// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GPT2_MODEL_H
#define AI_FABRIC_GPT2_MODEL_H

#include "model-description.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * GPT-2, the smallest: 124 million parameters (Radford et al., "Language Models are Unsupervised
 * Multitask Learners", 2019, table 2; vocabulary and context of its published weights).
 */
class Gpt2Model final : public ModelDescription
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

} // namespace ns3

#endif // AI_FABRIC_GPT2_MODEL_H
