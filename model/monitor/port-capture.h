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
 * A capture file (pcap, nanoseconds) of everything that one port sends and receives, as the port's
 * codec writes it, check bytes included.
 *
 * A frame that leaves has the time of its first bit, a frame that comes the time of its last bit,
 * both at the port, rounded down to nanoseconds. The sender's address tells the two apart, or
 * the record does where frames have none. Frames lost to bit errors on their way to the port are
 * not seen.
 *
 * Invariant: times in the file never decrease. A packet is traced up to the port's latency after
 * its last bit, so frames wait that long before they are written.
 *
 * The file is complete after Simulator::Destroy(). How much of each frame it holds is
 * ns3::PcapFileWrapper::CaptureSize.
 */
class PortCapture : public SimpleRefCount<PortCapture>
{
  public:
    /**
     * @param port to capture from now on; its trace sources keep the capture
     * @param path of the file, which is overwritten
     * @throw InputError if the file cannot be written, or if the port has no codec
     */
    static void Start(Ptr<FabricNetDevice> port, const std::string& path);

    /**
     * For Start().
     *
     * @param port to capture
     * @param file open for writing
     */
    PortCapture(const FabricNetDevice& port, Ptr<PcapFileWrapper> file);

    ~PortCapture();

  private:
    /**
     * The port sends a packet.
     *
     * @param packet it
     * @param startPs when its first bit leaves
     */
    void Transmitted(const FabricPacket& packet, int64_t startPs);
    /**
     * A packet has come.
     *
     * @param packet it
     * @param endPs when its last bit was at the port
     */
    void Received(const FabricPacket& packet, int64_t endPs);
    /** Puts a frame among those that wait, and writes those that nothing earlier can follow. */
    void Add(const FabricPacket& packet, const FrameSighting& sighting);
    /** Writes the frames up to a time. */
    void WriteUntil(int64_t endPs);
    /** Writes the rest and closes the file. */
    void Finish();

    Mac48Address GetOwnAddress() const;
    Mac48Address GetPeerAddress() const;

    const FabricNetDevice& m_port;
    Ptr<const FabricPacketCodec> m_codec;                   //!< of the port
    Ptr<PcapFileWrapper> m_file;                            //!< null once it is complete
    std::multimap<int64_t, std::vector<uint8_t>> m_waiting; //!< records by time, in ps
};

} // namespace ns3

#endif // AI_FABRIC_PORT_CAPTURE_H
