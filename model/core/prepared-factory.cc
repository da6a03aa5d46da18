// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "prepared-factory.h"

#include "ns3/assert.h"
#include "ns3/attribute-construction-list.h"
#include "ns3/attribute.h"
#include "ns3/object-base.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/**
 * @name Private parts of ns-3's ObjectFactory
 * The values that one was given, and the two steps around the setters. Explicit instantiations may
 * name private members: each Opener below defines the Open() of its member.
 */
/**@{*/
template <typename Name, typename Name::Member MEMBER>
struct Opener
{
    friend typename Name::Member Open(Name)
    {
        return MEMBER;
    }
};

struct Given
{
    using Member = AttributeConstructionList ObjectFactory::*;
    friend Member Open(Given);
};

struct ClassSetter
{
    using Member = void (Object::*)(TypeId);
    friend Member Open(ClassSetter);
};

struct Completion
{
    using Member = void (ObjectBase::*)();
    friend Member Open(Completion);
};

template struct Opener<Given, &ObjectFactory::m_parameters>;
template struct Opener<ClassSetter, &Object::SetTypeId>;
template struct Opener<Completion, &ObjectBase::NotifyConstructionCompleted>;

/**@}*/

uint64_t g_fixedDefaults{0};    //!< number of FixedDefaults so far
bool g_hasFixedDefaults{false}; //!< one of them exists

/** @return copiers by the number of the class; null: its copies may not be as new */
std::vector<PreparedFactory::Copier>&
GetCopiers()
{
    static std::vector<PreparedFactory::Copier> copiers;
    return copiers;
}

/** @return true if values of a kind hold no object, so that one value serves many objects */
bool
IsPlain(const AttributeChecker& checker)
{
    constexpr std::array<const char*, 9> PLAIN{"ns3::BooleanValue",
                                               "ns3::DataRateValue",
                                               "ns3::DoubleValue",
                                               "ns3::IntegerValue",
                                               "ns3::ObjectFactoryValue",
                                               "ns3::StringValue",
                                               "ns3::TimeValue",
                                               "ns3::TypeIdValue",
                                               "ns3::UintegerValue"};
    const std::string name = checker.GetValueTypeName();
    return std::find(PLAIN.begin(), PLAIN.end(), name) != PLAIN.end() ||
           // Newer releases append the type of the enumeration.
           name.rfind("ns3::EnumValue", 0) == 0;
}

} // namespace

/** Prepared values of a class. */
struct PreparedFactory::Plan
{
    /** Action for one attribute. */
    struct Step
    {
        Ptr<const AttributeAccessor> accessor;
        Ptr<const AttributeChecker> checker; //!< null: the value is already valid
        Ptr<const AttributeValue> value;
    };

    /** Default value of an attribute. */
    struct Default
    {
        TypeId owner;
        std::size_t index; //!< index of the attribute
        Ptr<const AttributeValue> value;
    };

    explicit Plan(const ObjectFactory& from);
    void Add(const TypeId::AttributeInformation& attribute, Ptr<const AttributeValue> value);
    bool IsCurrent() const;
    Ptr<Object> Make() const;

    ObjectFactory factory;
    bool takesFactory{false}; //!< the factory makes the objects
    Callback<ObjectBase*> constructor;
    std::vector<Step> steps; //!< in the order of ns-3
    std::vector<Default> defaults;
    Copier copier{nullptr};       //!< null: each object is made
    mutable Ptr<Object> specimen; //!< see Look(); null: not made yet
    mutable uint64_t checked{0};  //!< number of the FixedDefaults in which it was current; 0: none
};

/** Visits the attributes in the same way as ObjectBase::ConstructSelf(). */
PreparedFactory::Plan::Plan(const ObjectFactory& from)
    : factory(from)
{
    const TypeId made = factory.GetTypeId();
    const char* const environment = std::getenv("NS_ATTRIBUTE_DEFAULT");
    takesFactory = !made.HasConstructor() || (environment && *environment != '\0');
    if (takesFactory)
    {
        return;
    }
    constructor = made.GetConstructor();
    const auto& given = GetGiven(factory);
    for (TypeId tid = made; tid != ObjectBase::GetTypeId(); tid = tid.GetParent())
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const auto attribute = tid.GetAttribute(i);
            const Ptr<const AttributeValue> value = given.Find(attribute.checker);
            if (attribute.flags & TypeId::ATTR_CONSTRUCT)
            {
                Add(attribute, value ? value : attribute.initialValue);
            }
            else if (value)
            {
                takesFactory = true; // ns-3 reports the error
            }
            if (!value)
            {
                defaults.push_back({tid, i, attribute.initialValue});
            }
        }
    }
    const auto& copiers = GetCopiers();
    const bool isPlain = std::none_of(steps.begin(), steps.end(), [](const Step& step) {
        return step.checker != nullptr;
    });
    copier = isPlain && made.GetUid() < copiers.size() ? copiers[made.GetUid()] : nullptr;
}

/** @param value given value or default */
void
PreparedFactory::Plan::Add(const TypeId::AttributeInformation& attribute,
                           Ptr<const AttributeValue> value)
{
    const auto& checker = attribute.checker;
    if (!checker->Check(*value) && !IsPlain(*checker))
    {
        steps.push_back({attribute.accessor, checker, value});
    }
    else if (const Ptr<const AttributeValue> valid = checker->CreateValidValue(*value))
    {
        steps.push_back({attribute.accessor, nullptr, valid});
    }
}

/** @return true if all defaults are unchanged */
bool
PreparedFactory::Plan::IsCurrent() const
{
    return std::all_of(defaults.begin(), defaults.end(), [](const Default& was) {
        return was.owner.GetAttribute(was.index).initialValue == was.value;
    });
}

const AttributeConstructionList&
PreparedFactory::GetGiven(const ObjectFactory& factory)
{
    return factory.*Open(Given());
}

PreparedFactory::PreparedFactory(const ObjectFactory& factory)
    : m_plan(factory.IsTypeIdSet() ? std::make_shared<const Plan>(factory) : nullptr)
{
}

TypeId
PreparedFactory::GetTypeId() const
{
    return m_plan ? m_plan->factory.GetTypeId() : TypeId();
}

PreparedFactory::FixedDefaults::FixedDefaults()
{
    ++g_fixedDefaults;
    g_hasFixedDefaults = true;
}

PreparedFactory::FixedDefaults::~FixedDefaults()
{
    g_hasFixedDefaults = false;
}

/** Gives an object its class, before the setters. */
void
PreparedFactory::Begin(Object& object, TypeId tid)
{
    (object.*Open(ClassSetter()))(tid);
}

void
PreparedFactory::AddCopier(TypeId tid, Copier copier)
{
    auto& copiers = GetCopiers();
    copiers.resize(std::max<std::size_t>(copiers.size(), tid.GetUid() + 1));
    copiers[tid.GetUid()] = copier;
}

void
PreparedFactory::Renew()
{
    if (!m_plan || (g_hasFixedDefaults && m_plan->checked == g_fixedDefaults))
    {
        return;
    }
    if (!m_plan->IsCurrent())
    {
        m_plan = std::make_shared<const Plan>(m_plan->factory);
    }
    m_plan->checked = g_fixedDefaults;
}

/** @return new object that is not a copy */
Ptr<Object>
PreparedFactory::Plan::Make() const
{
    if (takesFactory)
    {
        return factory.Create();
    }
    auto* const object = dynamic_cast<Object*>(constructor());
    NS_ASSERT(object);
    Begin(*object, factory.GetTypeId());
    for (const auto& step : steps)
    {
        if (!step.checker)
        {
            step.accessor->Set(object, *step.value);
        }
        else if (const auto valid = step.checker->CreateValidValue(*step.value))
        {
            step.accessor->Set(object, *valid);
        }
    }
    (object->*Open(Completion()))();
    return {object, false};
}

const Object&
PreparedFactory::GetSpecimen() const
{
    NS_ASSERT_MSG(m_plan, "a factory without a class");
    if (!m_plan->specimen)
    {
        m_plan->specimen = m_plan->Make();
    }
    return *m_plan->specimen;
}

bool
PreparedFactory::IsCopying() const
{
    return m_plan && m_plan->copier;
}

Ptr<Object>
PreparedFactory::Create() const
{
    NS_ASSERT_MSG(m_plan, "a factory without a class");
    return m_plan->copier ? Ptr<Object>(m_plan->copier(GetSpecimen()), false) : m_plan->Make();
}

} // namespace ns3
