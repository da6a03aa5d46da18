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
 * Splits a GOAL schedule into words, integers and the marks : { }; skips comments.
 *
 * White space separates tokens, but none is needed between a number and a letter: "80b" is 80 and
 * b.
 */
class GoalScanner
{
  public:
    /** Kind of a token. */
    enum class Token : uint8_t
    {
        END,
        WORD,    //!< a letter or _, then letters, digits and _
        INTEGER, //!< digits, or - and digits
        MARK     //!< any other character
    };

    /** @param path path of the file, for errors @param text contents; must outlive this */
    GoalScanner(const std::string& path, std::string_view text);

    /** @return kind of the next token */
    Token Peek() const
    {
        return m_token;
    }

    /** @return text of the next token */
    std::string_view PeekText() const
    {
        return m_text.substr(m_begin, m_end - m_begin);
    }

    /** @return line number of the next token, from 1 */
    uint64_t PeekLine() const
    {
        return m_line;
    }

    /** @return line number of the token taken last */
    uint64_t GetLine() const
    {
        return m_takenLine;
    }

    /** @param text text to compare with @return true if the next token has this text */
    bool IsNext(std::string_view text) const
    {
        return m_token != Token::END && PeekText() == text;
    }

    /** Takes the next token. @return its text */
    std::string_view Take();

    /**
     * Takes the next token if it has a given text.
     *
     * @param text expected text
     * @return true if the token was taken
     */
    bool TakeIf(std::string_view text);

    /** Takes the next token; throws unless it has a given text. @param text expected text */
    void Expect(std::string_view text);

    /**
     * Takes a word; throws if there is none.
     *
     * @param what meaning of the word, for the error
     * @return the word
     */
    std::string_view ExpectWord(const char* what);

    /**
     * Takes a number.
     *
     * @param key name of the number, for the error
     * @param min smallest allowed value
     * @param max largest allowed value
     * @return the number
     */
    uint64_t ExpectUnsigned(const char* key, uint64_t min, uint64_t max);

    /** Throws if the line of the token taken last has more tokens. */
    void ExpectLineEnd() const;

    /**
     * Throws an error at the token taken last.
     *
     * @param key name of the wrong item
     * @param problem description of the error
     */
    [[noreturn]] void Fail(const std::string& key, const std::string& problem) const;

    /**
     * Throws an error at a line.
     *
     * @param line line number, from 1
     * @param key name of the wrong item
     * @param problem description of the error
     */
    [[noreturn]] void FailAt(uint64_t line,
                             const std::string& key,
                             const std::string& problem) const;

    /** Throws an error at the next token. @param expected description of the allowed tokens */
    [[noreturn]] void FailNext(const std::string& expected) const;

  private:
    /** Finds the next token. */
    void Advance();
    /** Skips white space and comments. */
    void SkipSpace();

    const std::string& m_path; //!< path of the file, for errors
    std::string_view m_text;
    size_t m_begin{0};         //!< begin of the next token in m_text
    size_t m_end{0};           //!< end of the next token in m_text
    uint64_t m_line{1};        //!< line number of the next token
    uint64_t m_takenLine{1};   //!< line number of the token taken last
    Token m_token{Token::END}; //!< kind of the next token
};

} // namespace ns3

#endif // AI_FABRIC_GOAL_SCANNER_H
