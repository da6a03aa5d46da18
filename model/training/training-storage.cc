// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "training-storage.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TrainingStorage);

TypeId
TrainingStorage::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TrainingStorage")
            .SetParent<ValidatedObject>()
            .SetGroupName("AiFabric")
            .AddConstructor<TrainingStorage>()
            .AddAttribute("Hosts",
                          "Indices of the hosts that are storage, such as 60-63; they have no rank "
                          "of the model. Empty: nothing is read and written.",
                          StringValue(""),
                          MakeStringAccessor(&TrainingStorage::m_hosts),
                          MakeStringChecker())
            .AddAttribute("TokenBytes",
                          "Bytes of samples that are read for a token: 4 for text; images and "
                          "video have far more.",
                          DoubleValue(4),
                          MakeDoubleAccessor(&TrainingStorage::m_tokenBytes),
                          MakeDoubleChecker<double>(1e-6, 1e9))
            .AddAttribute("Prefetch",
                          "Number of steps by which samples are read ahead (PyTorch: 2 batches of "
                          "a worker). 0: a step begins to read its samples when it begins.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&TrainingStorage::m_prefetch),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("CheckpointSteps",
                          "Number of steps from one checkpoint to the next, of InnerSteps; 0: no "
                          "checkpoints.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&TrainingStorage::m_checkpointSteps),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("CheckpointBytes",
                          "Bytes of a parameter in a checkpoint: 14 for BF16 and the state of Adam "
                          "in FP32 with a copy.",
                          DoubleValue(14),
                          MakeDoubleAccessor(&TrainingStorage::m_checkpointBytes),
                          MakeDoubleChecker<double>(0.125, 64))
            .AddAttribute("Asynchronous",
                          "true: the next step begins when the checkpoint is in the memory of the "
                          "host, and the checkpoint is written meanwhile. false: the next step "
                          "begins when it is written.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TrainingStorage::m_asynchronous),
                          MakeBooleanChecker())
            .AddAttribute("CopyRate",
                          "Rate from a GPU to the memory of its host; 0bps: copies take no time. "
                          "The default is PCIe 5.0 x16, of which it takes 80 % (assumed).",
                          DataRateValue(DataRate("400Gbps")),
                          MakeDataRateAccessor(&TrainingStorage::m_copyRate),
                          MakeDataRateChecker())
            .AddAttribute("ServiceLevel",
                          "Service level of reads and writes, 0 to 15; -1: that of the job.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&TrainingStorage::m_serviceLevel),
                          MakeIntegerChecker<int16_t>(-1, 15));
    return tid;
}

void
TrainingStorage::Check(uint32_t steps) const
{
    const std::string value = "is " + std::to_string(m_checkpointSteps) + "; expected ";
    if (m_checkpointSteps > 0 && m_hosts.empty())
    {
        Fail("CheckpointSteps", value + "Hosts of the storage, or 0");
    }
    if (m_checkpointSteps > steps)
    {
        Fail("CheckpointSteps",
             value + "at most " + std::to_string(steps) + ", the InnerSteps of the job");
    }
}

} // namespace ns3
