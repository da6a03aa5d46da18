// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DEEP_SEEK_V3_MODEL_H
#define AI_FABRIC_DEEP_SEEK_V3_MODEL_H

#include "model-description.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * DeepSeek-V3: 671 billion parameters, 37 billion of them active (arXiv 2412.19437, 4.2). Its
 * multi-token prediction module is not included.
 */
class DeepSeekV3Model final : public ModelDescription
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

} // namespace ns3

#endif // AI_FABRIC_DEEP_SEEK_V3_MODEL_H
