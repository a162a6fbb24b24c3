// labguest: what the lab tests need done inside the guest, close to the sound card and with the guest's own clock.
//
//   labguest capture DEVICE PREFIX    records 48 kHz 16-bit stereo until SIGTERM: PREFIX.raw holds the frames,
//                                     PREFIX.stamps one line "TIME FRAMES" whenever more had arrived by TIME
//   labguest load PROCESSES           keeps the processors busy with so many processes until SIGTERM
//   labguest epoch RECORDING          prints the time at which frame 0 of a growing WAV file was recorded
//   labguest timeline STATUS STEP...  works the jack and the terminal, step by step, in the guest's time; prints after
//                                     each "STEP TIME STATE TRIGGERED HW_PTR": when it was done, and what STATUS, a
//                                     PCM's file below /proc/asound, says then. Steps: plug, unplug, status, wait:MS,
//                                     await:STATE, stop-terminal:PID and continue-terminal:PID (what Ctrl-S and Ctrl-Q
//                                     do), key:ARGUMENTS and input:ARGUMENTS, which are labctl's, with colons between
//                                     them, mpris:METHOD (Ping, PlayPause …), what a desktop calls, usb:plug and
//                                     usb:unplug, run:COMMAND for the shell, sound and silence, which wait until the
//                                     card's recording is that, ctl:MS, a request of the player's socket that has to be
//                                     answered in so many milliseconds, bluetooth:connect, by the computer, and
//                                     bluetooth:disconnect, by the headset, which returns two seconds after the sound
//                                     has lost its way to it
//   labguest pair                     pairs the computer with the lab's Bluetooth headset (servers/bluetooth)
//   labguest keyboard                 is a USB keyboard until SIGTERM, and prints its node; at every SIGUSR1 it types
//                                     the alphabet, at every SIGUSR2 it presses the key play/pause
//   labguest telephone                is the switches of a telephone until SIGTERM, and prints their node; every
//                                     SIGUSR2 flips the mute switch
//
// All times are CLOCK_MONOTONIC seconds.
#include <alsa/asoundlib.h>
#include <dirent.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <systemd/sd-bus.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { rate = 48000, channels = 2, longest = 180 };

static volatile sig_atomic_t stopped;

static void stop(int number) {
  (void)number;
  stopped = 1;
}

static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double now(void) { return seconds(CLOCK_MONOTONIC); }

static void pause_for(double duration) {
  struct timespec t = {(time_t)duration, (long)((duration - (double)(time_t)duration) * 1e9)};
  nanosleep(&t, NULL);
}

static void check(int code, const char *operation) {
  if (code < 0) {
    fprintf(stderr, "labguest: %s: %s\n", operation, snd_strerror(code));
    exit(1);
  }
}

static FILE *create(const char *prefix, const char *suffix) {
  char path[4096];
  snprintf(path, sizeof path, "%s%s", prefix, suffix);
  FILE *file = fopen(path, "wb");
  if (!file) {
    perror(path);
    exit(1);
  }
  return file;
}

static int capture(const char *device, const char *prefix) {
  struct stamp {
    double time;
    size_t frames;
  };
  size_t capacity = (size_t)rate * longest, count = 0, marks = 0, most = longest * 1000;
  int16_t *frames = malloc(capacity * channels * sizeof *frames);
  struct stamp *stamps = malloc(most * sizeof *stamps);
  snd_pcm_t *pcm;
  check(snd_pcm_open(&pcm, device, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK), device);
  check(snd_pcm_set_params(pcm, SND_PCM_FORMAT_S16_LE, SND_PCM_ACCESS_RW_INTERLEAVED, channels, rate, 0, 500000),
        "set parameters");
  // Ahead of the player, so that a busy guest cannot make a stamp late.
  struct sched_param priority = {.sched_priority = 80};
  sched_setscheduler(0, SCHED_FIFO, &priority);
  check(snd_pcm_start(pcm), "start");
  puts("recording");
  fflush(stdout);
  while (!stopped && count < capacity && marks < most) {
    pause_for(0.001);
    snd_pcm_sframes_t got = snd_pcm_readi(pcm, frames + count * channels, capacity - count);
    if (got == -EAGAIN || got == 0) continue;
    check((int)got, "read");
    count += (size_t)got;
    stamps[marks++] = (struct stamp){now(), count};
  }
  snd_pcm_close(pcm);
  FILE *raw = create(prefix, ".raw"), *times = create(prefix, ".stamps");
  fwrite(frames, sizeof *frames * channels, count, raw);
  for (size_t i = 0; i < marks; i++) fprintf(times, "%.6f %zu\n", stamps[i].time, stamps[i].frames);
  return fclose(raw) | fclose(times);
}

static int load(int processes) {
  pid_t children[64];
  if (processes < 1 || processes > 64) return 2;
  for (int i = 0; i < processes; i++) {
    children[i] = fork();
    if (children[i] < 0) {
      perror("fork");
      return 1;
    }
    volatile unsigned long turns = 0;
    if (children[i] == 0)
      while (!stopped) turns++;
    if (children[i] == 0) _exit(0);
  }
  puts("loaded");
  fflush(stdout);
  while (!stopped) pause_for(0.1);
  for (int i = 0; i < processes; i++) kill(children[i], SIGTERM);
  return 0;
}

// The recorder writes whole buffers, so most looks find the file behind the time; the look that finds it furthest on
// comes closest to the truth.
static int epoch(const char *recording) {
  double earliest = 1e12;
  int file = open(recording, O_RDONLY);
  for (int i = 0; i < 250 && file >= 0; i++) {
    struct stat status;
    if (fstat(file, &status)) break;
    double start = now() - (double)(status.st_size - 44) / (2 * channels) / rate;
    if (start < earliest) earliest = start;
    pause_for(0.0007);
  }
  printf("%.6f\n", earliest);
  return file < 0;
}

static int terminal(const char *pid, int action) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%s/fd/0", pid);
  int tty = open(path, O_RDWR | O_NOCTTY);
  if (tty >= 0 && tcflow(tty, action) == 0) return close(tty);
  perror(path);
  return 1;
}

struct status {
  char state[32];     // as the kernel spells it, or "closed"
  double trigger;     // when the PCM last started or stopped
  long long pointer;  // frames the card has taken since the PCM was prepared
};

static struct status read_status(const char *path) {
  struct status status = {.state = "closed", .pointer = -1};
  char line[256];
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file)) {
    sscanf(line, "state: %31s", status.state);
    sscanf(line, "trigger_time: %lf", &status.trigger);
    sscanf(line, "hw_ptr : %lld", &status.pointer);
  }
  if (file) fclose(file);
  // The PCM's owner chooses the clock of its stamps; one that is far from the monotonic one is the wall clock.
  if (status.trigger > now() + 1000) status.trigger -= seconds(CLOCK_REALTIME) - now();
  return status;
}

// What labctl does, without starting an interpreter first, which takes half a second here. The arguments have colons
// between them.
static double labctl(const char *verb, const char *arguments) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/run/soundlab-labctl.sock"};
  char text[512] = "";
  double time = now();
  int link = socket(AF_UNIX, SOCK_STREAM, 0);
  int size = snprintf(text, sizeof text, "[\"%s\", \"", verb);
  for (; *arguments && size < (int)sizeof text - 8; arguments++)
    size += *arguments == ':' ? sprintf(text + size, "\", \"") : sprintf(text + size, "%c", *arguments);
  size += sprintf(text + size, "\"]\n");
  if (connect(link, (struct sockaddr *)&address, sizeof address) || write(link, text, (size_t)size) != size) {
    perror(address.sun_path);
    exit(1);
  }
  memset(text, 0, sizeof text);
  for (size_t got = 0; got < sizeof text - 1;) {
    ssize_t n = read(link, text + got, sizeof text - 1 - got);
    if (n <= 0) break;
    got += (size_t)n;
  }
  close(link);
  // Not every verb tells the time.
  if (sscanf(text, "{\"ok\": \"%lf", &time) != 1 && strncmp(text, "{\"ok\"", 5)) {
    fprintf(stderr, "labguest: labctl says: %s\n", text);
    exit(1);
  }
  return time;
}

// On a connection that is made with the first call: to start a program takes longer than a press and its command lie
// apart.
static double mpris(const char *method) {
  static sd_bus *bus;
  double time = now();
  sd_bus_error error = SD_BUS_ERROR_NULL;
  setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/user/0/bus", 0);
  int result = bus ? 0 : sd_bus_open_user(&bus);
  const char *interface = strcmp(method, "Ping") ? "org.mpris.MediaPlayer2.Player" : "org.freedesktop.DBus.Peer";
  while (result >= 0) {
    result = sd_bus_call_method(bus, "org.mpris.MediaPlayer2.cans", "/org/mpris/MediaPlayer2", interface, method,
                                &error, NULL, "");
    if (result >= 0) return time;
    // The player comes to the bus after its first picture.
    if (!sd_bus_error_has_name(&error, SD_BUS_ERROR_SERVICE_UNKNOWN) || now() > time + 20) break;
    sd_bus_error_free(&error);
    pause_for(0.05);
    result = 0;
  }
  fprintf(stderr, "labguest: %s: %s %s\n", method, strerror(-result), error.message ? error.message : "");
  exit(1);
}

// The two ends of the connection, as BlueZ names them: the lab's headset lives behind the second controller.
static const char *const at_computer = "/org/bluez/hci0/dev_00_AA_01_01_00_01";
static const char *const at_headset = "/org/bluez/hci1/dev_00_AA_01_00_00_00";
static const char *const a2dp_source = "0000110a-0000-1000-8000-00805f9b34fb";
static const char *const a2dp_sink = "0000110b-0000-1000-8000-00805f9b34fb";
static const char *const bluez_device = "org.bluez.Device1";

static sd_bus *bluez_bus(void) {
  static sd_bus *bus;
  setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/run/dbus/system_bus_socket", 0);
  if (!bus) check(sd_bus_open_system(&bus), "the system's bus");
  return bus;
}

static void expect(int result, const char *operation, const sd_bus_error *error) {
  if (result >= 0) return;
  fprintf(stderr, "labguest: %s: %s %s\n", operation, strerror(-result), error->message ? error->message : "");
  exit(1);
}

static void bluetooth(const char *action) {
  sd_bus_error error = SD_BUS_ERROR_NULL;
  int result = -EINVAL;
  if (!strcmp(action, "connect"))
    result = sd_bus_call_method(bluez_bus(), "org.bluez", at_computer, bluez_device, "ConnectProfile", &error, NULL,
                                "s", a2dp_sink);
  else if (!strcmp(action, "disconnect"))
    result = sd_bus_call_method(bluez_bus(), "org.bluez", at_headset, bluez_device, "Disconnect", &error, NULL, "");
  expect(result, action, &error);
}

static int pair(void) {
  static const char *const adapter = "/org/bluez/hci0", *const adapter_interface = "org.bluez.Adapter1";
  sd_bus *bus = bluez_bus();
  sd_bus_error error = SD_BUS_ERROR_NULL;
  expect(sd_bus_call_method(bus, "org.bluez", adapter, adapter_interface, "SetDiscoveryFilter", &error, NULL, "a{sv}",
                            1, "Transport", "s", "bredr"),
         "SetDiscoveryFilter", &error);
  expect(sd_bus_call_method(bus, "org.bluez", adapter, adapter_interface, "StartDiscovery", &error, NULL, ""),
         "StartDiscovery", &error);
  int is_paired, result;
  double start = now();
  while ((result = sd_bus_get_property_trivial(bus, "org.bluez", at_computer, bluez_device, "Paired", &error, 'b',
                                               &is_paired)) < 0 &&
         now() < start + 20) {
    sd_bus_error_free(&error);
    pause_for(0.1);
  }
  expect(result, "the headset is not found", &error);
  expect(sd_bus_call_method(bus, "org.bluez", adapter, adapter_interface, "StopDiscovery", &error, NULL, ""),
         "StopDiscovery", &error);
  expect(sd_bus_call_method(bus, "org.bluez", at_computer, bluez_device, "Pair", &error, NULL, ""), "Pair", &error);
  for (int i = 0; i < 2; i++)
    expect(sd_bus_set_property(bus, "org.bluez", i ? at_headset : at_computer, bluez_device, "Trusted", &error, "b", 1),
           "Trusted", &error);
  // The first connection always fails, after six seconds, for both ends' AVDTP is in one bluetoothd; after one that the
  // headset has begun and given up, the computer's work.
  check(sd_bus_call_method_async(bus, NULL, "org.bluez", at_headset, bluez_device, "ConnectProfile", NULL, NULL, "s",
                                 a2dp_source),
        "ConnectProfile");
  check(sd_bus_flush(bus), "ConnectProfile");
  pause_for(0.5);
  bluetooth("disconnect");
  return 0;
}

// Whether the last 20 ms of the recording have any sound in them. It has a constant offset.
static int sounds(int recording) {
  int16_t frames[2 * 960];
  struct stat status;
  if (fstat(recording, &status) || status.st_size < 44 + (off_t)sizeof frames) return 0;
  off_t start = status.st_size - (status.st_size - 44) % 4 - (off_t)sizeof frames;
  ssize_t size = pread(recording, frames, sizeof frames, start);
  for (ssize_t i = 0; i < size / 2; i++)
    if (abs(frames[i] - 255) > 8) return 1;
  return 0;
}

static void await_sound(int wanted) {
  int recording = open("/run/soundlab/hda.wav", O_RDONLY);
  double start = now();
  while (sounds(recording) != wanted) {
    if (now() > start + 30) {
      fprintf(stderr, "labguest: no %s within 30 s\n", wanted ? "sound" : "silence");
      exit(1);
    }
    pause_for(0.005);
  }
  close(recording);
}

// One request for the state. Returns when it was sent.
static double control(double limit) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/run/user/0/cans/control"};
  static const char request[] = "{\"request\":\"status\"}\n";
  char text[65536];
  int link = socket(AF_UNIX, SOCK_STREAM, 0);
  double time = now();
  if (connect(link, (struct sockaddr *)&address, sizeof address) || write(link, request, strlen(request)) < 0) {
    perror(address.sun_path);
    exit(1);
  }
  ssize_t n = read(link, text, sizeof text);
  double took = (now() - time) * 1000;
  close(link);
  if (n > 0 && took <= limit) return time;
  fprintf(stderr, "labguest: the player took %.1f ms for an answer of %zd bytes\n", took, n);
  exit(1);
}

static int timeline(const char *path, char **steps) {
  for (; *steps; steps++) {
    char *argument = strchr(*steps, ':');
    double time = now();
    if (argument) *argument++ = 0;
    if (!strcmp(*steps, "plug") || !strcmp(*steps, "unplug")) {
      time = labctl("jack", !strcmp(*steps, "plug") ? "headphone:plug" : "headphone:unplug");
    } else if ((!strcmp(*steps, "key") || !strcmp(*steps, "input") || !strcmp(*steps, "usb")) && argument) {
      time = labctl(*steps, argument);
    } else if (!strcmp(*steps, "mpris") && argument) {
      time = mpris(argument);
    } else if (!strcmp(*steps, "bluetooth") && argument) {
      bluetooth(argument);
    } else if (!strcmp(*steps, "run") && argument) {
      if (system(argument)) {
        fprintf(stderr, "labguest: failed: %s\n", argument);
        return 1;
      }
    } else if (!strcmp(*steps, "sound") || !strcmp(*steps, "silence")) {
      await_sound(!strcmp(*steps, "sound"));
      time = now();
    } else if (!strcmp(*steps, "ctl") && argument) {
      time = control(atof(argument));
    } else if (!strcmp(*steps, "wait") && argument) {
      pause_for(atof(argument) / 1000);
    } else if (!strcmp(*steps, "await") && argument) {
      while (strcmp(read_status(path).state, argument)) {
        if (now() > time + 30) {
          fprintf(stderr, "labguest: the PCM is %s, not %s\n", read_status(path).state, argument);
          return 1;
        }
        pause_for(0.001);
      }
      time = now();
    } else if (!strcmp(*steps, "stop-terminal") && argument) {
      if (terminal(argument, TCOOFF)) return 1;
    } else if (!strcmp(*steps, "continue-terminal") && argument) {
      if (terminal(argument, TCOON)) return 1;
    } else if (strcmp(*steps, "status")) {
      fprintf(stderr, "labguest: no such step: %s\n", *steps);
      return 2;
    }
    struct status status = read_status(path);
    printf("%s %.6f %s %.6f %lld\n", *steps, time, status.state, status.trigger, status.pointer);
    fflush(stdout);
  }
  return 0;
}

static int emit(int device, int type, int code, int value) {
  struct input_event event = {.type = (unsigned short)type, .code = (unsigned short)code, .value = value};
  return write(device, &event, sizeof event) != sizeof event;
}

static void press(int device, int code) {
  for (int value = 1; value >= 0; value--) {
    emit(device, EV_KEY, code, value);
    emit(device, EV_SYN, SYN_REPORT, 0);
  }
}

// The node of the newest input device: "event7" of input7.
static void print_node(int device) {
  char name[64] = "", path[128];
  ioctl(device, UI_GET_SYSNAME(sizeof name), name);
  snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", name);
  DIR *folder = opendir(path);
  struct dirent *entry;
  while (folder && (entry = readdir(folder)))
    if (!strncmp(entry->d_name, "event", 5)) printf("%s\n", entry->d_name);
  if (folder) closedir(folder);
  fflush(stdout);
}

static sigset_t block_signals(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  sigaddset(&signals, SIGUSR2);
  sigaddset(&signals, SIGTERM);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  return signals;
}

static int telephone(void) {
  int device = open("/dev/uinput", O_WRONLY), number, is_on = 0;
  struct uinput_setup setup = {.id = {.bustype = BUS_HOST, .version = 1}, .name = "gpio-keys"};
  sigset_t signals = block_signals();
  ioctl(device, UI_SET_EVBIT, EV_SW);
  ioctl(device, UI_SET_SWBIT, SW_MUTE_DEVICE);
  if (ioctl(device, UI_DEV_SETUP, &setup) || ioctl(device, UI_DEV_CREATE)) {
    perror("uinput");
    return 1;
  }
  print_node(device);
  while (sigwait(&signals, &number) == 0 && number != SIGTERM) {
    is_on = !is_on;
    emit(device, EV_SW, SW_MUTE_DEVICE, is_on);
    emit(device, EV_SYN, SYN_REPORT, 0);
  }
  return close(device);
}

static int keyboard(void) {
  int device = open("/dev/uinput", O_WRONLY), number;
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .version = 1}, .name = "Lab Keyboard"};
  sigset_t signals = block_signals();
  ioctl(device, UI_SET_EVBIT, EV_KEY);
  for (int code = 1; code < 128; code++) ioctl(device, UI_SET_KEYBIT, code);
  ioctl(device, UI_SET_KEYBIT, KEY_PLAYPAUSE);
  if (ioctl(device, UI_DEV_SETUP, &setup) || ioctl(device, UI_DEV_CREATE)) {
    perror("uinput");
    return 1;
  }
  print_node(device);
  while (sigwait(&signals, &number) == 0 && number != SIGTERM) {
    if (number == SIGUSR2) press(device, KEY_PLAYPAUSE);
    for (int code = KEY_Q; number == SIGUSR1 && code <= KEY_M; code++)
      if (code <= KEY_P || (code >= KEY_A && code <= KEY_L) || code >= KEY_Z) press(device, code);
  }
  return close(device);
}

int main(int argc, char **argv) {
  signal(SIGTERM, stop);
  signal(SIGINT, stop);
  if (argc == 4 && !strcmp(argv[1], "capture")) return capture(argv[2], argv[3]);
  if (argc == 3 && !strcmp(argv[1], "load")) return load(atoi(argv[2]));
  if (argc == 2 && !strcmp(argv[1], "keyboard")) return keyboard();
  if (argc == 2 && !strcmp(argv[1], "telephone")) return telephone();
  if (argc == 2 && !strcmp(argv[1], "pair")) return pair();
  if (argc == 3 && !strcmp(argv[1], "epoch")) return epoch(argv[2]);
  if (argc > 3 && !strcmp(argv[1], "timeline")) return timeline(argv[2], argv + 3);
  fputs("usage: see the head of labguest.c\n", stderr);
  return 2;
}
