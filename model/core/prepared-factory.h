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
 * An ObjectFactory that has found out beforehand what its objects get, for those of which there are
 * thousands. ns-3's finds the value of each attribute anew for each object: it copies what is known
 * of the attribute, looks for its name among those of the environment, writes its value as text for
 * a log, and reads the text where the value is one. Here that is done once, and an object only has
 * its setters called, in the same order with the same values: it is as if the ObjectFactory had
 * made it.
 *
 * A text that stands for an object is read for each, since each has one of its own. Where the
 * environment sets defaults (NS_ATTRIBUTE_DEFAULT), or an attribute is given that cannot be set
 * when an object is made, the ObjectFactory does all of it.
 *
 * Copies share what was found out.
 */
class PreparedFactory
{
  public:
    /** @param factory any @return the attributes that it was given, which ns-3 keeps to itself */
    static const AttributeConstructionList& GetGiven(const ObjectFactory& factory);

    /** Without a class, as an ObjectFactory. */
    PreparedFactory() = default;

    /** @param factory of the objects, whose later changes make no difference */
    PreparedFactory(const ObjectFactory& factory);

    /** @return whether it has a class */
    bool IsTypeIdSet() const
    {
        return m_plan != nullptr;
    }

    /** @return the class */
    TypeId GetTypeId() const;

    /**
     * Looks whether a default of an attribute has changed (Config::SetDefault()) since, and follows
     * it. Costs about as much as to make an object.
     */
    void Renew();

    /**
     * @return a new object, with the defaults of when this was made, or last renewed
     * @throw whatever a setter does; the object is lost then as in ObjectFactory
     */
    Ptr<Object> Create() const;

    /** @tparam T class of the object @return a new one; see Create() */
    template <typename T>
    Ptr<T> Create() const
    {
        return Create()->template GetObject<T>();
    }

    /** @tparam T class of the object @return a new one, with the defaults of now */
    template <typename T>
    Ptr<T> CreateCurrent()
    {
        Renew();
        return Create<T>();
    }

  private:
    struct Plan;

    std::shared_ptr<const Plan> m_plan; //!< null: it has no class
};

} // namespace ns3

#endif // AI_FABRIC_PREPARED_FACTORY_H
