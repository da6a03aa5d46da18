// SPDX-License-Identifier: GPL-2.0-only
//
// One search over pages and API, with passages, which works for pages opened from disk, too. PAGES and CLASSES are
// in search-data.js, which utils/site_pages.py writes; without it Sphinx's own list stays.
"use strict";
(() => {
  const query = new URLSearchParams(location.search).get("q") || "";
  // A plural finds the singular.
  const terms = query.toLowerCase().split(/\s+/).filter((word) => word).map((word) => word.replace(/(..)s$/, "$1"));
  if (!terms.length || typeof PAGES === "undefined") return;
  const count = (text) => terms.filter((term) => text.includes(term)).length;
  const add = (parent, tag, text, name) => {
    const child = parent.appendChild(document.createElement(tag));
    if (text) child.textContent = text;
    if (name) child.className = name;
    return child;
  };
  // Pages that have all words: words in the name or title count most, then the share and number of passages with them.
  const score = (page, passages) => {
    const texts = passages.map(([text]) => text.toLowerCase());
    let points = 0;
    for (const term of terms) {
      const found = texts.filter((text) => text.includes(term)).length;
      if (!found) return 0;
      points += 10 * Math.log(1 + found) + 30 * texts[0].includes(term) + 20 * page.includes(term);
    }
    const all = texts.filter((text) => count(text) === terms.length).length;
    const any = texts.filter((text) => count(text) > 0).length;
    return points + 15 * Math.log(1 + all) + 60 * any / texts.length;
  };
  // The first passage with most of the words, cut around the first of them, best of a section that is called so.
  const excerpt = (passages) => {
    const titles = passages.filter(([text, , isTitle]) => isTitle && count(text.toLowerCase()));
    const called = new Set(titles.map(([, anchor]) => anchor));
    const worth = ([text, anchor, isTitle]) => 2 * count(text.toLowerCase()) - isTitle + called.has(anchor);
    const best = Math.max(...passages.map(worth));
    const [text, anchor] = passages.find((passage) => worth(passage) === best);
    const at = Math.min(...terms.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0));
    const start = at > 100 ? text.lastIndexOf(" ", at - 80) + 1 : 0;
    const cut = (start ? "... " : "") + text.slice(start, start + 220) + (text.length > start + 220 ? " ..." : "");
    return [cut, anchor];
  };
  const listPages = (box) => {
    const found = Object.entries(PAGES).map(([page, passages]) => [score(page, passages), page, passages]);
    const fitting = found.filter(([points]) => points > 0).sort((a, b) => b[0] - a[0]);
    if (!fitting.length) {
      add(box, "p", "No page has all of these words.");
      return;
    }
    const list = add(box, "ul", "", "search");
    for (const [, page, passages] of fitting.slice(0, 20)) {
      const item = add(list, "li");
      const [text, anchor] = excerpt(passages);
      const section = passages.find(([, at, isTitle]) => isTitle && at === anchor);
      add(item, "a", passages[0][0]).href = page + ".html";
      if (section && section !== passages[0]) {
        item.append(" \u203a ");
        add(item, "a", section[0]).href = page + ".html#" + anchor;
      }
      add(item, "p", text, "context");
    }
  };
  const listClasses = (box) => {
    const found = CLASSES.filter(([name, , brief]) => count((name + " " + brief).toLowerCase()) === terms.length);
    if (!found.length) return;
    const inName = ([name]) => count(name.toLowerCase());
    found.sort((a, b) => inName(b) - inName(a) || a[0].length - b[0].length || (a[0] < b[0] ? -1 : 1));
    add(box, "h2", "Classes of the API");
    const list = add(box, "ul", "", "search");
    for (const [name, page, brief] of found.slice(0, 20)) {
      const item = add(list, "li");
      add(item, "a", name).href = "api/" + page;
      add(item, "p", brief, "context");
    }
  };
  document.addEventListener("DOMContentLoaded", () => {
    const old = document.getElementById("search-results");
    old.style.display = "none";
    const box = add(old.parentNode, "div");
    box.id = "found";
    listPages(box);
    listClasses(box);
  });
})();
