// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DEFAULT_MODEL_H
#define AI_FABRIC_DEFAULT_MODEL_H

#include "model-description.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * The model of a training job that names none: the smallest GPT-2, equal to the preset gpt-2, which
 * lists the sources. It is code and not that preset because the default of an attribute must not
 * depend on a file.
 */
class DefaultModel final : public ModelDescription
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

} // namespace ns3

#endif // AI_FABRIC_DEFAULT_MODEL_H
