// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PORT_CAPTURE_H
#define AI_FABRIC_PORT_CAPTURE_H

#include "ns3/fabric-net-device.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * A capture file (pcap, nanoseconds) of all frames that one port sends and receives, as the port's
 * codec writes them, check bytes included.
 *
 * A frame that leaves has the time of its first bit, a frame that arrives the time of its last bit,
 * both at the port, rounded down to nanoseconds. The direction follows from the sender's address,
 * or from the record if frames have no addresses. Frames lost to bit errors on their way to the
 * port do not appear.
 *
 * Invariant: times in the file never decrease. A packet is traced up to the port's latency after
 * its last bit, so frames wait that long before they are written.
 *
 * The file is complete after Simulator::Destroy(). ns3::PcapFileWrapper::CaptureSize limits the
 * bytes stored per frame.
 */
class PortCapture : public SimpleRefCount<PortCapture>
{
  public:
    /**
     * @param port port to capture from now on; its trace sources own the capture
     * @param path path of the file, which is overwritten
     * @throw InputError if the file cannot be written, or if the port has no codec
     */
    static void Start(Ptr<FabricNetDevice> port, const std::string& path);

    /**
     * For Start().
     *
     * @param port port to capture
     * @param file open for writing
     */
    PortCapture(const FabricNetDevice& port, Ptr<PcapFileWrapper> file);

    ~PortCapture();

  private:
    /**
     * The port sends a packet.
     *
     * @param packet the packet
     * @param startPs start of its first bit in ps
     */
    void Transmitted(const FabricPacket& packet, int64_t startPs);
    /**
     * A packet has come.
     *
     * @param packet the packet
     * @param endPs end of its last bit at the port in ps
     */
    void Received(const FabricPacket& packet, int64_t endPs);
    /** Adds a frame to those that wait, and writes those that no earlier frame can follow. */
    void Add(const FabricPacket& packet, const FrameSighting& sighting);
    /** Writes the frames up to a time. @param endPs time in ps */
    void WriteUntil(int64_t endPs);
    /** Writes the rest and closes the file. */
    void Finish();

    Mac48Address GetOwnAddress() const;
    Mac48Address GetPeerAddress() const;

    const FabricNetDevice& m_port;
    Ptr<const FabricPacketCodec> m_codec;                   //!< codec of the port
    Ptr<PcapFileWrapper> m_file;                            //!< null once the file is complete
    std::multimap<int64_t, std::vector<uint8_t>> m_waiting; //!< records by time, in ps
};

} // namespace ns3

#endif // AI_FABRIC_PORT_CAPTURE_H
