// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_CREATE_PART_H
#define AI_FABRIC_CREATE_PART_H

#include "input-error.h"

#include "ns3/object-factory.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * @param factory of a part of an object, the value of one of its attributes
 * @param attribute of which class and which, such as "FabricSwitch Watchdog"
 * @return the part
 * @throw InputError if the factory makes something else
 */
template <typename T>
Ptr<T>
CreatePart(const ObjectFactory& factory, const std::string& attribute)
{
    const auto part = DynamicCast<T>(factory.Create());
    if (!part)
    {
        throw InputError(attribute + ": " + factory.GetTypeId().GetName() + " is no " +
                         T::GetTypeId().GetName());
    }
    return part;
}

} // namespace ns3

#endif // AI_FABRIC_CREATE_PART_H
