# A thin face over plain commands: every target prints what it does, and the command below it can be typed by hand.

# What a bare Debian 12/13 or Ubuntu 24.04 with a Swift toolchain lacks: the one list of packages in this repo.
PACKAGES := \
  libncurses-dev libasound2-dev libsndfile1-dev libflac-dev libmpg123-dev libvorbis-dev libtag1-dev libuchardet-dev libtomlplusplus-dev \
  libpng-dev libsoxr-dev libxml2-dev libavformat-dev libavcodec-dev libavutil-dev libsystemd-dev libjansson-dev \
  libevdev-dev libudev-dev libsqlite3-dev libpulse-dev \
  g++ pkg-config git dbus \
  libcurl4 libsqlite3-0 libxml2 libncurses6
# The last line is what the toolchain's own programs are linked with. For the sound lab (make test-lab) also:
LAB_PACKAGES := qemu-system-x86 busybox-static kmod make gcc binutils python3 alsa-utils util-linux udev \
  pulseaudio pulseaudio-utils pipewire pipewire-pulse wireplumber libasound2-plugins alsa-ucm-conf dbus \
  bluez bluez-test-tools libspa-0.2-bluetooth python3-dbus python3-gi

# The encoders that the tests of formats use, what the comparisons compare with, who drives
# the player over D-Bus, and who plays the services there. Without them those tests are skipped.
TEST_PACKAGES := ffmpeg flac lame vorbis-tools opus-tools playerctl systemd python3-dbusmock

# Static, so that the program runs without the toolchain; -s halves its size. Types are found by calls and not by
# their mangled names, for reading those takes a start of cans-ctl some 50 microseconds of its millisecond. The linker
# writes its file in one go: one that it maps stays in the page cache in single pages, and each start takes longer.
RELEASE := -c release --static-swift-stdlib -Xlinker -s -Xlinker --no-mmap-output-file \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# A build of its own: other flags in the usual place would make the next plain build start over.
STRICT := --scratch-path .build/strict -Xswiftc -warnings-as-errors -Xcc -Werror -Xcxx -Werror
TSAN := --scratch-path .build/tsan --sanitize=thread
ASAN := --scratch-path .build/asan --sanitize=address
TEST := --disable-xctest

# Which of the lab's tests to run.
LAB ?= LabTests
LOAD_SECONDS ?= 600
SOAK_HOURS ?= 24

.DEFAULT_GOAL := help
.PHONY: help run build test test-lab load soak check asan lint docs demo bench fuzz
.PHONY: install-deps install-test-deps install-lab-deps clean

help: ## lists these targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile | expand -t 26

run: build ## builds the player and opens it on the demo album
	@echo "== run: opening cans on Resources/Demo"
	@.build/release/cans Resources/Demo

build: install-deps ## builds the player for release: .build/release/cans, and cans-ctl beside it
	@echo "== build: release, Swift library linked statically"
	@swift build $(RELEASE) --product cans
	@swift build $(RELEASE) --product cans-ctl

test: install-deps ## builds and runs all tests (those of the sound lab only if CANS_LAB names it)
	@echo "== test: all suites"
	@swift test $(TEST)

test-lab: build ## runs the tests that need the sound lab named by CANS_LAB
	@echo "== test-lab: the suite against the lab's sound card"
	@test -n "$$CANS_LAB" || { echo "test-lab: CANS_LAB is not set; it must name the sound lab's folder" >&2; exit 1; }
	@swift test $(TEST) --filter '$(LAB)'

load: build ## plays ten minutes in the sound lab beside eight busy processes
	@echo "== load: LOAD_SECONDS=$(LOAD_SECONDS)"
	@test -n "$$CANS_LAB" || { echo "load: CANS_LAB is not set; it must name the sound lab's folder" >&2; exit 1; }
	@CANS_LOAD_SECONDS=$(LOAD_SECONDS) swift test $(TEST) --filter 'LabTests.*busy'

soak: build ## plays a day in the sound lab, or SOAK_HOURS, and watches underruns, memory and descriptors
	@echo "== soak: SOAK_HOURS=$(SOAK_HOURS)"
	@test -n "$$CANS_LAB" || { echo "soak: CANS_LAB is not set; it must name the sound lab's folder" >&2; exit 1; }
	@CANS_SOAK_HOURS=$(SOAK_HOURS) swift test $(TEST) --filter 'LabTests.*hours'

check: install-deps lint ## lint, build without warnings, architecture, all tests, thread sanitizer
	@echo "== check: build, every warning an error"
	@swift build --build-tests $(STRICT)
	@echo "== check: architecture tests"
	@swift test $(TEST) $(STRICT) --skip-build --filter ArchitectureTests
	@echo "== check: all tests"
	@swift test $(TEST) $(STRICT) --skip-build
	@echo "== check: engine tests under the thread sanitizer"
	@swift test $(TEST) $(TSAN) --filter AudioEngineTests

asan: install-deps ## runs the decoders on all files under the address sanitizer
	@echo "== asan: decoder tests under the address sanitizer"
	@ASAN_OPTIONS=detect_leaks=0 swift test $(TEST) $(ASAN) --no-parallel --filter AudioFilesTests

lint: install-deps ## holds the sources against .swift-format
	@echo "== lint: swift format, strict"
	@swift format lint --strict --recursive Sources Tests Package.swift

docs: install-deps ## writes the manual pages, completions and recorded timelines anew
	@echo "== docs: manual pages, completions, timelines"
	@CANS_WRITE_DOCUMENTS=1 swift test $(TEST) --filter 'DocumentTests|SessionTests.TimelineTests'

demo: install-deps ## composes the album in Resources/Demo anew
	@echo "== demo: composing Resources/Demo"
	@swift build $(RELEASE) --product compose-demo
	@.build/release/compose-demo Resources/Demo

bench: build ## prints start-up, decoding, CPU and memory figures; BENCH="--quick play" for a part
	@echo "== bench: release figures"
	@swift build $(RELEASE) --product cans-bench
	@.build/release/cans-bench $(BENCH)

fuzz: install-deps ## feeds every parser with made-up bytes, each for FUZZ_SECONDS (60)
	@echo "== fuzz: libFuzzer with the address sanitizer"
	@.make/fuzz

install-deps: ## checks the Swift toolchain, installs missing packages (ASSUME_YES=1: without asking)
	@.make/prepare $(PACKAGES)

install-test-deps: ## the same, and the encoders of the tests of formats
	@.make/prepare $(PACKAGES) $(TEST_PACKAGES)

install-lab-deps: ## the same for what the sound lab needs
	@.make/prepare $(PACKAGES) $(LAB_PACKAGES)

clean: ## removes everything built
	@echo "== clean: removing .build"
	@rm -rf .build
