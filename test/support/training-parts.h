// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_PARTS_H
#define AI_FABRIC_TRAINING_PARTS_H

#include "known-object.h"
#include "make-object.h"

#include "ns3/model-description.h"
#include "ns3/pipeline-schedule.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @param type of the model
 * @param attributes of it
 * @return what it is made of
 */
inline ModelShape
Shape(const std::string& type, const Attributes& attributes = {})
{
    return MakeModel(type, attributes)->GetShape();
}

/** @return what a schedule of that type plans */
inline PipelinePlan
Plan(const std::string& type,
     uint32_t stages,
     uint32_t microBatches,
     const Attributes& attributes = {})
{
    return Make<PipelineSchedule>(type, attributes)->Build(stages, microBatches);
}

} // namespace ns3

#endif // AI_FABRIC_TRAINING_PARTS_H
