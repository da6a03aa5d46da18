// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "frozen-attributes.h"

#include "input-error.h"

#include "ns3/object-base.h"
#include "ns3/type-id.h"

#include <cstddef>
#include <string>

namespace ns3
{

namespace
{

/** An accessor that refuses values after the attributes were read. */
class ReadOnceAccessor final : public AttributeAccessor
{
  public:
    explicit ReadOnceAccessor(Ptr<const AttributeAccessor> accessor)
        : m_accessor(accessor)
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        const auto* reader = dynamic_cast<const FrozenAttributes*>(object);
        if (reader && reader->GetReadSince())
        {
            // Compared as texts, because ConfigStore keeps the text of a value.
            const auto present = value.Copy();
            m_accessor->Get(object, *present);
            const std::string is = present->SerializeToString(nullptr);
            if (value.SerializeToString(nullptr) == is)
            {
                return true;
            }
            throw InputError(
                object->GetInstanceTypeId().GetName() + " " + GetName(*object) + ": stays " +
                (is.empty() ? "empty" : is) + " since " + reader->GetReadSince() +
                "; expected to be set before, by default, profile, preset or scenario");
        }
        return m_accessor->Set(object, value);
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        return m_accessor->Get(object, value);
    }

    bool HasGetter() const override
    {
        return m_accessor->HasGetter();
    }

    bool HasSetter() const override
    {
        return m_accessor->HasSetter();
    }

  private:
    /** @return name of the attribute, which only a TypeId knows */
    std::string GetName(const ObjectBase& object) const
    {
        TypeId tid = object.GetInstanceTypeId();
        while (true)
        {
            for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
            {
                const auto info = tid.GetAttribute(i);
                if (PeekPointer(info.accessor) == this)
                {
                    return info.name;
                }
            }
            if (tid.GetParent() == tid)
            {
                return "attribute";
            }
            tid = tid.GetParent();
        }
    }

    Ptr<const AttributeAccessor> m_accessor; //!< accessor of the attribute without this check
};

} // namespace

Ptr<const AttributeAccessor>
ReadOnce(Ptr<const AttributeAccessor> accessor)
{
    return Ptr<const AttributeAccessor>(new ReadOnceAccessor(accessor), false);
}

} // namespace ns3
