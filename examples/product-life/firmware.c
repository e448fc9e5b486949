/* A product's firmware: a network whose weights are updated in the field, in two slots of its
 * flash. Each start of the emulated board is a start of the product. Its flash is the file
 * flash.bin, and an update arrives as update.bin.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdbool.h>
#include <string.h>

#include "digits_test_set.h"
#include "semihosting.h"
#include "tvmgen_digits.h"
#include "tvmgen_digits_weights.h"

enum {
  SLOT_SIZE = 20480,
  MOST_STARTS = 2, /* of weights that nothing has confirmed */
  NO_SLOT = 2
};

/* What the product keeps without power. A real one has a CRC over `record`, and two of them. */
static struct {
  struct {
    uint32_t magic;
    uint32_t confirmed; /* the slot that is known to work */
    uint32_t trial;     /* the slot that is tried, or NO_SLOT */
    uint32_t starts;    /* of the trial */
  } record;
  /* Aligned as the weights. */
  _Alignas(16) unsigned char slots[2][SLOT_SIZE];
} flash;

static int8_t image[TVMGEN_DIGITS_A_SIZE], scores[TVMGEN_DIGITS_IDENTITY_SIZE];
static struct tvmgen_digits_inputs inputs = {image};
static struct tvmgen_digits_outputs outputs = {scores};

static void print_number(const char *text, int32_t number, const char *end) {
  char digits[12], *at = digits + sizeof digits - 1;
  uint32_t rest = number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
  *at = '\0';
  do {
    *--at = (char)('0' + rest % 10u);
    rest /= 10u;
  } while (rest != 0u);
  if (number < 0) {
    *--at = '-';
  }
  semihosting_write(text);
  semihosting_write(at);
  semihosting_write(end);
}

/* Reads a file of at most `size` bytes. Returns how many it has, or 0. */
static uint32_t read_file(const char *name, void *to, uint32_t size) {
  const int32_t file = semihosting_open(name, (uint32_t)strlen(name), SEMIHOSTING_READ);
  if (file < 0) {
    return 0;
  }
  const uint32_t left = semihosting_read_file(file, to, size);
  semihosting_close(file);
  return size - left;
}

static void save(void) {
  const int32_t file = semihosting_open("flash.bin", 9, SEMIHOSTING_WRITE);
  if (file < 0 || semihosting_write_file(file, &flash, sizeof flash) != 0) {
    semihosting_write("the flash cannot be written\n");
    semihosting_exit(1);
  }
  semihosting_close(file);
}

/* An update must be newer than the weights in use, which are confirmed. */
static int is_newer(const void *blob, size_t size, void *current) {
  uint32_t version;
  (void)size;
  memcpy(&version, (const unsigned char *)blob + 28, sizeof version);
  return version > *(const uint32_t *)current ? 0 : 1;
}

static int32_t use(uint32_t slot) {
  return tvmgen_digits_use_weights(flash.slots[slot], SLOT_SIZE);
}

/* Writes an update to the slot that is not in use. It is tried if nothing is wrong with it. */
static void take_update(void) {
  const uint32_t slot = 1u - flash.record.confirmed;
  const uint32_t size = read_file("update.bin", flash.slots[slot], SLOT_SIZE);
  if (size == 0) {
    return;
  }
  uint32_t version = tvmgen_digits_weights_version();
  const int32_t code =
      tvmgen_digits_use_checked_weights(flash.slots[slot], size, is_newer, &version);
  flash.record.trial = code == 0 ? slot : NO_SLOT;
  flash.record.starts = 0;
  if (code != 0) {
    print_number("update: refused, code ", code, "\n");
  } else {
    print_number("update: version ", (int32_t)tvmgen_digits_weights_version(), " is tried\n");
  }
  save();
}

/* Goes back to the weights that are known to work. */
static void roll_back(const char *why) {
  flash.record.trial = NO_SLOT;
  save();
  (void)use(flash.record.confirmed);
  semihosting_write("rollback: ");
  semihosting_write(why);
  print_number(", version ", (int32_t)tvmgen_digits_weights_version(), " runs on\n");
}

/* Starts the trial, if there is one. It counts before anything can go wrong. */
static void start_trial(void) {
  if (flash.record.trial == NO_SLOT) {
    return;
  }
  if (flash.record.starts++ == MOST_STARTS) {
    roll_back("nothing confirmed the update");
    return;
  }
  save();
  if (use(flash.record.trial) != 0) {
    roll_back("the update is damaged");
    return;
  }
  const int32_t code = tvmgen_digits_self_test(&inputs, &outputs);
  print_number("self-test: ", code, "\n");
  if (code != 0) {
    roll_back("the self-test failed");
  }
}

static int32_t classify(const int8_t *pixels) {
  int32_t best = 0;
  memcpy(image, pixels, sizeof image);
  if (tvmgen_digits_run(&inputs, &outputs) != 0) {
    return -1;
  }
  for (int32_t digit = 1; digit < (int32_t)sizeof scores; ++digit) {
    if (scores[digit] > scores[best]) {
      best = digit;
    }
  }
  return best;
}

int main(void) {
  char unused;
  if (read_file("flash.bin", &flash, sizeof flash) != sizeof flash ||
      flash.record.magic != 0x4546494cu) {
    semihosting_write("the flash has nothing of this product\n");
    return 1;
  }
  /* What was confirmed can only have changed since if the flash is damaged. */
  const int32_t code = use(flash.record.confirmed);
  if (code != 0 || tvmgen_digits_self_test(&inputs, &outputs) != 0) {
    print_number("the confirmed weights are damaged, code ", code, "\n");
    return 1;
  }
  take_update();
  (void)use(flash.record.confirmed);
  start_trial();
  /* Stands for a program that stops with the new weights, before it confirms them. */
  if (flash.record.trial != NO_SLOT && read_file("stop", &unused, 1) == 1) {
    semihosting_write("stopped\n");
    return 0;
  }
  int32_t right = 0;
  for (int32_t i = 0; i < digits_count; ++i) {
    right += classify(digits_images[i]) == digits_labels[i];
  }
  print_number("version ", (int32_t)tvmgen_digits_weights_version(), ": ");
  print_number("", right, " of 360 images\n");
  if (flash.record.trial != NO_SLOT) {
    if (right < 350) {
      roll_back("too many images are wrong");
    } else {
      flash.record.confirmed = flash.record.trial;
      flash.record.trial = NO_SLOT;
      save();
      print_number("confirmed: version ", (int32_t)tvmgen_digits_weights_version(), "\n");
    }
  }
  return 0;
}
