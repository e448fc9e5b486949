/* A plugin of QEMU that counts what the cycle model needs.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Counts in windows: from the entry of one function to the return of another
 * (or of the same) one. Each window is a tree of calls. A node of the tree
 * stands for all calls from one place in the code, while its caller is in one
 * node. Counts are kept for each instruction in each node.
 *
 * $M4_CYCLES_IN names a file with the addresses where windows begin and end,
 * the number of windows to count (0: all), the number to leave out first, and
 * the file to write, and then all instructions that write pc, in order, each
 * with its kind: 1 for a call, 2 for one that always jumps, and 4 for a branch
 * to another function, or the sum of these. The written file has a line
 * `windows COMPLETE OPEN`, for each node a line `node NUMBER PARENT ENTRY
 * CALLS`, and for each instruction in a node a line `count NODE ADDRESS
 * EXECUTED JUMPED_TO TAKEN ACCESSES MISALIGNED`. Addresses are hexadecimal.
 *
 * QEMU's header is not in Debian's package, so that the functions are declared
 * here; API is the version that QEMU expects.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;

extern void qemu_plugin_register_vcpu_tb_trans_cb(
    qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
extern void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *,
                                                 void (*)(unsigned, void *),
                                                 int, void *);
extern void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *,
                                             void (*)(unsigned,
                                                      qemu_plugin_meminfo_t,
                                                      uint64_t, void *),
                                             int, int, void *);
extern void qemu_plugin_register_atexit_cb(qemu_plugin_id_t,
                                           void (*)(qemu_plugin_id_t, void *),
                                           void *);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern struct qemu_plugin_insn *
qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
extern size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *);
extern unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t);

enum { no_registers = 0, loads_and_stores = 3 };
enum { is_call = 1, always_jumps = 2, is_tail_call = 4 };

#define EXPORT __attribute__((visibility("default")))
EXPORT extern int qemu_plugin_version;
EXPORT int qemu_plugin_version = API;

/* A node in the tree of calls. */
struct node {
  unsigned number;
  struct node *parent, *children, *next;
  uint32_t return_address, entry;
  uint64_t calls;
};

/* Counts of an instruction in a node. */
struct count {
  struct node *node;
  uint64_t executed, jumped_to, taken, accesses, misaligned;
  struct count *next;
};

struct instruction {
  uint32_t address;
  struct count *counts, *last;
  struct instruction *next;
};

/* Counts of a translation block in a node. */
struct tally {
  struct node *node;
  uint64_t executed, jumped_to, taken;
  struct tally *next;
};

struct block {
  uint32_t start, end;
  unsigned size, kind;
  struct instruction **instructions;
  struct tally *tallies, *last;
  struct block *next;
};

struct frame {
  uint32_t return_address;
  struct node *node;
};

enum { buckets = 65536, stack_size = 65536, most_jumps = 1 << 20 };
/* How far up the stack a return is looked for, after code that left several
 * functions at once. */
enum { most_unwound = 64 };

static struct instruction *instructions[buckets];
static struct block *blocks, *previous;
/* Null outside windows. */
static struct tally *previous_tally;
static struct node root, *current;
static unsigned node_count = 1;
static struct {
  uint32_t address;
  unsigned kind;
} *jumps;
static unsigned jump_count;

static uint32_t from, to;
static long wanted, skipped, seen, complete;
static char output[4096];
static struct frame stack[stack_size];
static unsigned depth, to_depth;
static int active, in_to;

static void *allocate(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (!memory)
    abort();
  return memory;
}

static struct instruction *get_instruction(uint32_t address) {
  struct instruction **place = &instructions[(address >> 1) % buckets];
  while (*place && (*place)->address != address)
    place = &(*place)->next;
  if (!*place) {
    *place = allocate(1, sizeof(**place));
    (*place)->address = address;
  }
  return *place;
}

static struct count *get_count(struct instruction *of, struct node *in) {
  if (of->last && of->last->node == in)
    return of->last;
  struct count *count = of->counts;
  while (count && count->node != in)
    count = count->next;
  if (!count) {
    count = allocate(1, sizeof(*count));
    count->node = in;
    count->next = of->counts;
    of->counts = count;
  }
  return of->last = count;
}

static struct tally *get_tally(struct block *of, struct node *in) {
  if (of->last && of->last->node == in)
    return of->last;
  struct tally *tally = of->tallies;
  while (tally && tally->node != in)
    tally = tally->next;
  if (!tally) {
    tally = allocate(1, sizeof(*tally));
    tally->node = in;
    tally->next = of->tallies;
    of->tallies = tally;
  }
  return of->last = tally;
}

static struct node *get_child(struct node *parent, uint32_t return_address,
                              uint32_t entry) {
  struct node **place = &parent->children;
  while (*place && ((*place)->return_address != return_address ||
                    (*place)->entry != entry))
    place = &(*place)->next;
  if (!*place) {
    struct node *node = *place = allocate(1, sizeof(*node));
    node->number = node_count++;
    node->parent = parent;
    node->return_address = return_address;
    node->entry = entry;
  }
  ++(*place)->calls;
  return *place;
}

static void write_nodes(FILE *file, const struct node *node) {
  fprintf(file, "node %u %d %x %llu\n", node->number,
          node->parent ? (int)node->parent->number : -1, node->entry,
          (unsigned long long)node->calls);
  for (const struct node *child = node->children; child; child = child->next)
    write_nodes(file, child);
}

static void write_counts(void) {
  static int written;
  if (written++)
    return;
  for (struct block *block = blocks; block; block = block->next) {
    for (struct tally *tally = block->tallies; tally; tally = tally->next) {
      for (unsigned i = 0; i < block->size; ++i)
        get_count(block->instructions[i], tally->node)->executed +=
            tally->executed;
      get_count(block->instructions[0], tally->node)->jumped_to +=
          tally->jumped_to;
      get_count(block->instructions[block->size - 1], tally->node)->taken +=
          tally->taken;
    }
  }
  FILE *file = fopen(output, "w");
  if (!file)
    abort();
  fprintf(file, "windows %ld %d\n", complete, active);
  write_nodes(file, &root);
  for (unsigned i = 0; i < buckets; ++i)
    for (struct instruction *in = instructions[i]; in; in = in->next)
      for (struct count *count = in->counts; count; count = count->next)
        if (count->executed)
          fprintf(file, "count %u %x %llu %llu %llu %llu %llu\n",
                  count->node->number, in->address,
                  (unsigned long long)count->executed,
                  (unsigned long long)count->jumped_to,
                  (unsigned long long)count->taken,
                  (unsigned long long)count->accesses,
                  (unsigned long long)count->misaligned);
  fclose(file);
}

/* Follows a jump from the previous block to `start`. */
static void follow_jump(uint32_t start) {
  if (previous->kind & is_call) {
    if (depth < stack_size)
      stack[depth] = (struct frame){previous->end, current};
    ++depth;
    if (active)
      current = get_child(current, previous->end, start);
    return;
  }
  if (previous->kind & is_tail_call) {
    /* The return address still belongs to the function that ends here. */
    if (active)
      current = get_child(current, previous->end, start);
    return;
  }
  if (depth == 0 || depth > stack_size)
    return;
  for (unsigned i = depth; i > 0 && depth - i < most_unwound; --i) {
    if (stack[i - 1].return_address != start)
      continue;
    depth = i - 1;
    if (active)
      current = stack[depth].node ? stack[depth].node : &root;
    return;
  }
}

static void on_block(unsigned cpu, void *data) {
  (void)cpu;
  struct block *block = data;
  int jumped = 1;
  if (previous) {
    jumped = previous->end != block->start || (previous->kind & always_jumps);
    if (jumped) {
      if (previous_tally)
        ++previous_tally->taken;
      follow_jump(block->start);
    }
  }
  if (active && in_to && depth < to_depth) {
    active = in_to = 0;
    current = NULL;
    ++complete;
    if (wanted && complete >= wanted) {
      write_counts();
      _exit(0);
    }
  }
  if (!active && block->start == from && seen++ >= skipped) {
    active = 1;
    current = &root;
    ++root.calls;
  }
  if (active && !in_to && block->start == to) {
    in_to = 1;
    to_depth = depth;
  }
  previous = block;
  previous_tally = NULL;
  if (active) {
    previous_tally = get_tally(block, current);
    ++previous_tally->executed;
    previous_tally->jumped_to += jumped;
  }
}

static void on_access(unsigned cpu, qemu_plugin_meminfo_t info,
                      uint64_t address, void *data) {
  (void)cpu;
  if (!active)
    return;
  struct count *count = get_count(data, current);
  ++count->accesses;
  const unsigned shift = qemu_plugin_mem_size_shift(info);
  const unsigned offset = address & ((1u << shift) - 1);
  if (offset)
    count->misaligned += shift == 2 && (offset & 1) ? 2 : 1;
}

static unsigned get_jump_kind(uint32_t address) {
  unsigned low = 0, high = jump_count;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (jumps[middle].address < address)
      low = middle + 1;
    else
      high = middle;
  }
  return low < jump_count && jumps[low].address == address ? jumps[low].kind
                                                           : 0;
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb) {
  (void)id;
  if (qemu_plugin_tb_n_insns(tb) == 0)
    return;
  struct block *block = allocate(1, sizeof(*block));
  block->size = (unsigned)qemu_plugin_tb_n_insns(tb);
  block->instructions = allocate(block->size, sizeof(*block->instructions));
  for (unsigned i = 0; i < block->size; ++i) {
    struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
    const uint32_t address = (uint32_t)qemu_plugin_insn_vaddr(insn);
    block->instructions[i] = get_instruction(address);
    if (i == 0)
      block->start = address;
    if (i + 1 == block->size) {
      block->end = address + (uint32_t)qemu_plugin_insn_size(insn);
      block->kind = get_jump_kind(address);
    }
    qemu_plugin_register_vcpu_mem_cb(insn, on_access, no_registers,
                                     loads_and_stores, block->instructions[i]);
  }
  block->next = blocks;
  blocks = block;
  qemu_plugin_register_vcpu_tb_exec_cb(tb, on_block, no_registers, block);
}

static void on_exit_of_qemu(qemu_plugin_id_t id, void *data) {
  (void)id;
  (void)data;
  write_counts();
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc,
                               char **argv);
EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc,
                               char **argv) {
  (void)info;
  (void)argc;
  (void)argv;
  const char *input = getenv("M4_CYCLES_IN");
  FILE *file = input ? fopen(input, "r") : NULL;
  if (!file || fscanf(file, "%x %x %ld %ld %4095s", &from, &to, &wanted,
                      &skipped, output) != 5)
    return 1;
  jumps = allocate(most_jumps, sizeof(*jumps));
  while (jump_count < most_jumps &&
         fscanf(file, "%x %u", &jumps[jump_count].address,
                &jumps[jump_count].kind) == 2)
    ++jump_count;
  fclose(file);
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
  qemu_plugin_register_atexit_cb(id, on_exit_of_qemu, NULL);
  return 0;
}
