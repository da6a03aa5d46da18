// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ASCII_TRACE_H
#define AI_FABRIC_ASCII_TRACE_H

#include "ns3/fabric-net-device.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * A text file with a line for each event of some ports, in the form of ns-3's ascii traces:
 *
 *     + a packet joins the egress queue       - its first bit leaves
 *     r its last bit has come                 d the switch of the port drops it
 *
 * followed by the time in seconds with 12 decimals, by the path of the trace source if several
 * ports share the file, and by the packet. A packet that finds the port idle joins and leaves the
 * queue at the same time. A dropped packet is listed at the port by which it came in.
 *
 * Invariant: times in the file never decrease. A packet is traced up to the port's latency after
 * its last bit, so lines wait that long. The file is complete after Simulator::Destroy().
 *
 * The trace sources of the ports own the object.
 */
class AsciiTrace : public SimpleRefCount<AsciiTrace>
{
  public:
    /** @param stream file that gets the lines */
    explicit AsciiTrace(Ptr<OutputStreamWrapper> stream);

    /**
     * @param port port to trace from now on
     * @param hasContext true: lines have the path of the trace source
     */
    void Add(Ptr<FabricNetDevice> port, bool hasContext);

  private:
    /** Listener of one port. */
    class Port;

    /**
     * Adds a line to those that wait, and writes the lines that no earlier one can follow.
     *
     * @param timePs time in ps
     * @param line line without its time, which goes behind the first character
     */
    void Note(int64_t timePs, const std::string& line);
    /** Writes the lines up to a time. @param endPs time in ps */
    void WriteUntil(int64_t endPs);
    /** Writes the rest. */
    void Finish();

    Ptr<OutputStreamWrapper> m_stream;
    TickClock m_clock;
    int64_t m_longestLatencyPs{0};                 //!< of the ports
    std::multimap<int64_t, std::string> m_waiting; //!< lines by time, in ps
};

} // namespace ns3

#endif // AI_FABRIC_ASCII_TRACE_H
