// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_READ_ONCE_H
#define AI_FABRIC_READ_ONCE_H

#include "ns3/attribute.h"
#include "ns3/ptr.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * Base of an object that reads some of its attributes once, at a certain moment. From then on these
 * keep their values: who sets one gets an InputError rather than a value without effect. What is
 * set to the value that it has stays as it is, so ConfigStore may load what it saved.
 */
class ReadOnceAttributes
{
  public:
    /**
     * The attributes made with ReadOnce() have been read.
     *
     * @param since why, such as "its queue pair is made"; lives as long as the program
     */
    void NotifyRead(const char* since)
    {
        m_since = since;
    }

    /** @return what NotifyRead() was told; null before */
    const char* GetReadSince() const
    {
        return m_since;
    }

  protected:
    ~ReadOnceAttributes() = default;

  private:
    const char* m_since{nullptr}; //!< see GetReadSince()
};

/**
 * @ingroup ai-fabric-core
 * @param accessor of an attribute of a class that has ReadOnceAttributes among its bases
 * @return the same, which refuses another value once the object was told NotifyRead()
 */
Ptr<const AttributeAccessor> ReadOnce(Ptr<const AttributeAccessor> accessor);

} // namespace ns3

#endif // AI_FABRIC_READ_ONCE_H
