// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_ECN_MARKER_H
#define AI_FABRIC_ECN_MARKER_H

#include "ns3/object.h"

#include <cstdint>

namespace ns3
{

/** @ingroup ai-fabric-switch Decides which packets are marked as having met congestion. */
class EcnMarker : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param queueBytes what the egress queue still holds when the packet has been taken from it;
     *        nothing is never marked
     * @param ratebps of the egress port
     * @return whether to mark the packet
     */
    bool ShouldMark(uint64_t queueBytes, uint64_t ratebps)
    {
        return queueBytes > 0 && DoShouldMark(queueBytes, ratebps);
    }

    /** @throw InputError if its attributes contradict each other */
    void Validate() const
    {
        DoValidate();
    }

    /**
     * @param stream the first stream to use
     * @return how many streams were used
     */
    int64_t AssignStreams(int64_t stream)
    {
        return DoAssignStreams(stream);
    }

  private:
    virtual bool DoShouldMark(uint64_t queueBytes, uint64_t ratebps) = 0;
    virtual void DoValidate() const;
    virtual int64_t DoAssignStreams(int64_t stream);
};

} // namespace ns3

#endif // AI_FABRIC_ECN_MARKER_H
