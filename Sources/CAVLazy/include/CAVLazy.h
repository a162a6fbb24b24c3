// FFmpeg's libraries, loaded on first need. Linked, they would cost every start 40 ms and 25 MB and be needed even by
// those who never play what only they decode; so nothing here may name one of their functions other than by its type,
// and the linker proves it. Macros, types and struct offsets are those of the headers this was compiled with: therefore
// only libraries of the same major versions are loaded.
#ifndef CAVLAZY_H
#define CAVLAZY_H

#include "CLazyLibrary.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <stdbool.h>
#include <stddef.h>

#define CAV_UTIL(X)                                                                                                    \
  X(av_malloc) X(av_freep) X(av_max_alloc) X(av_log_set_level) X(av_dict_set) X(av_dict_get) X(av_dict_free)           \
  X(av_frame_alloc) X(av_frame_free)
#define CAV_CODEC(X)                                                                                                   \
  X(avcodec_find_decoder) X(avcodec_alloc_context3) X(avcodec_free_context) X(avcodec_parameters_to_context)           \
  X(avcodec_open2) X(avcodec_send_packet) X(avcodec_receive_frame) X(avcodec_flush_buffers)                            \
  X(av_packet_alloc) X(av_packet_free) X(av_packet_unref) X(av_packet_get_side_data)
#define CAV_FORMAT(X)                                                                                                  \
  X(av_find_input_format) X(avformat_alloc_context) X(avformat_open_input) X(avformat_close_input) X(av_read_frame)    \
  X(av_seek_frame) X(avio_alloc_context) X(avio_context_free)                                                          \
  X(avformat_index_get_entries_count) X(avformat_index_get_entry)

/// The functions that cans calls, each under its own name.
struct cav_functions {
  CAV_UTIL(CANS_LAZY_FIELD) CAV_CODEC(CANS_LAZY_FIELD) CAV_FORMAT(CANS_LAZY_FIELD)
};

/// The file names of the three libraries, as dlopen(3) takes them.
struct cav_sonames {
  const char *_Nonnull util, *_Nonnull codec, *_Nonnull format;
};

/// The names of the libraries that fit the headers.
struct cav_sonames cav_sonames_of_headers(void);

/// What the package of libavformat is called in Debian and Ubuntu; it brings the other two.
const char *_Nonnull cav_package_of_headers(void);

/// Loads the libraries, fills in `functions` and silences the libraries' log. They stay loaded until the process ends.
///
/// Returns false where a library or a function is missing, and then says in `reason` which.
bool cav_load(struct cav_sonames sonames, struct cav_functions *_Nonnull functions, char *_Nonnull reason, size_t room);

// Macros that Swift does not import.
enum {
  CAV_TRY_AGAIN = AVERROR(EAGAIN),
  CAV_NO_ACCESS = AVERROR(EACCES),
  CAV_READ_FAILED = AVERROR(EIO),
  CAV_END = AVERROR_EOF,
  CAV_STOP = AVERROR_EXIT,
};
static const int64_t CAV_NO_TIME = AV_NOPTS_VALUE;

#endif
