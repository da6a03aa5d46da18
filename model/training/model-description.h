// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MODEL_DESCRIPTION_H
#define AI_FABRIC_MODEL_DESCRIPTION_H

#include "model-shape.h"

#include "ns3/object.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * A language model to be trained or served: a ModelShape whose dimensions are attributes.
 *
 * A well-known model is a subclass that passes its dimensions to AddAttributes() as defaults.
 */
class ModelDescription : public Object, protected ModelShape
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return dimensions of the model @throw InputError if they do not fit each other */
    const ModelShape& GetShape() const;

  protected:
    /**
     * Adds an attribute for each dimension.
     *
     * @param tid TypeId of a subclass
     * @param defaults dimensions of the subclass
     * @return tid
     */
    static TypeId AddAttributes(TypeId tid, const ModelShape& defaults);
};

} // namespace ns3

#endif // AI_FABRIC_MODEL_DESCRIPTION_H
