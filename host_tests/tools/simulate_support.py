"""What the tests of tools/simulate share."""

import csv
import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIMULATE = ROOT / "tools" / "simulate"
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools"))


def script(name):
    """tools/<name>, a command, as a module."""
    loader = importlib.machinery.SourceFileLoader(name, str(ROOT / "tools" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def run(words, **options):
    """A run of the command, by the interpreter of the test; `words` are its arguments, as one text or a list."""
    words = words.split() if isinstance(words, str) else words
    return subprocess.run([sys.executable, SIMULATE, *map(str, words)], capture_output=True, text=True, **options)


def table(text):
    """(names of the columns, rows of texts)."""
    lines = list(csv.reader(text.splitlines()))
    return lines[0], lines[1:]


class FolderTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def numbers_after(self, label, done):
        """The numbers in the line of a summary that begins with `label`."""
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.startswith(label)]
        self.assertEqual(len(lines), 1, f"{label} in {done.stdout}{done.stderr}")
        found = []
        for word in lines[0][len(label):].replace(",", " ").replace(";", " ").split():
            try:
                found.append(float(word))
            except ValueError:
                pass
        return found

    def assert_near(self, value, wanted, relative):
        self.assertLess(abs(value - wanted), relative * abs(wanted), f"{value} is not {wanted}")
