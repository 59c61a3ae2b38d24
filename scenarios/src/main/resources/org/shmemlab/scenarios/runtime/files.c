/* Files of the C library (ISO C 17, 7.21) and of POSIX over the descriptors of the run-time system.
   A stream is the number of its descriptor plus 1; nothing is buffered. A program's own definition of one
   of these comes first. */
#include <errno.h>
#include <fcntl.h>
#include <shmemlab/own.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OURS __attribute__((weak))

int __shmemlab_scan(const char *text, const char *format, va_list to, const char **end);

/* A result that says what went wrong as one that says only that. */
static long checked(long result) {
  if (result >= 0) return result;
  errno = (int)-result;
  return -1;
}
static int number(FILE *stream) {
  long value = (long)stream;
  return value <= 2 ? (int)value : value == 3 ? 0 : (int)value - 1;
}

/* ---- descriptors */

OURS int open(const char *path, int flags, ...) { return (int)checked(__file_open(path, flags)); }
OURS int open64(const char *path, int flags, ...) { return (int)checked(__file_open(path, flags)); }
OURS int creat(const char *path, mode_t mode) {
  return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}
OURS int close(int file) { return (int)checked(__file_close(file)); }
OURS ssize_t read(int file, void *to, size_t bytes) { return checked(__file_read(file, to, bytes)); }
OURS ssize_t write(int file, const void *from, size_t bytes) {
  return checked(__file_write(file, from, bytes));
}
OURS off_t lseek(int file, off_t offset, int from) { return checked(__file_seek(file, offset, from)); }
OURS off_t lseek64(int file, off_t offset, int from) { return lseek(file, offset, from); }
OURS ssize_t pread(int file, void *to, size_t bytes, off_t offset) {
  long before = __file_seek(file, 0, SEEK_CUR), done = __file_seek(file, offset, SEEK_SET);
  if (done >= 0) done = __file_read(file, to, bytes);
  __file_seek(file, before, SEEK_SET);
  return checked(done);
}
OURS ssize_t pwrite(int file, const void *from, size_t bytes, off_t offset) {
  long before = __file_seek(file, 0, SEEK_CUR), done = __file_seek(file, offset, SEEK_SET);
  if (done >= 0) done = __file_write(file, from, bytes);
  __file_seek(file, before, SEEK_SET);
  return checked(done);
}
OURS int fsync(int file) { return 0; }
OURS int isatty(int file) { return 0; }

/* ---- names */

static int fill(struct stat *facts, long size) {
  int folder = size == (-9223372036854775807L - 1);
  if (!folder && size < 0) return (int)checked(size);
  memset(facts, 0, sizeof *facts);
  facts->st_mode = folder ? S_IFDIR | 0755 : S_IFREG | 0644;
  facts->st_nlink = 1;
  facts->st_size = folder ? 4096 : size;
  facts->st_blksize = 4096;
  facts->st_blocks = (facts->st_size + 511) / 512;
  return 0;
}
OURS int stat(const char *path, struct stat *facts) { return fill(facts, __file_size(path)); }
OURS int lstat(const char *path, struct stat *facts) { return fill(facts, __file_size(path)); }
OURS int fstat(int file, struct stat *facts) {
  if (file < 3) {
    memset(facts, 0, sizeof *facts);
    facts->st_mode = S_IFIFO | 0600;
    return 0;
  }
  return fill(facts, __file_bytes(file));
}
OURS int access(const char *path, int how) {
  struct stat facts;
  return stat(path, &facts);
}
OURS int remove(const char *path) { return (int)checked(__file_remove(path)); }
OURS int unlink(const char *path) { return (int)checked(__file_remove(path)); }
OURS int rmdir(const char *path) { return (int)checked(__file_remove(path)); }
OURS int mkdir(const char *path, mode_t mode) { return (int)checked(__file_make_folder(path)); }

/* ---- streams */

OURS FILE *fdopen(int file, const char *mode) {
  if (file < 0) {
    errno = EBADF;
    return NULL;
  }
  return (FILE *)(file == 0 ? 3L : file <= 2 ? (long)file : file + 1L);
}
OURS FILE *fopen(const char *path, const char *mode) {
  int update = strchr(mode, '+') != NULL;
  int flags = *mode == 'r' ? (update ? O_RDWR : O_RDONLY)
                           : (update ? O_RDWR : O_WRONLY) | O_CREAT | (*mode == 'a' ? O_APPEND : O_TRUNC);
  if (!strchr("rwa", *mode) || !*mode) {
    errno = EINVAL;
    return NULL;
  }
  if (strchr(mode, 'x')) flags |= O_EXCL;
  int file = (int)checked(__file_open(path, flags));
  return file < 0 ? NULL : (FILE *)(file + 1L);
}
OURS FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }
OURS int fclose(FILE *stream) { return checked(__file_close(number(stream))) < 0 ? EOF : 0; }
OURS int fileno(FILE *stream) { return number(stream); }
OURS size_t fread(void *to, size_t bytes, size_t count, FILE *stream) {
  if (bytes == 0 || count == 0) return 0;
  long got = __file_read(number(stream), to, bytes * count);
  return got < 0 ? 0 : (size_t)got / bytes;
}
OURS size_t fwrite(const void *from, size_t bytes, size_t count, FILE *stream) {
  if (bytes == 0 || count == 0) return 0;
  long done = checked(__file_write(number(stream), from, bytes * count));
  return done < 0 ? 0 : (size_t)done / bytes;
}
OURS int fgetc(FILE *stream) {
  unsigned char c;
  return __file_read(number(stream), &c, 1) == 1 ? c : EOF;
}
OURS int getc(FILE *stream) { return fgetc(stream); }
OURS int getchar(void) { return EOF; }
OURS int ungetc(int c, FILE *stream) {
  return c == EOF || __file_seek(number(stream), -1, SEEK_CUR) < 0 ? EOF : c;
}
OURS char *fgets(char *to, int room, FILE *stream) {
  if (room < 2) return NULL;
  return __file_line(number(stream), to, room) > 0 ? to : NULL;
}
OURS ssize_t getdelim(char **line, size_t *room, int end, FILE *stream) {
  size_t bytes = 0;
  int c = 0;
  while (c != end && (c = fgetc(stream)) != EOF) {
    if (!*line || bytes + 2 > *room) {
      size_t more = *line && *room ? 2 * *room : 120;
      char *larger = (char *)malloc(more);
      if (bytes) memcpy(larger, *line, bytes);
      free(*line);
      *line = larger;
      *room = more;
    }
    (*line)[bytes++] = (char)c;
  }
  if (bytes == 0) return -1;
  (*line)[bytes] = 0;
  return (ssize_t)bytes;
}
OURS ssize_t getline(char **line, size_t *room, FILE *stream) {
  return getdelim(line, room, '\n', stream);
}
OURS int feof(FILE *stream) { return (int)__file_state(number(stream), 0) & 1; }
OURS int ferror(FILE *stream) { return (int)__file_state(number(stream), 0) & 2; }
OURS void clearerr(FILE *stream) { __file_state(number(stream), 1); }
OURS int fseek(FILE *stream, long offset, int from) {
  return checked(__file_seek(number(stream), offset, from)) < 0 ? -1 : 0;
}
OURS int fseeko(FILE *stream, off_t offset, int from) { return fseek(stream, offset, from); }
OURS long ftell(FILE *stream) { return checked(__file_seek(number(stream), 0, SEEK_CUR)); }
OURS off_t ftello(FILE *stream) { return ftell(stream); }
OURS void rewind(FILE *stream) {
  __file_seek(number(stream), 0, SEEK_SET);
  __file_state(number(stream), 1);
}
OURS void perror(const char *message) {
  const char *what = strerror(errno);
  if (message && *message) fprintf(stderr, "%s: %s\n", message, what);
  else fprintf(stderr, "%s\n", what);
}

/* The rest of a file is scanned as a text. */
OURS int vfscanf(FILE *stream, const char *format, va_list to) {
  int file = number(stream);
  long at = __file_seek(file, 0, SEEK_CUR), rest = __file_bytes(file) - at;
  if (at < 0 || rest <= 0) {
    char none;
    __file_read(file, &none, 1); /* comes to the end */
    return EOF;
  }
  char *text = (char *)malloc((size_t)rest + 1);
  const char *end = text;
  text[__file_read(file, text, (size_t)rest)] = 0;
  int taken = __shmemlab_scan(text, format, to, &end);
  if (*end) __file_seek(file, at + (end - text), SEEK_SET);
  free(text);
  return taken;
}
OURS int fscanf(FILE *stream, const char *format, ...) {
  va_list to;
  va_start(to, format);
  int taken = vfscanf(stream, format, to);
  va_end(to);
  return taken;
}
OURS int __isoc99_fscanf(FILE *stream, const char *format, ...) {
  va_list to;
  va_start(to, format);
  int taken = vfscanf(stream, format, to);
  va_end(to);
  return taken;
}
OURS int __isoc23_fscanf(FILE *stream, const char *format, ...) {
  va_list to;
  va_start(to, format);
  int taken = vfscanf(stream, format, to);
  va_end(to);
  return taken;
}
/* There is no input. */
OURS int scanf(const char *format, ...) { return EOF; }
OURS int __isoc99_scanf(const char *format, ...) { return EOF; }
OURS int __isoc23_scanf(const char *format, ...) { return EOF; }
