/* Stands between the server and the disk. Every change of a file in the folder SHIM_FOLDER is written to the file SHIM_LOG
 * in the order in which it happens, so that a test can work out what a power cut would have left. Files beside the folder
 * make the disk fail: FOLDER.full lets it be full, FOLDER.torn lets writes stop half-way, FOLDER.unsynced lets syncing
 * fail, FOLDER.readonly lets nothing be written, made or removed. FOLDER can also be a single file. */
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

#define MOST 65536

static char *paths[MOST];
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

static const char *watched(int fd) { return fd >= 0 && fd < MOST ? paths[fd] : NULL; }

/* kind, length of the name, offset, length of the data, name, data */
static void note(char kind, const char *path, int64_t offset, const void *data, uint64_t length) {
    if (log_fd < 0) return;
    /* The folder itself, whose syncing makes removals safe, has no name. */
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

/* Whether a path can only be read, also one at which nothing is yet. */
static int readonly(const char *path) {
    char full[PATH_MAX], parent[PATH_MAX];
    if (!fails("readonly")) return 0;
    if (realpath(path, full)) return inside(full);
    snprintf(parent, sizeof parent, "%s", path);
    return realpath(dirname(parent), full) && inside(full);
}

static int refused(void) {
    errno = EROFS;
    return -1;
}

static int opened(int fd, const char *path) {
    char full[PATH_MAX];
    if (fd >= 0 && fd < MOST && log_fd >= 0 && realpath(path, full) && inside(full)) {
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
        if (writes && readonly(path)) return refused();                  \
        return opened(real_open64(path, flags, mode), path);             \
    }
OPEN(open)
OPEN(open64)

int close(int fd) {
    if (fd >= 0 && fd < MOST && paths[fd]) {
        pthread_mutex_lock(&lock);
        free(paths[fd]);
        paths[fd] = NULL;
        pthread_mutex_unlock(&lock);
    }
    return real_close(fd);
}

static ssize_t put(int fd, const void *data, size_t size, off64_t offset) {
    const char *path = watched(fd);
    if (!path) return real_pwrite64(fd, data, size, offset);
    if (fails("readonly")) return refused();
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
    if (done > 0) note('W', path, offset, data, done);
    pthread_mutex_unlock(&lock);
    return done;
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return put(fd, data, size, offset); }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) { return put(fd, data, size, offset); }

static int cut(int fd, off64_t size) {
    const char *path = watched(fd);
    if (!path) return real_ftruncate64(fd, size);
    if (fails("readonly")) return refused();
    pthread_mutex_lock(&lock);
    int done = real_ftruncate64(fd, size);
    if (!done) note('T', path, size, NULL, 0);
    pthread_mutex_unlock(&lock);
    return done;
}
int ftruncate(int fd, off_t size) { return cut(fd, size); }
int ftruncate64(int fd, off64_t size) { return cut(fd, size); }

static int sync_with(int (*real)(int), int fd) {
    const char *path = watched(fd);
    if (!path) return real(fd);
    if (fails("unsynced")) {
        errno = EIO;
        return -1;
    }
    pthread_mutex_lock(&lock);
    note('S', path, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return 0; /* The test decides what is safe; the disk needs not be troubled. */
}
int fsync(int fd) { return sync_with(real_fsync, fd); }
int fdatasync(int fd) { return sync_with(real_fdatasync, fd); }

int mkdir(const char *path, mode_t mode) { return readonly(path) ? refused() : real_mkdir(path, mode); }

int unlink(const char *path) {
    char full[PATH_MAX];
    int noted = log_fd >= 0 && realpath(path, full) && inside(full);
    if (readonly(path)) return refused();
    int done = real_unlink(path);
    if (!done && noted) {
        pthread_mutex_lock(&lock);
        note('U', full, 0, NULL, 0);
        pthread_mutex_unlock(&lock);
    }
    return done;
}
