// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_VALIDATED_OBJECT_H
#define AI_FABRIC_VALIDATED_OBJECT_H

#include "create-part.h"
#include "input-error.h"

#include "ns3/object.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * An object whose attributes are written by the user and whose errors show only when several
 * attributes, or a file, are checked together.
 */
class ValidatedObject : public Object
{
  protected:
    /**
     * Throws an InputError about attributes.
     *
     * @param attributes names of the attributes
     * @param problem description of the error
     */
    [[noreturn]] void Fail(const std::string& attributes, const std::string& problem) const
    {
        throw InputError(GetInstanceTypeId().GetName(), 0, attributes, problem);
    }

    /**
     * @tparam T base class of the part
     * @param factory factory of the part, the value of an attribute
     * @param attribute name of the attribute
     * @return the part
     * @throw InputError if the factory makes objects of another kind
     */
    template <typename T>
    Ptr<T> MakePart(const ObjectFactory& factory, const std::string& attribute) const
    {
        return CreatePart<T>(factory, GetInstanceTypeId().GetName() + ": " + attribute);
    }
};

} // namespace ns3

#endif // AI_FABRIC_VALIDATED_OBJECT_H
