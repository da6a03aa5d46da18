// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MESSAGE_RECORDS_H
#define AI_FABRIC_MESSAGE_RECORDS_H

#include "message-record.h"

#include "ns3/index-iterator.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * The records of the messages of a job, 28 B each and 24 B for each kind: jobs of millions of
 * messages have few kinds.
 *
 * Records are numbered as they were added. Whoever adds and ends messages and whoever notes their
 * arrivals may be two that are at work side by side, as long as there is room (Reserve()).
 */
class MessageRecords
{
  public:
    using Iterator = IndexIterator<MessageRecords, MessageRecord>; //!< goes through the records

    /** What messages of one kind have in common, as in MessageRecord. */
    struct Kind
    {
        uint64_t bytes;       //!< payload
        uint32_t sourceHost;  //!< host index
        uint32_t destHost;    //!< host index
        uint32_t channel;     //!< of the graph
        uint8_t serviceLevel; //!< of its channel

        /** @param other a kind @return whether it is the same */
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
     * Several in one: by start, then in the order of the parts, then in that of their records.
     *
     * @param parts of one job, at least 1
     * @return all their records
     */
    static MessageRecords Merge(const std::vector<MessageRecords>& parts);

    /** @param messages how many can be added before any record moves */
    void Reserve(size_t messages);

    /** @param kind of a message @param startPs when it was posted @return its number */
    uint32_t Add(const Kind& kind, int64_t startPs);

    /** @param record of a message, also one that has ended @return its number */
    uint32_t Add(const MessageRecord& record);

    /** @param number of a message @param arrivedPs when its last byte was at the receiver */
    void SetArrival(size_t number, int64_t arrivedPs)
    {
        m_times[number].arrivedPs = arrivedPs;
    }

    /** @param number of a message @return whether it has been acknowledged or given up */
    bool HasEnded(size_t number) const
    {
        return m_times[number].finishedPs != MessageRecord::NOT_YET;
    }

    /** @param number of a message @return why it was given up; null: it was not, or not yet */
    const char* GetFailure(size_t number) const
    {
        return m_failures.empty() ? nullptr : FindFailure(number);
    }

    /**
     * @param number of a message
     * @param startPs when it was posted
     * @param finishedPs when it was acknowledged, or given up
     * @param failure why it was given up; null: it was not
     */
    void SetEnd(size_t number, int64_t startPs, int64_t finishedPs, const char* failure);

    /** @return how many messages there are */
    size_t size() const
    {
        return m_times.size();
    }

    /** @return whether there is none */
    bool empty() const
    {
        return m_times.empty();
    }

    /** @param number of a message that exists @return its record */
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

    /** @param number of a message @return its record @throw std::out_of_range if there is none */
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

    /** @return at the first record */
    Iterator begin() const
    {
        return {*this, 0};
    }

    /** @return behind the last record */
    Iterator end() const
    {
        return {*this, size()};
    }

    /** @return all kinds; two of them may be alike */
    const std::vector<Kind>& GetKinds() const
    {
        return m_kinds;
    }

    /** @param number of a message that exists @return index of its kind */
    uint32_t GetKind(size_t number) const
    {
        return m_kindOf[number];
    }

  private:
    /** @return a kind that is alike and has not been forgotten, or a new one */
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
    std::vector<Times> m_times;                 //!< by message
    std::vector<uint32_t> m_kindOf;             //!< by message
    std::vector<Kind> m_kinds;                  //!< by number
    std::vector<uint32_t> m_lastKind;           //!< by hash: the last kind with it, or any other
    std::map<uint32_t, const char*> m_failures; //!< by message, of those that were given up
};

} // namespace ns3

#endif // AI_FABRIC_MESSAGE_RECORDS_H
