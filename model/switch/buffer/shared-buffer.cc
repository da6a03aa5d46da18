// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "shared-buffer.h"

#include "switch-chip.h"

#include "ns3/double.h"
#include "ns3/fabric-units.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SharedBuffer");

NS_OBJECT_ENSURE_REGISTERED(SharedBuffer);

namespace
{

const DropReason TRIM_THRESHOLD = RegisterDropReason("trim threshold");

constexpr double LEAST_ALPHA = 1.0 / 1024;
constexpr double MOST_ALPHA = 1024;

constexpr uint64_t LEAST_BYTES = 1'000'000; //!< assumed smallest memory of a commercial switch
constexpr const char* FITTING = "fitting";  //!< name for the chip that fits the ports

/** @return keys that rows of Profiles may have */
const std::vector<RateProfiles::Key>&
GetProfileKeys()
{
    static const std::vector<RateProfiles::Key> keys = {
        {"reserveBytes", 0, RateProfiles::MAX_BYTES, true},
        {"xonOffsetBytes", 0, RateProfiles::MAX_BYTES, true},
        {"headroomBytes", 0, RateProfiles::MAX_BYTES, true},
        {"staticThresholdBytes", 1, RateProfiles::MAX_BYTES, true},
        {"alpha", LEAST_ALPHA, MOST_ALPHA, false}};
    return keys;
}

} // namespace

TypeId
SharedBuffer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SharedBuffer")
            .SetParent<SwitchBuffer>()
            .SetGroupName("AiFabric")
            .AddConstructor<SharedBuffer>()
            .AddAttribute(
                "SizeBytes",
                "Packet memory of a switch in bytes; 0: the memory of Chip, at least 1 MB and "
                "twice its headroom and reserve.",
                UintegerValue(0),
                ReadOnce(MakeUintegerAccessor(&SharedBuffer::m_givenSizeBytes)),
                MakeUintegerChecker<uint64_t>())
            .AddAttribute(
                "Chip",
                "Switch chip that gives the size of the memory, in proportion to the rates of the "
                "switch's ports: tomahawk-1 to tomahawk-6, trident-3, spectrum-2 to spectrum-4 or "
                "teralynx-10; fitting: the smallest of tomahawk-2 to -6 with such ports.",
                StringValue(FITTING),
                ReadOnce(MakeStringAccessor(&SharedBuffer::SetChip, &SharedBuffer::GetChip)),
                MakeStringChecker())
            .AddAttribute("CellBytes",
                          "Unit of the memory; a frame takes whole cells. 208 in SONiC's files for "
                          "Broadcom's Trident and Tomahawk; 0: bytes are counted.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&SharedBuffer::SetCellBytes,
                                                        &SharedBuffer::GetCellBytes)),
                          MakeUintegerChecker<uint32_t>(0, 1 << 16))
            .AddAttribute("Profiles",
                          "Values for ports of certain rates in place of ReserveBytes, "
                          "XonOffsetBytes, Alpha or StaticThresholdBytes, and their headroom: a "
                          "list of rows such as rate=100Gbps:alpha=0.125:headroomBytes=40000.",
                          StringValue(""),
                          ReadOnce(MakeStringAccessor(&SharedBuffer::SetProfiles,
                                                      &SharedBuffer::GetProfiles)),
                          MakeStringChecker())
            .AddAttribute("ReserveBytes",
                          "Bytes guaranteed to each lossless priority of each ingress port.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&SharedBuffer::m_reserveBytes)),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("XonOffsetBytes",
                          "Bytes below the threshold at which a lossless priority resumes.",
                          UintegerValue(3600),
                          MakeUintegerAccessor(&SharedBuffer::SetXonOffsetBytes,
                                               &SharedBuffer::GetXonOffsetBytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("StaticThresholdBytes",
                          "Bytes that each lossless ingress priority may take from the pool before "
                          "its sender is stopped; 0: Alpha decides.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SharedBuffer::SetStaticThresholdBytes,
                                               &SharedBuffer::GetStaticThresholdBytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("HeadroomOversubscription",
                          "Sum of all headrooms divided by the pool that they share; 1: each has "
                          "its own.",
                          DoubleValue(1),
                          ReadOnce(MakeDoubleAccessor(&SharedBuffer::m_headroomOversubscription)),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("Alpha",
                          "Dynamic threshold of lossless priorities as a fraction of the free "
                          "pool.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&SharedBuffer::SetAlpha, &SharedBuffer::GetAlpha),
                          MakeDoubleChecker<double>(LEAST_ALPHA, MOST_ALPHA))
            .AddAttribute("AlphaRate",
                          "For ports of a higher rate Alpha doubles with each doubling of the "
                          "rate that has begun, up to 1; 0: all ports have the same Alpha.",
                          DataRateValue(DataRate(0)),
                          ReadOnce(MakeDataRateAccessor(&SharedBuffer::m_alphaRate)),
                          MakeDataRateChecker())
            .AddAttribute("LossyAlpha",
                          "Dynamic threshold of lossy egress queues as a fraction of the free "
                          "pool.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&SharedBuffer::m_lossyAlpha),
                          MakeDoubleChecker<double>(LEAST_ALPHA, MOST_ALPHA))
            .AddAttribute("TrimQueueTime",
                          "Lossy packets are trimmed to their headers if their egress queue is not "
                          "empty and would exceed the bytes that its port sends in this time; 0: "
                          "no packet is trimmed.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&SharedBuffer::m_trimQueueTime)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("TrimPriority",
                          "Priority of the headers of trimmed packets.",
                          UintegerValue(6),
                          MakeUintegerAccessor(&SharedBuffer::m_trimLane),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1))
            .AddAttribute("TrimSizeBytes",
                          "Length to which frames are trimmed, in bytes: payload goes first, "
                          "then headers that the receiver does not need. Frames up to this "
                          "length are not trimmed.",
                          UintegerValue(128),
                          MakeUintegerAccessor(&SharedBuffer::m_trimSizeBytes),
                          MakeUintegerChecker<uint16_t>());
    return tid;
}

void
SharedBuffer::DoConfigure(const std::vector<PortNeeds>& ports)
{
    const uint64_t alphaRatebps = m_alphaRate.GetBitRate();
    if (alphaRatebps > 0 && m_staticThresholdBytes > 0)
    {
        throw InputError("SharedBuffer AlphaRate: is " + std::to_string(alphaRatebps) +
                         "bps; expected 0, since StaticThresholdBytes is used in place of Alpha");
    }
    m_rules.assign(ports.size(), {});
    uint64_t headroomBytes = 0;
    uint64_t reserveBytes = 0;
    for (size_t number = 0; number < ports.size(); ++number)
    {
        const auto& port = ports[number];
        const auto* profile = m_profiles.Find(port.ratebps);
        if (const auto given = profile ? profile->Find("headroomBytes") : std::nullopt)
        {
            if (port.credits)
            {
                throw InputError("SharedBuffer Profiles: a row for " +
                                 std::to_string(port.ratebps) +
                                 "bps has headroomBytes; expected none, since the links of this "
                                 "switch have credits");
            }
            SetReservedBytes(number, static_cast<uint64_t>(*given));
        }
        const auto index = static_cast<uint16_t>(number);
        const uint64_t reserve = GetThresholds(index).reserveBytes;
        SetGuaranteedBytes(number, reserve);
        const uint64_t lossless = port.dark ? 0 : __builtin_popcount(port.lossless);
        headroomBytes += lossless * GetNeeds(index).reservedBytes;
        reserveBytes += lossless * reserve;
    }
    m_headroomPoolBytes = m_headroomOversubscription > 1
                              ? static_cast<uint64_t>(std::ceil(static_cast<double>(headroomBytes) /
                                                                m_headroomOversubscription))
                              : headroomBytes;
    m_trims = DoTrims();
    const uint64_t promisedBytes = m_headroomPoolBytes + reserveBytes;
    m_sizeBytes =
        m_givenSizeBytes > 0 ? m_givenSizeBytes : std::max(GetChipBytes(ports), 2 * promisedBytes);
    if (promisedBytes >= m_sizeBytes)
    {
        throw InputError("SharedBuffer SizeBytes " + std::to_string(m_sizeBytes) +
                         ": the headroom and reserve of " + std::to_string(ports.size()) +
                         " ports need more than " + std::to_string(promisedBytes));
    }
    m_poolBytes = m_sizeBytes - promisedBytes;
    NS_LOG_INFO(ports.size() << " ports: pool " << m_poolBytes << " B, headroom "
                             << m_headroomPoolBytes << " B, reserve " << reserveBytes << " B");
    SetThresholds();
}

uint64_t
SharedBuffer::GetChipBytes(const std::vector<PortNeeds>& ports) const
{
    uint64_t ratebps = 0;
    for (const auto& port : ports)
    {
        ratebps += port.dark ? 0 : port.ratebps;
    }
    const SwitchChip& chip = m_chip == FITTING ? SwitchChip::Fit(GetFastestRatebps(), ratebps)
                                               : *SwitchChip::Find(m_chip);
    return std::max(chip.GetShareBytes(ratebps), LEAST_BYTES);
}

void
SharedBuffer::SetChip(const std::string& name)
{
    NS_LOG_FUNCTION(this << name);
    if (name != FITTING && !SwitchChip::Find(name))
    {
        throw InputError("SharedBuffer Chip: '" + name + "' is unknown; expected " + FITTING +
                         " or one of " + SwitchChip::GetNames());
    }
    m_chip = name;
}

std::string
SharedBuffer::GetChip() const
{
    return m_chip;
}

SharedBuffer::PortThresholds
SharedBuffer::GetThresholds(uint16_t port) const
{
    const uint64_t ratebps = GetNeeds(port).ratebps;
    PortThresholds it{m_reserveBytes, m_staticThresholdBytes, m_alpha, m_xonOffsetBytes};
    const uint64_t alphaRatebps = m_alphaRate.GetBitRate();
    if (alphaRatebps > 0 && m_alpha < 1)
    {
        for (uint64_t rate = ratebps; rate > alphaRatebps && it.alpha < 1; rate /= 2)
        {
            it.alpha = std::min(1.0, 2 * it.alpha);
        }
    }
    const auto* profile = m_profiles.Find(ratebps);
    if (!profile)
    {
        return it;
    }
    const auto bytes = [profile](const char* key, uint64_t otherwise) {
        const auto given = profile->Find(key);
        return given ? static_cast<uint64_t>(*given) : otherwise;
    };
    it.reserveBytes = bytes("reserveBytes", it.reserveBytes);
    it.xonOffsetBytes = bytes("xonOffsetBytes", it.xonOffsetBytes);
    it.staticBytes = bytes("staticThresholdBytes", it.staticBytes);
    if (const auto alpha = profile->Find("alpha"))
    {
        it.alpha = *alpha;
        it.staticBytes = 0;
    }
    return it;
}

/** Computes the inputs of Threshold() from the attributes. */
void
SharedBuffer::SetThresholds()
{
    m_lowUseBytes = m_poolBytes / 2;
    m_sureBytes = UINT64_MAX;
    for (size_t port = 0; port < m_rules.size(); ++port)
    {
        const auto it = GetThresholds(static_cast<uint16_t>(port));
        m_rules[port] = {it.reserveBytes + it.staticBytes,
                         it.staticBytes > 0 ? 0 : it.alpha,
                         it.xonOffsetBytes,
                         BytesInPs(m_trimQueueTime.GetPicoSeconds(),
                                   GetNeeds(static_cast<uint16_t>(port)).ratebps)};
        m_sureBytes = std::min(m_sureBytes, Threshold(m_lowUseBytes, m_rules[port]));
    }
}

void
SharedBuffer::SetProfiles(const std::string& text)
{
    NS_LOG_FUNCTION(this << text);
    RateProfiles profiles(text, GetProfileKeys(), "SharedBuffer Profiles");
    for (const auto& row : profiles.GetRows())
    {
        if (row.Find("alpha") && row.Find("staticThresholdBytes"))
        {
            throw InputError("SharedBuffer Profiles: the row for " + std::to_string(row.ratebps) +
                             "bps has alpha and staticThresholdBytes; expected one of them");
        }
    }
    m_profiles = std::move(profiles);
}

std::string
SharedBuffer::GetProfiles() const
{
    return m_profiles.ToString();
}

const RateProfiles*
SharedBuffer::DoGetRateProfiles() const
{
    return &m_profiles;
}

void
SharedBuffer::SetXonOffsetBytes(uint64_t bytes)
{
    NS_LOG_FUNCTION(this << bytes);
    m_xonOffsetBytes = bytes;
    SetThresholds();
}

uint64_t
SharedBuffer::GetXonOffsetBytes() const
{
    return m_xonOffsetBytes;
}

void
SharedBuffer::SetStaticThresholdBytes(uint64_t bytes)
{
    NS_LOG_FUNCTION(this << bytes);
    m_staticThresholdBytes = bytes;
    SetThresholds();
}

uint64_t
SharedBuffer::GetStaticThresholdBytes() const
{
    return m_staticThresholdBytes;
}

void
SharedBuffer::SetAlpha(double alpha)
{
    NS_LOG_FUNCTION(this << alpha);
    m_alpha = alpha;
    SetThresholds();
}

double
SharedBuffer::GetAlpha() const
{
    return m_alpha;
}

BufferAnswer
SharedBuffer::DoAdmit(Account& in,
                      const Account& out,
                      const PortNeeds& needs,
                      bool lossless,
                      uint32_t bytes)
{
    // While half of the pool is free, a lane far below every threshold needs no threshold.
    if (lossless && in.headroomBytes == 0 && in.ingressBytes + bytes <= m_sureBytes &&
        m_poolUsedBytes + bytes <= m_lowUseBytes)
    {
        m_poolUsedBytes += GetPoolShare(in, in.ingressBytes, bytes);
        return DropReason::NONE;
    }
    return lossless ? AdmitLossless(in, needs, bytes) : AdmitLossy(out, bytes);
}

[[gnu::noinline]] BufferAnswer
SharedBuffer::AdmitLossy(const Account& out, uint32_t bytes)
{
    const uint64_t freeBytes = m_poolBytes - m_poolUsedBytes;
    const bool passes = bytes > freeBytes ||
                        static_cast<double>(out.egressBytes + bytes) > m_lossyAlpha * freeBytes;
    if (__builtin_expect(m_trims, 0) && GetJudgedBytes(bytes) > m_trimSizeBytes &&
        (passes ||
         (out.egressBytes > 0 && out.egressBytes + bytes > m_rules[out.port].trimQueueBytes)))
    {
        return BufferAnswer::Trim(TRIM_THRESHOLD, m_trimLane, m_trimSizeBytes);
    }
    if (passes)
    {
        NS_LOG_LOGIC("egress queue of " << out.egressBytes << " B may not take " << bytes << " B, "
                                        << freeBytes << " B of the pool are free");
        return DropReason::LOSSY_THRESHOLD;
    }
    m_poolUsedBytes += bytes;
    return DropReason::NONE;
}

[[gnu::noinline]] BufferAnswer
SharedBuffer::AdmitLossless(Account& in, const PortNeeds& needs, uint32_t bytes)
{
    const uint64_t before = in.ingressBytes - in.headroomBytes;
    const uint64_t poolBytes = GetPoolShare(in, before, bytes);
    if (in.headroomBytes == 0 && before + bytes <= Threshold(m_poolUsedBytes, m_rules[in.port]) &&
        m_poolUsedBytes + poolBytes <= m_poolBytes)
    {
        m_poolUsedBytes += poolBytes;
        return DropReason::NONE;
    }
    if (in.headroomBytes + bytes > needs.reservedBytes)
    {
        NS_LOG_LOGIC("ingress has " << in.headroomBytes << " B of its " << needs.reservedBytes
                                    << " B headroom in use, no room for " << bytes << " B");
        return DropReason::HEADROOM_OVERRUN;
    }
    if (m_headroomUsedBytes + bytes > m_headroomPoolBytes)
    {
        NS_LOG_LOGIC("headroom pool has " << m_headroomUsedBytes << " B of " << m_headroomPoolBytes
                                          << " B in use, no room for " << bytes << " B");
        return DropReason::HEADROOM_POOL_OVERRUN;
    }
    NS_LOG_LOGIC("ingress with " << before << " B is at its threshold of "
                                 << Threshold(m_poolUsedBytes, m_rules[in.port]) << " B, " << bytes
                                 << " B go to its headroom");
    in.headroomBytes += bytes;
    m_headroomUsedBytes += bytes;
    return DropReason::NONE;
}

void
SharedBuffer::DoRelease(Account& in, bool lossless, uint32_t bytes)
{
    if (!lossless)
    {
        m_poolUsedBytes -= bytes;
        return;
    }
    if (in.headroomBytes > 0)
    {
        const uint32_t fromHeadroom =
            static_cast<uint32_t>(std::min<uint64_t>(in.headroomBytes, bytes));
        in.headroomBytes -= fromHeadroom;
        m_headroomUsedBytes -= fromHeadroom;
        bytes -= fromHeadroom;
    }
    m_poolUsedBytes -= GetPoolShare(in, in.ingressBytes - in.headroomBytes, bytes);
}

bool
SharedBuffer::DoTrims() const
{
    return !m_trimQueueTime.IsZero();
}

bool
SharedBuffer::DoMayResume(const Account& in) const
{
    const PortRule& rule = m_rules[in.port];
    return in.headroomBytes == 0 &&
           (in.ingressBytes == 0 ||
            in.ingressBytes + rule.xonOffsetBytes <= Threshold(m_poolUsedBytes, rule));
}

} // namespace ns3
