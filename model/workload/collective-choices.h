// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_CHOICES_H
#define AI_FABRIC_COLLECTIVE_CHOICES_H

#include "ns3/attribute.h"
#include "ns3/object-factory.h"
#include "ns3/type-id.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * The collective operations. Sizes are those of nccl-tests.
 */
enum class CollectiveOperation : uint8_t
{
    ALL_REDUCE,
    ALL_GATHER,
    REDUCE_SCATTER,
    ALL_TO_ALL,
    BROADCAST,
    REDUCE,
    GATHER,
    SCATTER,
    BARRIER,
    SHIFT, //!< each rank sends all its bytes to the next rank of a ring; has no choice of algorithm
    DISPATCH, //!< tokens go to their experts, see ExpertRouting; the bytes are one copy of all
              //!< tokens of a rank
    COMBINE   //!< results of experts come back
};

/** @param operation an operation @return its name, such as "all-reduce" */
const char* GetName(CollectiveOperation operation);

/**
 * @ingroup ai-fabric-workload
 * The attributes AllReduce, AllGather, ... of a workload: the algorithm of each operation. A
 * workload has a CollectiveChoices as a member and declares the attributes that it needs:
 *
 *     tid = CollectiveChoices::AddAttributes(tid, &Own::m_choices, {Operation::ALL_REDUCE})
 */
class CollectiveChoices
{
  public:
    static constexpr std::size_t OPERATIONS = 9; //!< number of operations with an attribute: those
                                                 //!< before SHIFT

    /**
     * @tparam W class of the workload
     * @param tid TypeId of the workload
     * @param member pointer to its choices
     * @param operations operations that get an attribute each
     * @return the TypeId with the attributes
     */
    template <typename W>
    static TypeId AddAttributes(TypeId tid,
                                CollectiveChoices W::*member,
                                std::initializer_list<CollectiveOperation> operations)
    {
        for (const auto operation : operations)
        {
            Add(tid, operation, Create<Accessor<W>>(member, operation));
        }
        return tid;
    }

    /** @param operation an operation before SHIFT @return true if it has an attribute */
    bool Has(CollectiveOperation operation) const
    {
        return m_declared.at(static_cast<std::size_t>(operation));
    }

    /** @param operation an operation before SHIFT @return factory of its algorithm */
    const ObjectFactory& Get(CollectiveOperation operation) const
    {
        return m_factories.at(static_cast<std::size_t>(operation));
    }

    /** @param operation an operation before SHIFT @param factory factory of a CollectiveAlgorithm
     */
    void Set(CollectiveOperation operation, const ObjectFactory& factory);

    /** @param operation an operation before SHIFT @return name of its attribute */
    static const char* GetAttribute(CollectiveOperation operation);

  private:
    /** Reads and writes the attribute of one operation. */
    template <typename W>
    class Accessor : public AttributeAccessor
    {
      public:
        Accessor(CollectiveChoices W::*member, CollectiveOperation operation)
            : m_member(member),
              m_operation(operation)
        {
        }

        bool Set(ObjectBase* object, const AttributeValue& value) const override
        {
            auto* workload = dynamic_cast<W*>(object);
            const auto* factory = dynamic_cast<const ObjectFactoryValue*>(&value);
            if (workload && factory)
            {
                (workload->*m_member).Set(m_operation, factory->Get());
            }
            return workload && factory;
        }

        bool Get(const ObjectBase* object, AttributeValue& value) const override
        {
            const auto* workload = dynamic_cast<const W*>(object);
            auto* factory = dynamic_cast<ObjectFactoryValue*>(&value);
            if (workload && factory)
            {
                factory->Set((workload->*m_member).Get(m_operation));
            }
            return workload && factory;
        }

        bool HasGetter() const override
        {
            return true;
        }

        bool HasSetter() const override
        {
            return true;
        }

      private:
        CollectiveChoices W::*m_member; //!< member of the workload
        CollectiveOperation m_operation;
    };

    /**
     * Declares the attribute of one operation.
     *
     * @param tid TypeId of the workload
     * @param operation operation of the attribute
     * @param accessor accessor of the attribute
     */
    static void Add(TypeId tid,
                    CollectiveOperation operation,
                    Ptr<const AttributeAccessor> accessor);

    std::array<ObjectFactory, OPERATIONS> m_factories; //!< by operation
    std::array<bool, OPERATIONS> m_declared{};         //!< by operation
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_CHOICES_H
