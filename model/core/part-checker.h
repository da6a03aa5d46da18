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
 * @param tid TypeId of a class
 * @return its ancestor right below ns3::Object; classes with the same ancestor can replace each
 * other
 */
TypeId GetFamily(TypeId tid);

/**
 * @ingroup ai-fabric-core
 * @param base TypeId of a class
 * @return sorted names of all instantiable classes derived from it, including itself
 */
std::vector<std::string> GetClassNames(TypeId base);

/** Contents of the text of a part. */
struct PartText
{
    std::string type;                                            //!< name of the class
    std::vector<std::pair<std::string, std::string>> attributes; //!< names and values
};

/**
 * @ingroup ai-fabric-core
 * @param text "Type" or "Type[Attribute=value|...]"; a value may be such a text itself
 * @return contents of the text
 * @throw InputError if the text does not have this form
 */
PartText SplitPartText(const std::string& text);

/**
 * @ingroup ai-fabric-core
 * Reads the text of a factory. ns-3's own reader silently accepts values out of range and leaves
 * the members of the objects unset.
 *
 * @param text "ns3::Type[Attribute=value|...]"; a value may be such a text itself
 * @param base base class of the objects
 * @return the factory
 * @throw InputError with the allowed classes, attributes or values
 */
ObjectFactory ReadPart(const std::string& text, TypeId base);

/**
 * @ingroup ai-fabric-core
 * The checker of an attribute with a factory of parts: it refuses classes of another family,
 * unknown attributes and values out of range, both in a text and in an ObjectFactoryValue.
 *
 * @param example TypeId of a fitting class, such as that of the default
 * @return checker, which throws InputError
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
     * @param value text of a part, see ReadPart()
     * @param checker a PartPointerChecker
     * @return true
     * @throw InputError if the text is not such a part
     */
    bool DeserializeFromString(std::string value, Ptr<const AttributeChecker> checker) override;
};

/**
 * @ingroup ai-fabric-core
 * The checker of an attribute with a pointer to a part.
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
