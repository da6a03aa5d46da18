// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FROZEN_ATTRIBUTES_H
#define AI_FABRIC_FROZEN_ATTRIBUTES_H

#include "ns3/attribute.h"
#include "ns3/ptr.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * Base of an object that reads some of its attributes once, at a certain time. After that these
 * attributes are fixed: setting one causes an InputError, because the new value would have no
 * effect. Setting the present value is allowed, so ConfigStore may load its saved values.
 */
class FrozenAttributes
{
  public:
    /**
     * Declares that the attributes made with ReadOnce() have been read.
     *
     * @param since reason, such as "its queue pair is made"; must live until the program ends
     */
    void NotifyRead(const char* since)
    {
        m_since = since;
    }

    /** @return argument of NotifyRead(); null before */
    const char* GetReadSince() const
    {
        return m_since;
    }

  protected:
    ~FrozenAttributes() = default;

  private:
    const char* m_since{nullptr}; //!< see GetReadSince()
};

/**
 * @ingroup ai-fabric-core
 * @param accessor accessor of an attribute of a class derived from FrozenAttributes
 * @return accessor that refuses other values after NotifyRead()
 */
Ptr<const AttributeAccessor> ReadOnce(Ptr<const AttributeAccessor> accessor);

} // namespace ns3

#endif // AI_FABRIC_FROZEN_ATTRIBUTES_H
