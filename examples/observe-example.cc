// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Shows for RDMA what FlowMonitor and NetAnim show for other networks. Both know only ns3::Packet;
// the trace sources of the ports have all that they need. Two hosts send to a third one; the
// program prints a row for each flow and writes a file that NetAnim plays.

#include "ns3/core-module.h"
#include "ns3/fabric-helper.h"
#include "ns3/node-list.h"
#include "ns3/roce-fabric.h"
#include "ns3/star-topology.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>
#include <utility>

using namespace ns3;

namespace
{

/** @param context path of a port's trace source @return the port */
Ptr<FabricNetDevice>
GetPort(const std::string& context)
{
    const std::string path = context.substr(0, context.rfind('/'));
    return DynamicCast<FabricNetDevice>(Config::LookupMatches(path).Get(0));
}

/** Every port by the context of its traces, looked up once: a look-up goes through all Nodes. */
class PortCache
{
  public:
    /** @param context path of a port's trace source @return the port */
    const FabricNetDevice& Get(const std::string& context)
    {
        auto& port = m_ports[context];
        if (!port)
        {
            port = GetPort(context);
        }
        return *port;
    }

  private:
    std::map<std::string, Ptr<FabricNetDevice>> m_ports;
};

/** Counts the quantities of FlowMonitor, by source and destination host. */
class FlowTable
{
  public:
    /** Connects to every port. */
    FlowTable()
    {
        const std::string port = "/NodeList/*/DeviceList/*/$ns3::FabricNetDevice/";
        Config::Connect(port + "Transmit", MakeCallback(&FlowTable::OnTransmit, this));
        Config::Connect(port + "Receive", MakeCallback(&FlowTable::OnReceive, this));
    }

    /** Prints a row for each flow. */
    void Print() const
    {
        std::cout << "flow      tx packets  tx bytes  rx packets  rx bytes  lost  mean delay (ns)  "
                     "max delay (ns)\n"
                  << std::fixed << std::setprecision(2);
        for (const auto& [hosts, flow] : m_flows)
        {
            std::cout << hosts.first << " -> " << hosts.second << std::setw(14) << flow.txPackets
                      << std::setw(10) << flow.txBytes << std::setw(12) << flow.rxPackets
                      << std::setw(10) << flow.rxBytes << std::setw(6)
                      << flow.txPackets - flow.rxPackets << std::setw(17)
                      << flow.delayPs * 1e-3 / std::max<uint64_t>(1, flow.rxPackets)
                      << std::setw(16) << flow.longestPs * 1e-3 << '\n';
        }
    }

  private:
    /** Packets with payload from one host to another; repeated packets count again. */
    struct Flow
    {
        uint64_t txPackets{0};
        uint64_t txBytes{0}; //!< payload
        uint64_t rxPackets{0};
        uint64_t rxBytes{0};  //!< payload
        double delayPs{0};    //!< sum: first bit at the source to last bit at the destination
        int64_t longestPs{0}; //!< of these
    };

    /** @return true if a port belongs to a host */
    bool IsAt(const std::string& context, uint32_t host)
    {
        const auto nic = m_ports.Get(context).GetNode()->GetObject<RdmaNic>();
        return nic && nic->GetHost() == host;
    }

    void OnTransmit(std::string context, const FabricPacket& packet, int64_t)
    {
        if (packet.payloadBytes > 0 && IsAt(context, packet.sourceHost))
        {
            auto& flow = m_flows[{packet.sourceHost, packet.destHost}];
            ++flow.txPackets;
            flow.txBytes += packet.payloadBytes;
        }
    }

    void OnReceive(std::string context, const FabricPacket& packet, int64_t endPs)
    {
        if (packet.payloadBytes > 0 && IsAt(context, packet.destHost))
        {
            auto& flow = m_flows[{packet.sourceHost, packet.destHost}];
            ++flow.rxPackets;
            flow.rxBytes += packet.payloadBytes;
            flow.delayPs += static_cast<double>(endPs - packet.sentPs);
            flow.longestPs = std::max(flow.longestPs, endPs - packet.sentPs);
        }
    }

    PortCache m_ports;
    std::map<std::pair<uint32_t, uint32_t>, Flow> m_flows;
};

/** A file for NetAnim: nodes, links, and every packet on every link. */
class AnimationFile
{
  public:
    /** @param path of the file @param network what to show */
    AnimationFile(const std::string& path, const FabricNetwork& network)
        : m_file(path)
    {
        m_file << "<anim ver=\"netanim-3.108\" filetype=\"animation\">\n" << std::setprecision(15);
        WriteRow(network.hosts, 10);
        WriteRow(network.switches, 0);
        for (const auto& channel : network.channels)
        {
            m_file << "<link fromId=\"" << channel->GetDevice(0)->GetNode()->GetId() << "\" toId=\""
                   << channel->GetDevice(1)->GetNode()->GetId() << "\" fd=\"\" td=\"\" ld=\"\"/>\n";
        }
        Config::Connect("/NodeList/*/DeviceList/*/$ns3::FabricNetDevice/Transmit",
                        MakeCallback(&AnimationFile::OnTransmit, this));
    }

    ~AnimationFile()
    {
        m_file << "</anim>\n";
    }

  private:
    void WriteRow(const NodeContainer& nodes, double y)
    {
        for (uint32_t i = 0; i < nodes.GetN(); ++i)
        {
            m_file << "<node id=\"" << nodes.Get(i)->GetId() << "\" sysId=\"0\" locX=\"" << 10. * i
                   << "\" locY=\"" << y << "\"/>\n";
        }
    }

    void OnTransmit(std::string context, const FabricPacket& packet, int64_t startPs)
    {
        const FabricNetDevice& port = m_ports.Get(context);
        const double start = static_cast<double>(startPs) * 1e-12;
        const double length = packet.wireBytes * 8. / static_cast<double>(port.GetRatebps());
        const double delay = static_cast<double>(port.GetDelayPs()) * 1e-12;
        m_file << "<p fId=\"" << port.GetNode()->GetId() << "\" fbTx=\"" << start << "\" lbTx=\""
               << start + length << "\" tId=\"" << port.GetPeer()->GetNode()->GetId()
               << "\" fbRx=\"" << start + delay << "\" lbRx=\"" << start + length + delay
               << "\"/>\n";
    }

    std::ofstream m_file;
    PortCache m_ports;
};

} // namespace

int
main(int argc, char* argv[])
{
    std::string animation;
    CommandLine cmd(__FILE__);
    cmd.AddValue("animation", "output file for NetAnim; empty: none", animation);
    cmd.Parse(argc, argv);
    Time::SetResolution(Time::PS);

    auto topology = CreateObject<StarTopology>();
    topology->SetAttribute("Hosts", UintegerValue(3));
    topology->SetAttribute("Rate", StringValue("100Gbps"));
    topology->SetAttribute("Delay", StringValue("500ns"));
    NodeContainer hosts; // nodes of the program, which may also be on other networks
    hosts.Create(3);
    FabricHelper helper(CreateObject<RoceFabric>());
    const FabricNetwork network = helper.Install(topology->Generate(), hosts);

    FlowTable flows;
    {
        AnimationFile file(animation.empty() ? "/dev/null" : animation, network);
        for (const uint32_t sender : {1U, 2U})
        {
            RdmaNic::Connect(network.nics[sender], network.nics[0], 3).first->PostWrite(8192, 0);
        }
        Simulator::Run();
    }
    flows.Print();
    Simulator::Destroy();
}
