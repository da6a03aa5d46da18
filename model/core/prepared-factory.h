// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PREPARED_FACTORY_H
#define AI_FABRIC_PREPARED_FACTORY_H

#include "ns3/attribute-construction-list.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <cstdint>
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
 * Of a class with a CopiesAsNew, one object is made in this way, and the others are its copies.
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
    /** Function that copies an object of a certain class. */
    using Copier = Object* (*)(const Object&);

    /**
     * While an object of this class exists, no default of an attribute changes, so it is
     * looked once for changed ones. Objects of this class are not nested.
     */
    class FixedDefaults
    {
      public:
        FixedDefaults();
        ~FixedDefaults();
        FixedDefaults(const FixedDefaults&) = delete;
        FixedDefaults& operator=(const FixedDefaults&) = delete;
    };

    /**
     * @param tid class
     * @param copier function that copies its objects, see CopiesAsNew
     */
    static void AddCopier(TypeId tid, Copier copier);

    /**
     * For a class whose attributes cannot be set: ns-3 would visit them for each object.
     *
     * @tparam T class of the object
     * @return new object
     */
    template <typename T>
    static Ptr<T> CreateWithoutAttributes()
    {
        const Ptr<T> object(new T, false);
        Begin(*object, T::GetTypeId());
        return object;
    }

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
     * @return an object as Create() makes it, to ask it about its class and its attributes
     */
    template <typename T>
    const T& Look() const
    {
        return static_cast<const T&>(GetSpecimen());
    }

    /** @return true if objects are copies of a specimen; threads may make such objects */
    bool IsCopying() const;

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

    static void Begin(Object& object, TypeId tid);
    const Object& GetSpecimen() const;

    std::shared_ptr<const Plan> m_plan; //!< null: no class
};

/**
 * @ingroup ai-fabric-core
 * A static object of this class, beside NS_OBJECT_ENSURE_REGISTERED(), declares for a class that
 * a copy of an object that was only made equals a new object. A copy takes some 500 instructions, a
 * setter alone 1,000. Not for a class with attributes that are objects: a copy would share them.
 *
 * @tparam T the class
 */
template <typename T>
class CopiesAsNew
{
  public:
    CopiesAsNew()
    {
        PreparedFactory::AddCopier(T::GetTypeId(), [](const Object& object) -> Object* {
            return new T(static_cast<const T&>(object));
        });
    }
};

} // namespace ns3

#endif // AI_FABRIC_PREPARED_FACTORY_H
