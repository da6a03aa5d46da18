# SPDX-License-Identifier: GPL-2.0-only
"""Options of htsim's programs: a word with a hyphen and the values behind it."""

from common import Place, describe_time, suggest

PLACE = Place("command line")
FLOWLETS = (
    "There a flow takes the port with the least load by -ar_method; after a pause of "
    "-ar_sticky_delta it may move to a less loaded port. Here it draws a new port."
)


class Options:
    """Options behind the matrix on the command line.

    known: options of the program with their numbers of values. optional: values behind which one more
    word may stand, a number.
    """

    def __init__(self, words, known, optional=()):
        self.values = {}
        self.order = []
        words = list(words)
        while words:
            name = words.pop(0)
            if name not in known:
                allowed = f"{', '.join(known)}{suggest(name, known)}"
                PLACE.fail(name, f"unknown option; expected one of {allowed}")
            count = known[name]
            if len(words) < count:
                PLACE.fail(name, f"expected {count} values behind it")
            values = [words.pop(0) for _ in range(count)]
            if values and values[0] in optional and words and words[0] not in known:
                values.append(words.pop(0))
                PLACE.real(name, values[1], 0, 100)
            self.values[name] = values
            self.order.append(name)

    def has(self, name):
        """Whether an option is given."""
        return name in self.values

    def text(self, name, default=""):
        """The first value of an option."""
        return self.values.get(name, [default])[0]

    def whole(self, name, default, low=0, high=2**40, which=0):
        """A whole number."""
        if not self.has(name):
            return default
        return PLACE.whole(name, self.values[name][which], low, high)

    def real(self, name, default, low=0.0, high=1e12):
        """A number."""
        if not self.has(name):
            return default
        return PLACE.real(name, self.text(name), low, high)

    def choice(self, name, default, allowed):
        """One of some words."""
        word = self.text(name, default)
        if word not in allowed:
            PLACE.fail(name, f"is {word}; expected one of {', '.join(allowed)}")
        return word


def make_flowlets(options):
    """The path selector of switches that move a flow when it paused."""
    gap = round(options.real("-ar_sticky_delta", 10.0) * 10**6)
    return {"type": "flowlet", "gap": describe_time(gap)}


