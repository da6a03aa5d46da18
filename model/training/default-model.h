// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DEFAULT_MODEL_H
#define AI_FABRIC_DEFAULT_MODEL_H

#include "model-description.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * What a training job trains that names no model: GPT-2, the smallest, as the preset gpt-2 has it
 * with its sources. In code, since the default of an attribute depends on no file.
 */
class DefaultModel final : public ModelDescription
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

} // namespace ns3

#endif // AI_FABRIC_DEFAULT_MODEL_H
