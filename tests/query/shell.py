# SPDX-License-Identifier: BSD-3-Clause
"""`weft query -i` at a terminal: what somebody sees who types."""
import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

PROMPT, MORE = "weft> ", "  ... "
# Its first row tells that it runs.
NEVER = "SELECT 1 AS one UNION ALL SELECT count(*) FROM events AS a, events AS b, events AS c;"
FIRST, ROW = '{"one":1}\n', "one\n---\n  1\n"
CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\r")


class Terminal:
    """A program at a terminal of its own, whose lines are so long that none is broken."""

    def __init__(self, command, home):
        self.screen, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
        self.program = subprocess.Popen(
            list(map(str, command)), stdin=inside, stdout=inside, stderr=inside, close_fds=True,
            env=dict(os.environ, HOME=str(home), TERM="xterm", LC_ALL="C.UTF-8"), preexec_fn=lambda: self.own(inside))
        os.close(inside)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.raw = self.shown = ""

    @staticmethod
    def own(terminal):
        """Ctrl-C is for those whose terminal it is."""
        os.setsid()
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)

    def see(self, more):
        """Letters and what moves the cursor may come in pieces."""
        self.raw += self.decoder.decode(more)
        begun = re.search(r"\x1b(\[[0-9;?]*)?$", self.raw)
        end = begun.start() if begun else len(self.raw)
        self.shown += CONTROL.sub("", self.raw[:end])
        self.raw = self.raw[end:]

    def until(self, text, seconds=120):
        """What is shown until a text comes; all there is if it does not."""
        end = time.monotonic() + seconds
        while text not in self.shown and time.monotonic() < end:
            if not select.select([self.screen], [], [], 0.2)[0]:
                continue
            try:
                self.see(os.read(self.screen, 4096))
            except OSError:  # nobody is there any more
                break
        place = self.shown.find(text)
        end = place + len(text) if place >= 0 else len(self.shown)
        found, self.shown = self.shown[:end], self.shown[end:]
        return found

    def type(self, keys, until="\n" + PROMPT):
        """What is shown from then on; a prompt begins a line, unlike one that is shown again with what is being typed."""
        os.write(self.screen, keys.encode())
        return self.until(until)

    def end(self, keys):
        """Its exit status. Between showing a prompt and looking at keys one by one, Ctrl-D is nothing: nobody types so
        fast, but for us."""
        for _ in range(40):
            try:
                os.write(self.screen, keys.encode())
            except OSError:  # it has ended just now
                pass
            try:
                return self.program.wait(timeout=3)
            except subprocess.TimeoutExpired:
                self.until("nothing", seconds=0.1)
        self.program.kill()
        self.program.wait()
        return "it goes on"


def check_shell(report, program, trace, home):
    home.mkdir()
    problems = []

    def expect(what, *wanted, shown):
        problems.extend(f"{what}: {text!r} is not in {shown!r}" for text in wanted if text not in shown)

    shell = Terminal([program, "query", "-i", trace, "--format", "csv"], home)
    expect("a prompt", PROMPT, shown=shell.until(PROMPT))
    expect("a statement", "five\n5\n", shown=shell.type("SELECT 5 AS five;\r"))
    expect("its first line", MORE, shown=shell.type("SELECT 6\r", "\n" + MORE))
    expect("its second line", "six\n6\n", shown=shell.type("AS six;\r"))
    expect("a mistake", 'near "SELEC": syntax error', PROMPT, shown=shell.type("SELEC;\r"))
    expect("a command", "formats are", shown=shell.type(".format nothing\r"))
    expect("another one", PROMPT, shown=shell.type(".format json\r"))
    expect("its effect", '{"seven":7}', shown=shell.type("SELECT 7 AS seven;\r"))
    expect("Ctrl-C in a line", PROMPT, shown=shell.type("SELECT nonsense\x03"))
    expect("and after it", '{"eight":8}', shown=shell.type("SELECT 8 AS eight;\r"))
    shell.type("SELECT\r", "\n" + MORE)
    expect("Ctrl-C in a second line", PROMPT, shown=shell.type("nonsense\x03"))
    expect("and after it", '{"nine":9}', shown=shell.type("SELECT 9 AS nine;\r"))
    expect("a long statement", NEVER, FIRST, shown=shell.type(NEVER + "\r", FIRST))
    expect("Ctrl-C in it", "interrupted", PROMPT, shown=shell.type("\x03"))
    expect("the statement before", '{"nine":9}', shown=shell.type("\x1b[A\x1b[A\r"))
    expect("umlauts", '{"word":"grün"}', shown=shell.type("SELECT 'grün' AS word;\r"))
    status = shell.end("\x04")
    problems += [f"Ctrl-D: exit {status}"] * (status != 0)
    # Another conversation knows what the one before was about.
    shell = Terminal([program, "query", "-i", trace, "--format", "csv"], home)
    shell.until(PROMPT)
    expect("history", "grün", shown=shell.type("\x1b[A\r"))
    shell.type(".format table\r")
    expect("a row that is shown before the last", ROW, shown=shell.type(NEVER + "\r", ROW))
    shell.type("\x03")
    status = shell.end(".quit\r")
    problems += [f".quit: exit {status}"] * (status != 0)
    report.add("a conversation at a terminal", problems)
