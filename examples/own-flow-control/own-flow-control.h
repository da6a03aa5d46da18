// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OWN_FLOW_CONTROL_H
#define AI_FABRIC_OWN_FLOW_CONTROL_H

#include "ns3/fabric-event.h"
#include "ns3/link-flow-control.h"

#include <cstdint>
#include <string>

namespace ns3
{

/** The frame: opcode 0x0001 of MAC control (IEEE 802.3, annex 31B). */
struct OwnPauseFrame
{
    uint16_t quanta; //!< in 512 bit times; 0 resumes

    /** @return the kind of these packets */
    static PacketKind GetKind();
};

/**
 * The pause of IEEE 802.3x, which stops a whole link and not one priority of it.
 *
 * As a receiver it sends a pause of the longest time when the buffer says STOP of any priority,
 * again after half of that time while it stands, and one of no time when the buffer has said RESUME
 * of all of them. As a sender it sends nothing from a pause frame on for quanta * 512 bit / rate,
 * or until the next one says otherwise; the frame on the wire is completed.
 *
 * All priorities are lossless if HeadroomBytes of each holds what comes after the pause was sent.
 */
class OwnFlowControl : public LinkFlowControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    OwnFlowControl();
    ~OwnFlowControl() override;

  protected:
    void DoDispose() override;
    void DoStart() override;

  private:
    void DoNotifyReceived(uint8_t lane,
                          uint32_t frameBytes,
                          BufferSignal signal,
                          int64_t nowPs,
                          const FabricPacket* packet) override;
    void DoNotifyFreed(uint8_t lane,
                       uint32_t frameBytes,
                       BufferSignal signal,
                       int64_t nowPs) override;
    void DoReceiveControl(const FabricPacket& packet) override;
    bool DoIsLossless(uint8_t lane) const override;
    uint64_t DoGetReservedBytes() const override;
    std::string DoDescribeBlock(uint8_t lane) const override;

    void Send(uint16_t quanta, int64_t nowPs);
    int64_t QuantaPs(uint32_t quanta) const;
    void Refresh();
    void Expire();

    uint64_t m_headroomBytes;   //!< of each priority
    Ptr<FabricEvent> m_refresh; //!< as receiver: half of the pause is over
    Ptr<FabricEvent> m_expiry;  //!< as sender: all of it is
};

} // namespace ns3

#endif // AI_FABRIC_OWN_FLOW_CONTROL_H
