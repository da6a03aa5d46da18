// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SILENT_RECEIVER_H
#define AI_FABRIC_SILENT_RECEIVER_H

#include "ns3/congestion-receiver.h"
#include "ns3/rdma-congestion-control.h"

namespace ns3
{

/** A receiver's half that says nothing. */
class SilentReceiver final : public CongestionReceiver
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::SilentReceiver")
                                .SetParent<CongestionReceiver>()
                                .AddConstructor<SilentReceiver>();
        return tid;
    }

  private:
    void DoNotifyArrival(const CongestionArrival&) override
    {
    }
};

/** A congestion control that has one, and does nothing. */
class SilentlyReceived final : public RdmaCongestionControl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::SilentlyReceived")
                                .SetParent<RdmaCongestionControl>()
                                .AddConstructor<SilentlyReceived>();
        return tid;
    }

  private:
    Ptr<CongestionReceiver> DoMakeReceiver() const override
    {
        return CreateObject<SilentReceiver>();
    }
};

NS_OBJECT_ENSURE_REGISTERED(SilentlyReceived);

} // namespace ns3

#endif // AI_FABRIC_SILENT_RECEIVER_H
