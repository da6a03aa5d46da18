// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MESSAGE_RECORDS_H
#define AI_FABRIC_MESSAGE_RECORDS_H

#include "message-record.h"

#include "ns3/block-list.h"
#include "ns3/index-iterator.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * The records of the messages of a job: 28 B for each record and 24 B for each kind. Jobs of
 * millions of messages have few kinds.
 *
 * Records are numbered in the order of their addition. One thread may add and end messages while
 * another notes arrivals, as long as there is room (Reserve()).
 */
class MessageRecords
{
  public:
    using Iterator = IndexIterator<MessageRecords, MessageRecord>; //!< goes through the records

    /** Common values of the messages of one kind, as in MessageRecord. */
    struct Kind
    {
        uint64_t bytes;       //!< payload
        uint32_t sourceHost;  //!< host index
        uint32_t destHost;    //!< host index
        uint32_t channel;     //!< of the graph
        uint8_t serviceLevel; //!< of its channel

        /** @param other kind to compare with @return true if both are equal */
        bool operator==(const Kind& other) const
        {
            return bytes == other.bytes && sourceHost == other.sourceHost &&
                   destHost == other.destHost && channel == other.channel &&
                   serviceLevel == other.serviceLevel;
        }
    };

    /** @param job FabricJob::index */
    explicit MessageRecords(uint32_t job = 0)
        : m_job(job)
    {
    }

    /**
     * Merges records: by start, then in the order of the parts, then in the order of their records.
     *
     * @param parts records of one job, at least 1 part; moved here, their memory is freed while the
     * result grows
     * @return all their records
     */
    static MessageRecords Merge(std::vector<MessageRecords> parts);

    /** @param messages number of messages that can be added before any record moves */
    void Reserve(size_t messages);

    /**
     * @param kind kind of the message
     * @param startPs time of posting in ps
     * @return number of the message
     */
    uint32_t Add(const Kind& kind, int64_t startPs);

    /** @param record record of a message, which may have ended @return number of the message */
    uint32_t Add(const MessageRecord& record);

    /**
     * @param number number of a message
     * @param arrivedPs time in ps when the receiver had the last byte
     */
    void SetArrival(size_t number, int64_t arrivedPs)
    {
        m_times[number].arrivedPs = arrivedPs;
    }

    /** @param number number of a message @return true if it has been acknowledged or given up */
    bool HasEnded(size_t number) const
    {
        return m_times[number].finishedPs != MessageRecord::NOT_YET;
    }

    /**
     * @param number number of a message
     * @return reason why it was given up; null: it was not, or not yet
     */
    const char* GetFailure(size_t number) const
    {
        return m_failures.empty() ? nullptr : FindFailure(number);
    }

    /**
     * @param number number of a message
     * @param startPs time of posting in ps
     * @param finishedPs time in ps when it was acknowledged or given up
     * @param failure reason why it was given up; null: it was not
     */
    void SetEnd(size_t number, int64_t startPs, int64_t finishedPs, const char* failure);

    /** @return number of messages */
    size_t size() const
    {
        return m_times.size();
    }

    /** @return true if there are no messages */
    bool empty() const
    {
        return m_times.size() == 0;
    }

    /** @param number number of an existing message @return its record */
    MessageRecord operator[](size_t number) const
    {
        const Kind& kind = m_kinds[m_kindOf[number]];
        const Times& times = m_times[number];
        MessageRecord record;
        record.bytes = kind.bytes;
        record.startPs = times.startPs;
        record.arrivedPs = times.arrivedPs;
        record.finishedPs = times.finishedPs;
        record.job = m_job;
        record.sourceHost = kind.sourceHost;
        record.destHost = kind.destHost;
        record.channel = kind.channel;
        record.serviceLevel = kind.serviceLevel;
        record.failure = GetFailure(number);
        return record;
    }

    /**
     * @param number number of a message
     * @return its record
     * @throw std::out_of_range if it does not exist
     */
    MessageRecord at(size_t number) const;

    /** @return the first record; there must be one */
    MessageRecord front() const
    {
        return (*this)[0];
    }

    /** @return the last record; there must be one */
    MessageRecord back() const
    {
        return (*this)[size() - 1];
    }

    /** @return iterator to the first record */
    Iterator begin() const
    {
        return {*this, 0};
    }

    /** @return iterator behind the last record */
    Iterator end() const
    {
        return {*this, size()};
    }

    /** @return all kinds; some of them may be equal */
    const std::vector<Kind>& GetKinds() const
    {
        return m_kinds;
    }

    /** @param number number of an existing message @return index of its kind */
    uint32_t GetKind(size_t number) const
    {
        return m_kindOf[number];
    }

  private:
    /** @return index of an equal kind that is still known, or of a new kind */
    uint32_t FindKind(const Kind& kind);
    const char* FindFailure(size_t number) const;

    /** See MessageRecord. */
    struct Times
    {
        int64_t startPs;
        int64_t arrivedPs;
        int64_t finishedPs;
    };

    uint32_t m_job;
    BlockList<Times> m_times;         //!< by message
    BlockList<uint32_t> m_kindOf;     //!< by message
    std::vector<Kind> m_kinds;        //!< by number
    std::vector<uint32_t> m_lastKind; //!< by hash: last kind with this hash, or any other kind
    std::map<uint32_t, const char*> m_failures; //!< by message: reasons of the messages given up
};

} // namespace ns3

#endif // AI_FABRIC_MESSAGE_RECORDS_H
