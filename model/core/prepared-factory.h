// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PREPARED_FACTORY_H
#define AI_FABRIC_PREPARED_FACTORY_H

#include "ns3/attribute-construction-list.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * An ObjectFactory that determines the attribute values of its objects in advance, for classes with
 * thousands of objects. ns-3's factory determines each value anew for each object: it copies the
 * data of the attribute, searches its name among those of the environment, writes its value as text
 * for a log, and parses texts. Here this is done once, and for an object only the setters are
 * called, in the same order with the same values, as if the ObjectFactory had made it.
 *
 * A text that stands for an object is read for each object, because each needs its own. If the
 * environment sets defaults (NS_ATTRIBUTE_DEFAULT), or if a given attribute cannot be set during
 * construction, the ObjectFactory makes the objects.
 *
 * Copies share the prepared values.
 */
class PreparedFactory
{
  public:
    /**
     * @param factory factory
     * @return attributes given to it, which ns-3 keeps private
     */
    static const AttributeConstructionList& GetGiven(const ObjectFactory& factory);

    /** Creates a factory without a class, as in ObjectFactory. */
    PreparedFactory() = default;

    /** @param factory factory of the objects; its later changes have no effect */
    PreparedFactory(const ObjectFactory& factory);

    /** @return true if it has a class */
    bool IsTypeIdSet() const
    {
        return m_plan != nullptr;
    }

    /** @return TypeId of the class */
    TypeId GetTypeId() const;

    /**
     * Updates the values if a default of an attribute has changed since (Config::SetDefault()). The
     * cost is about that of making one object.
     */
    void Renew();

    /**
     * @return new object, with the defaults at construction or at the last Renew()
     * @throw exceptions of setters; the object is then leaked as in ObjectFactory
     */
    Ptr<Object> Create() const;

    /**
     * @tparam T class of the object
     * @return new object; see Create()
     */
    template <typename T>
    Ptr<T> Create() const
    {
        return Create()->template GetObject<T>();
    }

    /**
     * @tparam T class of the object
     * @return new object with the present defaults
     */
    template <typename T>
    Ptr<T> CreateCurrent()
    {
        Renew();
        return Create<T>();
    }

  private:
    struct Plan;

    std::shared_ptr<const Plan> m_plan; //!< null: no class
};

} // namespace ns3

#endif // AI_FABRIC_PREPARED_FACTORY_H
