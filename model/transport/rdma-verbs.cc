// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-verbs.h"

namespace ns3
{

const char*
ToString(RdmaStatus status)
{
    switch (status)
    {
    case RdmaStatus::SUCCESS:
        return "success";
    case RdmaStatus::RETRY_EXCEEDED:
        return "retry count exceeded";
    case RdmaStatus::RNR_RETRY_EXCEEDED:
        return "receiver not ready retry count exceeded";
    case RdmaStatus::REMOTE_ERROR:
        return "refused by the receiver";
    case RdmaStatus::LENGTH_ERROR:
        return "too long";
    case RdmaStatus::FLUSHED:
        return "flushed";
    }
    return "unknown";
}

const char*
ToString(RdmaQueuePairState state)
{
    switch (state)
    {
    case RdmaQueuePairState::RESET:
        return "reset";
    case RdmaQueuePairState::INIT:
        return "init";
    case RdmaQueuePairState::READY_TO_RECEIVE:
        return "ready to receive";
    case RdmaQueuePairState::READY_TO_SEND:
        return "ready to send";
    case RdmaQueuePairState::SEND_QUEUE_DRAINED:
        return "send queue drained";
    case RdmaQueuePairState::ERROR:
        return "error";
    }
    return "unknown";
}

} // namespace ns3
