// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_REPEATING_LIST_H
#define AI_FABRIC_REPEATING_LIST_H

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * A list of numbers that stores repeated parts once.
 *
 * The list is cut into runs where its own numbers say so: behind four numbers whose hash has a
 * certain value. So a part that repeats is cut at the same places each time, wherever it begins,
 * and its runs are stored once. The layers of a model, its micro-batches and its iterations repeat:
 * the 130 million nodes of a training step on 16,384 GPUs take some megabytes. A list in which
 * nothing repeats takes little more than 4 B per number.
 *
 * An access takes constant time. Several threads may read at the same time.
 */
class RepeatingList
{
  public:
    /** Goes through the numbers; faster than an access by place. Ends with any change. */
    class Iterator
    {
      public:
        using iterator_category = std::input_iterator_tag; //!< name required by the library
        using value_type = uint32_t;                       //!< type of an element
        using difference_type = std::ptrdiff_t;            //!< distance of two iterators
        using pointer = const uint32_t*;                   //!< pointer to an element
        using reference = uint32_t;                        //!< result of operator*()

        /** @param list list; outlives the iterator @param run number of a run; the tail is one */
        Iterator(const RepeatingList& list, size_t run)
            : m_list(&list),
              m_run(run)
        {
            Enter();
        }

        /** @return present number */
        uint32_t operator*() const
        {
            return *m_at;
        }

        /** @return this iterator, at the next number */
        Iterator& operator++()
        {
            if (++m_at == m_end)
            {
                ++m_run;
                Enter();
            }
            return *this;
        }

        /** @param other iterator of the same list @return true if both are at the same number */
        bool operator==(const Iterator& other) const
        {
            return m_run == other.m_run && m_at == other.m_at;
        }

        /** @param other iterator of the same list @return true if they are at different numbers */
        bool operator!=(const Iterator& other) const
        {
            return !(*this == other);
        }

      private:
        void Enter();

        const RepeatingList* m_list;
        size_t m_run;
        const uint32_t* m_at{nullptr};  //!< null: behind the last number
        const uint32_t* m_end{nullptr}; //!< end of the run
    };

    RepeatingList();

    /** @return how many numbers there are */
    size_t size() const
    {
        return m_tailBegin + m_tail.size();
    }

    /** @return true if the list has 0 numbers */
    bool empty() const
    {
        return size() == 0;
    }

    /** @param place place of an existing number @return the number */
    uint32_t operator[](size_t place) const
    {
        if (place >= m_tailBegin)
        {
            return m_tail[place - m_tailBegin];
        }
        const Run& run = m_runs[FindRun(place)];
        return m_pool[run.at + (place - run.first)];
    }

    /** @return iterator to the first number */
    Iterator begin() const
    {
        return {*this, 0};
    }

    /** @return iterator behind the last number */
    Iterator end() const
    {
        return {*this, m_runs.size()};
    }

    /**
     * @param number number to add behind the others
     * @throw InputError if there are 2^32 - 1 already
     */
    void push_back(uint32_t number);

    /** @param place place of an existing number @param number its new value */
    void Set(size_t place, uint32_t number);

    /** @param begin place of the first number to take out @param count how many are taken out */
    void Erase(size_t begin, size_t count);

    /**
     * Inserts numbers that repeat those before them.
     *
     * @param begin place of the first new number
     * @param count how many are new
     * @param period each new number equals the one as many places before, at most `begin`
     */
    void InsertRepeated(size_t begin, size_t count, size_t period);

    /** Frees the index that finds repeated runs; call it when few numbers will be added. */
    void Settle();

  private:
    /** Numbers in a row. */
    struct Run
    {
        uint32_t first; //!< place of the first number in the list
        uint32_t at;    //!< its place in the pool
    };

    /** Numbers in the pool. */
    struct Stored
    {
        size_t count;
        uint32_t at; //!< their place
    };

    static constexpr size_t LEAST = 64;  //!< shortest run, in numbers
    static constexpr size_t MOST = 2048; //!< longest run
    static constexpr size_t SLACK = 64;  //!< last numbers of the list, which often change once more
    static constexpr size_t BLOCK = LEAST;

    /** @param place place before the tail @return number of its run */
    size_t FindRun(size_t place) const
    {
        size_t run = m_runOfBlock[place / BLOCK];
        while (m_runs[run + 1].first <= place)
        {
            ++run;
        }
        return run;
    }

    void CloseRun(size_t count);
    uint32_t FindOrStore(size_t count);

    std::vector<uint32_t> m_pool;       //!< numbers of the runs
    std::vector<Run> m_runs;            //!< in the order of the list; the last one is the tail's
    std::vector<bool> m_isOwn;          //!< by run: no other run has its place in the pool
    std::vector<uint32_t> m_runOfBlock; //!< by block of places: run of its first place
    size_t m_tailBegin{0};              //!< place of the first number of m_tail
    std::vector<uint32_t> m_tail;       //!< last numbers, not in a run yet
    size_t m_hashed{0};                 //!< numbers of the tail that are in m_hash
    uint64_t m_hash{0};                 //!< of the last four of them
    std::unordered_map<uint64_t, Stored> m_index; //!< by hash of its numbers
};

} // namespace ns3

#endif // AI_FABRIC_REPEATING_LIST_H
