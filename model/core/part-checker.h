// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PART_CHECKER_H
#define AI_FABRIC_PART_CHECKER_H

#include "ns3/attribute.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * @param tid a class
 * @return its ancestor right below ns3::Object; classes with the same one can take each other's
 *         place
 */
TypeId GetFamily(TypeId tid);

/**
 * @ingroup ai-fabric-core
 * @param base a class
 * @return the names of all classes derived from it, or it itself, that can be created, sorted
 */
std::vector<std::string> GetClassNames(TypeId base);

/** What the text of a part says. */
struct PartText
{
    std::string type;                                            //!< name of the class
    std::vector<std::pair<std::string, std::string>> attributes; //!< names and values
};

/**
 * @ingroup ai-fabric-core
 * @param text "Type" or "Type[Attribute=value|...]"; a value may be such a text itself
 * @return its parts
 * @throw InputError if it is not written so
 */
PartText SplitPartText(const std::string& text);

/**
 * @ingroup ai-fabric-core
 * As ns-3 reads the text of a factory, which takes a value out of range without a word and leaves
 * the members of the objects unset.
 *
 * @param text "ns3::Type[Attribute=value|...]"; a value may be such a text itself
 * @param base class of the objects
 * @return the factory
 * @throw InputError with the classes, attributes or values that are allowed
 */
ObjectFactory ReadPart(const std::string& text, TypeId base);

/**
 * @ingroup ai-fabric-core
 * The checker of an attribute that holds a factory of parts: it refuses classes of another family,
 * unknown attributes and values out of range, in a text as in an ObjectFactoryValue.
 *
 * @param example a class that fits, such as that of the default
 * @return the checker, which throws InputError
 */
Ptr<const AttributeChecker> MakePartChecker(TypeId example);

/**
 * @ingroup ai-fabric-core
 * A pointer to a part, whose text ReadPart() reads.
 */
class PartPointerValue : public PointerValue
{
  public:
    /** @return a copy with the same part */
    Ptr<AttributeValue> Copy() const override;

    /**
     * @param value text of a part, as ReadPart() takes it
     * @param checker a PartPointerChecker
     * @return true
     * @throw InputError if the text is not such a part
     */
    bool DeserializeFromString(std::string value, Ptr<const AttributeChecker> checker) override;
};

/**
 * @ingroup ai-fabric-core
 * The checker of an attribute that holds a pointer to a part.
 *
 * @tparam T class of the part
 */
template <typename T>
class PartPointerChecker : public internal::PointerChecker<T>
{
  public:
    /** @return a value without a part */
    Ptr<AttributeValue> Create() const override
    {
        return ns3::Create<PartPointerValue>();
    }
};

/** @ingroup ai-fabric-core @tparam T class of the part @return a PartPointerChecker */
template <typename T>
Ptr<const AttributeChecker>
MakePartPointerChecker()
{
    return Create<PartPointerChecker<T>>();
}

} // namespace ns3

#endif // AI_FABRIC_PART_CHECKER_H
