// Loaded before the C library, makes the second rename of a program fail as if the disk had a fault.
// Spec: contract/C18. Layer: proptests/cli.
#include <cerrno>

#include <fcntl.h>
#include <stdio.h>

extern "C" int rename(const char *from, const char *to) noexcept {
    static int calls = 0;
    if (++calls == 2) {
        errno = EIO;
        return -1;
    }
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}
