// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INPUT_OBJECT_H
#define AI_FABRIC_INPUT_OBJECT_H

#include "create-part.h"
#include "input-error.h"

#include "ns3/object.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * An object whose attributes the user writes, and which knows what is wrong with them only when it
 * looks at several of them, or at a file.
 */
class InputObject : public Object
{
  protected:
    /**
     * Throws InputError about attributes.
     *
     * @param attributes names
     * @param problem what is wrong
     */
    [[noreturn]] void Fail(const std::string& attributes, const std::string& problem) const
    {
        throw InputError(GetInstanceTypeId().GetName(), 0, attributes, problem);
    }

    /**
     * @tparam T class of a part
     * @param factory of the part, the value of an attribute
     * @param attribute its name
     * @return the part
     * @throw InputError if the factory makes nothing of this kind
     */
    template <typename T>
    Ptr<T> MakePart(const ObjectFactory& factory, const std::string& attribute) const
    {
        return CreatePart<T>(factory, GetInstanceTypeId().GetName() + ": " + attribute);
    }
};

} // namespace ns3

#endif // AI_FABRIC_INPUT_OBJECT_H
