// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-gpu.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/graph-node.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/part-checker.h"
#include "ns3/random-draws.h"
#include "ns3/random-factor.h"
#include "ns3/random-variable-stream.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Gpu");

NS_OBJECT_ENSURE_REGISTERED(FabricGpu);

namespace
{

constexpr uint32_t MAX_SMS = 1024;      //!< SmCount: keeps work within 128 bits
constexpr double MIN_SLOWDOWN = 0.001;  //!< a millionth of 1000
constexpr double MAX_SLOWDOWN = 1000.0; //!< keeps work within 128 bits

/** Of an operation on some bytes; none at all where no rate is given. */
int64_t
LengthPs(uint64_t bytes, const DataRate& rate)
{
    const uint64_t ratebps = rate.GetBitRate();
    return ratebps == 0 ? 0 : std::min(SerializationPs(bytes, ratebps), GpuStream::MAX_LENGTH_PS);
}

} // namespace

TypeId
FabricGpu::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Gpu")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddConstructor<FabricGpu>()
            .AddAttribute(
                "ReduceRate",
                "Rate at which a reduction produces its result. Three passes through a memory of "
                "3.35 TB/s (H100 SXM) allow 1.1 TB/s. 0bps: reductions take no time.",
                DataRateValue(DataRate("8000Gbps")),
                MakeDataRateAccessor(&FabricGpu::m_reduceRate),
                MakeDataRateChecker())
            .AddAttribute("CopyRate",
                          "Rate of a copy. Two passes through a memory of 3.35 TB/s (H100 SXM) "
                          "allow 1.6 TB/s. 0bps: copies take no time.",
                          DataRateValue(DataRate("12000Gbps")),
                          MakeDataRateAccessor(&FabricGpu::m_copyRate),
                          MakeDataRateChecker())
            .AddAttribute("SmCount",
                          "Streaming multiprocessors, at most 1024; an H100 SXM has 132.",
                          UintegerValue(132),
                          ReadOnce(MakeUintegerAccessor(&FabricGpu::m_smCount)),
                          MakeUintegerChecker<uint32_t>(1, MAX_SMS))
            .AddAttribute("SmsPerChannel",
                          "SMs that each active communication channel takes from the kernels of "
                          "stream 0, which keep at least one. NCCL runs one thread block per "
                          "channel, which fills an SM. 0: communication does not slow kernels.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&FabricGpu::m_smsPerChannel)),
                          MakeUintegerChecker<uint32_t>(0, MAX_SMS))
            .AddAttribute("MessagesHoldSms",
                          "A channel is active from the time it posts a message until none of its "
                          "messages is in flight, as NCCL's kernels wait for the network. False: "
                          "only operations on streams from 1 take SMs.",
                          BooleanValue(false),
                          ReadOnce(MakeBooleanAccessor(&FabricGpu::m_messagesHoldSms)),
                          MakeBooleanChecker())
            .AddAttribute("Slowdown",
                          "Factor on the duration of all operations, 0.001 to 1000; a straggler "
                          "has more than 1.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&FabricGpu::SetSlowdown, &FabricGpu::GetSlowdown),
                          MakeDoubleChecker<double>(MIN_SLOWDOWN, MAX_SLOWDOWN))
            .AddAttribute("Jitter",
                          "Random variable, one per GPU, of the factor on the duration of an "
                          "operation, such as ns3::LogNormalRandomVariable[Mu=0|Sigma=0.02]. Drawn "
                          "when the operation is submitted; negative values count as 0.",
                          ObjectFactoryValue(MakeFactorOfOne()),
                          MakeObjectFactoryAccessor(&FabricGpu::SetJitter, &FabricGpu::GetJitter),
                          MakePartChecker(RandomVariableStream::GetTypeId()))
            .AddTraceSource("Crash",
                            "The GPU crashed; the contents of its memory are lost.",
                            MakeTraceSourceAccessor(&FabricGpu::m_crashTrace),
                            "ns3::TracedCallback::Void")
            .AddTraceSource("Replace",
                            "The GPU was replaced; the memory of the new one is empty.",
                            MakeTraceSourceAccessor(&FabricGpu::m_replaceTrace),
                            "ns3::TracedCallback::Void")
            .AddTraceSource("Hang",
                            "The GPU hangs: its operations stand still.",
                            MakeTraceSourceAccessor(&FabricGpu::m_hangTrace),
                            "ns3::TracedCallback::Void")
            .AddTraceSource("Resume",
                            "The GPU hung and works again.",
                            MakeTraceSourceAccessor(&FabricGpu::m_resumeTrace),
                            "ns3::TracedCallback::Void");
    return tid;
}

FabricGpu::FabricGpu()
    : m_node(Simulator::NO_CONTEXT)
{
    NS_LOG_FUNCTION(this);
}

FabricGpu::~FabricGpu() = default;

void
FabricGpu::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (const auto& stream : m_streams)
    {
        if (stream)
        {
            stream->Clear();
        }
    }
    m_jitter = nullptr;
    Object::DoDispose();
}

void
FabricGpu::NotifyNewAggregate()
{
    NS_LOG_FUNCTION(this);
    if (const auto node = GetObject<Node>())
    {
        SetNode(node->GetId());
    }
    Object::NotifyNewAggregate();
}

void
FabricGpu::SetNode(uint32_t node)
{
    m_node = node;
    for (const auto& stream : m_streams)
    {
        if (stream)
        {
            stream->SetContext(m_node);
        }
    }
}

void
FabricGpu::SetJitter(ObjectFactory factory)
{
    NS_LOG_FUNCTION(this);
    m_jitterFactory = factory;
    m_jitter = MakeRandomFactor(factory, "ns3::Gpu Jitter");
}

int64_t
FabricGpu::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    if (!m_jitter)
    {
        return 0;
    }
    m_jitter->SetStream(stream);
    return 1;
}

int64_t
FabricGpu::GetLeastPs(int64_t durationPs) const
{
    return m_jitter
               ? 0
               : static_cast<int64_t>(std::min(m_slowdown, 1.0) * static_cast<double>(durationPs));
}

int64_t
FabricGpu::GetReducePs(uint64_t bytes) const
{
    return LengthPs(bytes, m_reduceRate);
}

int64_t
FabricGpu::GetCopyPs(uint64_t bytes) const
{
    return LengthPs(bytes, m_copyRate);
}

/** @return pace of a computing stream, or of a communicating stream */
GpuStream::Pace
FabricGpu::GetPace(bool computes) const
{
    uint64_t channels = 0;
    for (size_t stream = 1; stream < std::min<size_t>(m_streams.size(), GraphNode::HOST_STREAM);
         ++stream)
    {
        channels += m_streams[stream] && m_streams[stream]->IsBusy() ? 1 : 0;
    }
    channels = std::max<uint64_t>(channels, m_channels);
    const uint64_t taken = computes ? channels * m_smsPerChannel : 0;
    GpuStream::Pace pace;
    pace.smCount = m_smCount;
    pace.sms = m_smCount - static_cast<uint32_t>(std::min<uint64_t>(taken, m_smCount - 1));
    pace.isHung = m_hangs > 0;
    pace.slowdownMillionths = static_cast<uint32_t>(std::llround(m_slowdown * GpuStream::MILLION));
    return pace;
}

void
FabricGpu::UpdatePace()
{
    for (size_t stream = 0; stream < m_streams.size(); ++stream)
    {
        if (m_streams[stream])
        {
            m_streams[stream]->SetPace(GetPace(stream == 0));
        }
    }
}

GpuStream&
FabricGpu::GetStream(uint8_t stream)
{
    if (stream >= m_streams.size())
    {
        m_streams.resize(stream + 1U);
    }
    auto& found = m_streams[stream];
    if (!found)
    {
        NotifyRead("it was put to work");
        found = std::make_unique<GpuStream>(GetPace(stream == 0));
        found->SetContext(m_node);
        if (stream > 0 && m_smsPerChannel > 0)
        {
            found->SetBusyCallback(MakeCallback(&FabricGpu::UpdatePace, this));
        }
    }
    return *found;
}

void
FabricGpu::Run(int64_t durationPs, GpuClient* client, uint32_t operation, uint8_t stream)
{
    if (m_jitter)
    {
        RandomDraws::Note();
        const double lengthPs =
            std::max(0.0, m_jitter->GetValue()) * static_cast<double>(durationPs);
        durationPs = lengthPs < static_cast<double>(GpuStream::MAX_LENGTH_PS)
                         ? static_cast<int64_t>(std::llround(lengthPs))
                         : GpuStream::MAX_LENGTH_PS;
    }
    GetStream(stream).Run(durationPs, client, operation);
}

int64_t
FabricGpu::GetBusyPs() const
{
    return m_streams.empty() || !m_streams[0] ? 0 : m_streams[0]->GetBusyPs();
}

void
FabricGpu::BeginChannel()
{
    ++m_channels;
    UpdatePace();
}

void
FabricGpu::EndChannel()
{
    NS_ASSERT_MSG(m_channels > 0, "more channels end than have begun");
    --m_channels;
    UpdatePace();
}

void
FabricGpu::SetHung(bool hung)
{
    NS_LOG_FUNCTION(this << hung);
    NS_ASSERT_MSG(hung || m_hangs > 0, "more hangs end than have begun");
    m_hangs += hung ? 1 : -1;
    UpdatePace();
    if (m_hangs == 0)
    {
        m_resumeTrace();
    }
    else if (hung && m_hangs == 1)
    {
        m_hangTrace();
    }
}

void
FabricGpu::Crash()
{
    NS_LOG_FUNCTION(this);
    m_crashTrace();
}

void
FabricGpu::Replace()
{
    NS_LOG_FUNCTION(this);
    m_replaceTrace();
}

uint32_t
FabricGpu::Cancel(const GpuClient* client)
{
    uint32_t count = 0;
    for (const auto& stream : m_streams)
    {
        count += stream ? stream->Cancel(client) : 0;
    }
    return count;
}

void
FabricGpu::SetSlowdown(double factor)
{
    NS_LOG_FUNCTION(this << factor);
    m_slowdown = std::clamp(factor, MIN_SLOWDOWN, MAX_SLOWDOWN);
    UpdatePace();
}

} // namespace ns3
