// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GOAL_SCANNER_H
#define AI_FABRIC_GOAL_SCANNER_H

#include <cstdint>
#include <string>
#include <string_view>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * Cuts a GOAL schedule into words, integers and the marks : { }; comments are skipped.
 *
 * White space separates, but none is needed where a number meets a letter: "80b" is 80 and b.
 */
class GoalScanner
{
  public:
    /** What is next. */
    enum class Token : uint8_t
    {
        END,
        WORD,    //!< a letter or _, then letters, digits and _
        INTEGER, //!< digits, or - and digits
        MARK     //!< any other character
    };

    /** @param path of the file @param text what it holds; must outlive this */
    GoalScanner(const std::string& path, std::string_view text);

    /** @return kind of the next token */
    Token Peek() const
    {
        return m_token;
    }

    /** @return the next token */
    std::string_view PeekText() const
    {
        return m_text.substr(m_begin, m_end - m_begin);
    }

    /** @return line of the next token, counted from 1 */
    uint64_t PeekLine() const
    {
        return m_line;
    }

    /** @return line of the token taken last */
    uint64_t GetLine() const
    {
        return m_takenLine;
    }

    /** @return whether the next token is that one */
    bool IsNext(std::string_view text) const
    {
        return m_token != Token::END && PeekText() == text;
    }

    /** @return the next token, which is left behind */
    std::string_view Take();

    /**
     * Takes the next token if it is that one.
     *
     * @param text what
     * @return whether it was
     */
    bool TakeIf(std::string_view text);

    /** Takes the next token; throws unless it is that one. @param text what */
    void Expect(std::string_view text);

    /**
     * Takes a word; throws if there is none.
     *
     * @param what it is, for the error
     * @return the word
     */
    std::string_view ExpectWord(const char* what);

    /**
     * Takes a number.
     *
     * @param key its name
     * @param min least
     * @param max greatest
     * @return it
     */
    uint64_t ExpectUnsigned(const char* key, uint64_t min, uint64_t max);

    /** Throws if the line of the token taken last holds more. */
    void ExpectLineEnd() const;

    /**
     * Throws at the token taken last.
     *
     * @param key what is wrong there
     * @param problem with it
     */
    [[noreturn]] void Fail(const std::string& key, const std::string& problem) const;

    /**
     * Throws at a line.
     *
     * @param line which
     * @param key what is wrong
     * @param problem with it
     */
    [[noreturn]] void FailAt(uint64_t line,
                             const std::string& key,
                             const std::string& problem) const;

    /** Throws at the next token. @param expected what should be there */
    [[noreturn]] void FailNext(const std::string& expected) const;

  private:
    /** Finds the next token. */
    void Advance();
    /** Passes over white space and comments. */
    void SkipSpace();

    const std::string& m_path; //!< of the file, for errors
    std::string_view m_text;
    size_t m_begin{0};         //!< of the next token
    size_t m_end{0};           //!< behind it
    uint64_t m_line{1};        //!< of the next token
    uint64_t m_takenLine{1};   //!< of the token taken last
    Token m_token{Token::END}; //!< the next one
};

} // namespace ns3

#endif // AI_FABRIC_GOAL_SCANNER_H
