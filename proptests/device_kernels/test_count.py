"""The count of kernels catches what it must: each test plants one fault and sees it named."""

import pathlib
import struct
import unittest
from unittest import mock

import count
import objects
import table


def page_for(names, number=None):
    lines = [f"{len(names) if number is None else number} kernels, sm_90a, nvcc 1.2.3; 9 seconds", ""]
    lines += [f"| `{name}` | 64 | 1024 | 0 | 1,000 |" for name in names]
    lines += ["", "| `kernels_row.cu` | 4 | 12 |"]
    return "text 7 kernels, sm_80\n" + "\n".join([table.BEGIN, *lines, table.END]) + "\nmore\n"


def mangled(number):
    name = f"made_{number}_kernel"
    return f"_ZN6exactk6device{len(name)}{name}IjLb0EEEvi"


def title(number):
    return f"made_{number}_kernel<unsigned int, false>"


class Count(unittest.TestCase):
    def check(self, page, per_object):
        found = {pathlib.Path(f"{number}.o"): (set(names), {90}) for number, names in enumerate(per_object)}
        with mock.patch.object(objects, "kernels_of_object", found.__getitem__):
            return count.check(page, list(found))

    def faults(self, page, per_object):
        return "\n".join(self.check(page, per_object)[0])

    def test_what_is_right_passes(self):
        names = [mangled(number) for number in range(96)]
        page = page_for([title(number) for number in range(96)])
        self.assertEqual(self.check(page, [names[:50], names[50:], []]), ([], 96, {90}))

    def test_too_many_kernels(self):
        names = [mangled(number) for number in range(97)]
        self.assertIn("97 kernels an architecture, more than 96",
                      self.faults(page_for([title(number) for number in range(97)]), [names]))

    def test_another_number_on_the_page(self):
        self.assertIn("says [3] of the number of kernels, the objects have 2",
                      self.faults(page_for([title(0), title(1)], 3), [[mangled(0), mangled(1)]]))

    def test_another_kernel_on_the_page(self):
        said = self.faults(page_for([title(0), title(2)]), [[mangled(0), mangled(1)]])
        self.assertIn(f"{title(1)} is in the objects, not on the page", said)
        self.assertIn(f"{title(2)} is in docs/device.md, not in the objects", said)

    def test_a_page_without_its_table(self):
        self.assertIn("says nothing of the number of kernels", self.faults("nothing", [[mangled(0)]]))

    def test_a_kernel_in_two_objects(self):
        self.assertIn("has kernels that another object has too",
                      self.faults(page_for([title(0)]), [[mangled(0)], [mangled(0)]]))

    def test_no_kernel_is_no_count(self):
        self.assertIn("no kernel was found in 1 objects", self.faults(page_for([]), [[]]))


def container(entries):
    """A container of device code with entries (kind, architecture, flags, content)."""
    body = b""
    for kind, architecture, flags, content in entries:
        header = struct.pack("<HHIQIIIIQQ", kind, 0, 64, len(content), 0, 0, 0, architecture, 0, flags)
        body += header.ljust(64, b"\0") + content
    return struct.pack("<IHHQ", objects.FATBIN_MAGIC, 1, 16, len(body)) + body


class Containers(unittest.TestCase):
    def test_entries_are_read_with_their_architectures(self):
        data = container([(2, 90, 0, objects.ELF_MAGIC + b"...."), (2, 80, 0x8000, b"packed..")]) + bytes(16)
        data += container([(1, 80, 0, b".version")])
        read = objects.entries(data)
        self.assertEqual([(entry.kind, entry.architecture, entry.compressed) for entry in read],
                         [(2, 90, False), (2, 80, True), (1, 80, False)])

    def test_something_else_is_named(self):
        with self.assertRaisesRegex(objects.Malformed, "no container of device code at byte 0"):
            objects.entries(b"x" * 64)

    def test_names_are_whole_strings_of_constant_data(self):
        parts = [(".rodata.str1.8", b"_Z3onev\0text _Z3twov\0_Z5threev\0"), (".data", b"\0_Z4fourv\0")]
        self.assertEqual(objects.registered_kernels(parts), {"_Z3onev", "_Z5threev"})

    def test_other_kernels_in_the_device_code_than_registered(self):
        path = mock.Mock()
        fatbin = container([(2, 90, 0, objects.ELF_MAGIC)])
        with mock.patch.object(objects, "sections", side_effect=[
                [(".rodata", b"_Z3onev\0"), (".nv_fatbin", fatbin)], [(".text._Z3onev", b"x"), (".text._Z3twov", b"x")],
                [(".text._Z3onev", b"x"), (".text._Z3twov", b"x")]]):
            with self.assertRaisesRegex(objects.Malformed, "sm_90 has other kernels .*_Z3twov"):
                objects.kernels_of_object(path)


if __name__ == "__main__":
    unittest.main()
