// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DELIVERY_CHANNEL_H
#define AI_FABRIC_DELIVERY_CHANNEL_H

#include "received-messages.h"
#include "selective-sender.h"

#include "ns3/message-channel.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-delivery
 * A channel with a SelectiveSender at one host and its receiving half at another. A subclass owns
 * both halves.
 */
class DeliveryChannel : public MessageChannel,
                        private SelectiveSender::Client,
                        private ReceivedMessages::Client
{
  protected:
    /**
     * @param sender sending half, a member of the subclass
     * @param level service level of the data
     */
    DeliveryChannel(SelectiveSender& sender, uint8_t level);

    /** @return object that gets the notices of the sending half */
    SelectiveSender::Client& GetSenderClient()
    {
        return *this;
    }

    /** @return object that gets the notices of the receiving half */
    ReceivedMessages::Client& GetReceiverClient()
    {
        return *this;
    }

    /**
     * Makes the policies of the sending half.
     *
     * @param nics NICs of its host by port, whose rates add up
     * @param path its path at the first port
     * @param baseRttPs idle round trip of a full packet
     * @param draw HashDraw() of the channel
     * @return policies
     */
    static RdmaPolicies MakePolicies(const std::vector<RdmaNic*>& nics,
                                     const DeliveryPath& path,
                                     int64_t baseRttPs,
                                     uint64_t draw);

    /**
     * Makes an entropy policy for each plane.
     *
     * @param nics NICs of the host by port
     * @param path path of the sending half at the first port
     * @param draw HashDraw() of the channel
     * @return policies by port; empty: the fabric has none
     */
    static std::vector<Ptr<EntropyPolicy>> MakeEntropies(const std::vector<RdmaNic*>& nics,
                                                         const DeliveryPath& path,
                                                         uint64_t draw);

    /**
     * @tparam Path a DeliveryPath
     * @param paths paths of a half, by port of its host
     * @return its NICs
     */
    template <typename Path>
    static std::vector<RdmaNic*> GetNics(const std::vector<Path>& paths)
    {
        std::vector<RdmaNic*> nics;
        for (const auto& path : paths)
        {
            nics.push_back(path.nic);
        }
        return nics;
    }

    /**
     * Gives each port the number of the other half at the port of its plane.
     *
     * @tparam Path a DeliveryPath
     * @param numbers numbers of the other half
     * @param paths paths of this half
     */
    template <typename Path>
    static void SetPeers(const std::vector<uint32_t>& numbers, std::vector<Path>& paths)
    {
        for (std::size_t port = 0; port < paths.size(); ++port)
        {
            paths[port].peerNumber = numbers[port];
        }
    }

  private:
    void DoPost(uint64_t bytes, uint32_t immediate) override;
    uint8_t DoGetServiceLevel() const override;
    std::string DoDescribeWait(uint32_t immediate) const override;
    std::optional<ChannelActivity> DoGetActivity(int64_t nowPs) const override;
    void DoRetire() override;
    void OnSenderEnd(uint32_t immediate, const MessageEnd& end) override;
    void OnSenderDeparture(uint32_t immediate) override;
    void OnReceiverMessage(uint32_t immediate, int64_t nowPs) override;

    TickClock m_clock;
    SelectiveSender& m_sender;
    uint8_t m_level; //!< service level of the data
};

} // namespace ns3

#endif // AI_FABRIC_DELIVERY_CHANNEL_H
