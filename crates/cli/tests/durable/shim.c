/* LD_PRELOAD library that logs the disk operations of the server and simulates failures. It appends every change in the
 * folder SHIM_FOLDER to the file SHIM_LOG, so that a test can compute the files after a power cut. Control files beside the
 * folder simulate failures while they exist:
 *
 * FOLDER.full      writes fail with ENOSPC
 * FOLDER.torn      writes stop half-way and fail with EIO
 * FOLDER.unsynced  syncs fail with EIO
 * FOLDER.readonly  opening for writing, writing, truncating, creating folders and removing files fail with EROFS
 *
 * SHIM_FOLDER can also be a single file. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define MAX_FDS 65536

static char *paths[MAX_FDS];
static int log_fd = -1;
static char folder[PATH_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*real_pwrite64)(int, const void *, size_t, off64_t);
static ssize_t (*real_write)(int, const void *, size_t);
static int (*real_ftruncate64)(int, off64_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_unlink)(const char *);
static int (*real_mkdir)(const char *, mode_t);
static int (*real_close)(int);
static int (*real_open64)(const char *, int, ...);

__attribute__((constructor)) static void begin(void) {
    real_pwrite64 = dlsym(RTLD_NEXT, "pwrite64");
    real_write = dlsym(RTLD_NEXT, "write");
    real_ftruncate64 = dlsym(RTLD_NEXT, "ftruncate64");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_unlink = dlsym(RTLD_NEXT, "unlink");
    real_mkdir = dlsym(RTLD_NEXT, "mkdir");
    real_close = dlsym(RTLD_NEXT, "close");
    real_open64 = dlsym(RTLD_NEXT, "open64");
    const char *name = getenv("SHIM_FOLDER");
    const char *log = getenv("SHIM_LOG");
    if (!name || !log || !realpath(name, folder)) return;
    log_fd = real_open64(log, O_CREAT | O_WRONLY | O_APPEND, 0600);
}

static int fails(const char *how) {
    char path[PATH_MAX + 16];
    struct stat found;
    if (log_fd < 0) return 0;
    snprintf(path, sizeof path, "%s.%s", folder, how);
    return stat(path, &found) == 0;
}

static const char *watched(int fd) { return fd >= 0 && fd < MAX_FDS ? paths[fd] : NULL; }

/* Appends a record to the log: kind, length of the name, offset, length of the data, name, data. */
static void log_change(char kind, const char *path, int64_t offset, const void *data, uint64_t length) {
    if (log_fd < 0) return;
    /* The folder itself has an empty name. Its sync makes removals durable. */
    const char *name = path[strlen(folder)] ? path + strlen(folder) + 1 : "";
    uint32_t name_length = strlen(name);
    size_t size = 1 + 4 + 8 + 8 + name_length + length;
    char *record = malloc(size), *at = record;
    *at++ = kind;
    memcpy(at, &name_length, 4), at += 4;
    memcpy(at, &offset, 8), at += 8;
    memcpy(at, &length, 8), at += 8;
    memcpy(at, name, name_length), at += name_length;
    if (length) memcpy(at, data, length);
    if (real_write(log_fd, record, size) != (ssize_t)size) abort();
    free(record);
}

static int inside(const char *full) {
    size_t length = strlen(folder);
    return !strncmp(full, folder, length) && (full[length] == '/' || !full[length]);
}

/* Reports whether a path is read-only. The path does not need to exist. */
static int readonly(const char *path) {
    char full[PATH_MAX], parent[PATH_MAX];
    if (!fails("readonly")) return 0;
    if (realpath(path, full)) return inside(full);
    snprintf(parent, sizeof parent, "%s", path);
    return realpath(dirname(parent), full) && inside(full);
}

static int readonly_error(void) {
    errno = EROFS;
    return -1;
}

static int opened(int fd, const char *path) {
    char full[PATH_MAX];
    if (fd >= 0 && fd < MAX_FDS && log_fd >= 0 && realpath(path, full) && inside(full)) {
        pthread_mutex_lock(&lock);
        free(paths[fd]);
        paths[fd] = strdup(full);
        pthread_mutex_unlock(&lock);
    }
    return fd;
}

#define OPEN(name)                                                       \
    int name(const char *path, int flags, ...) {                         \
        va_list rest;                                                    \
        va_start(rest, flags);                                           \
        mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;        \
        va_end(rest);                                                    \
        int writes = (flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT; \
        if (writes && readonly(path)) return readonly_error();           \
        return opened(real_open64(path, flags, mode), path);             \
    }
OPEN(open)
OPEN(open64)

int close(int fd) {
    if (fd >= 0 && fd < MAX_FDS && paths[fd]) {
        pthread_mutex_lock(&lock);
        free(paths[fd]);
        paths[fd] = NULL;
        pthread_mutex_unlock(&lock);
    }
    return real_close(fd);
}

static ssize_t write_at(int fd, const void *data, size_t size, off64_t offset) {
    const char *path = watched(fd);
    if (!path) return real_pwrite64(fd, data, size, offset);
    if (fails("readonly")) return readonly_error();
    if (fails("full")) {
        errno = ENOSPC;
        return -1;
    }
    if (fails("torn") && size > 1) {
        real_pwrite64(fd, data, size / 2, offset);
        errno = EIO;
        return -1;
    }
    pthread_mutex_lock(&lock);
    ssize_t done = real_pwrite64(fd, data, size, offset);
    if (done > 0) log_change('W', path, offset, data, done);
    pthread_mutex_unlock(&lock);
    return done;
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return write_at(fd, data, size, offset); }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) { return write_at(fd, data, size, offset); }

static int truncate_file(int fd, off64_t size) {
    const char *path = watched(fd);
    if (!path) return real_ftruncate64(fd, size);
    if (fails("readonly")) return readonly_error();
    pthread_mutex_lock(&lock);
    int done = real_ftruncate64(fd, size);
    if (!done) log_change('T', path, size, NULL, 0);
    pthread_mutex_unlock(&lock);
    return done;
}
int ftruncate(int fd, off_t size) { return truncate_file(fd, size); }
int ftruncate64(int fd, off64_t size) { return truncate_file(fd, size); }

static int sync_with(int (*real)(int), int fd) {
    const char *path = watched(fd);
    if (!path) return real(fd);
    if (fails("unsynced")) {
        errno = EIO;
        return -1;
    }
    pthread_mutex_lock(&lock);
    log_change('S', path, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return 0; /* Does not sync the real disk: the test computes from the log which data is safe. */
}
int fsync(int fd) { return sync_with(real_fsync, fd); }
int fdatasync(int fd) { return sync_with(real_fdatasync, fd); }

int mkdir(const char *path, mode_t mode) { return readonly(path) ? readonly_error() : real_mkdir(path, mode); }

int unlink(const char *path) {
    char full[PATH_MAX];
    int noted = log_fd >= 0 && realpath(path, full) && inside(full);
    if (readonly(path)) return readonly_error();
    int done = real_unlink(path);
    if (!done && noted) {
        pthread_mutex_lock(&lock);
        log_change('U', full, 0, NULL, 0);
        pthread_mutex_unlock(&lock);
    }
    return done;
}
