// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_WATCHERS_H
#define AI_FABRIC_LINK_WATCHERS_H

#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Objects at the ends of a link that notice when it goes down or up. Aggregated to the channel of a
 * link that has any.
 */
class LinkWatchers final : public Object
{
  public:
    /** Interface for notices. */
    class Watcher
    {
      public:
        /**
         * Called when the link has gone down or up, outside of the events of nodes.
         *
         * @param nowPs present time in ps
         */
        virtual void OnLink(int64_t nowPs) = 0;

      protected:
        ~Watcher() = default;
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param channel channel of a link @param watcher gets notices; outlives the use of the link
     */
    static void Add(Object& channel, Watcher& watcher);

    /** @param nowPs present time in ps */
    void Notify(int64_t nowPs) const;

  private:
    std::vector<Watcher*> m_watchers; //!< in the order of Add()
};

} // namespace ns3

#endif // AI_FABRIC_LINK_WATCHERS_H
