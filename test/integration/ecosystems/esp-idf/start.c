/* Calls the application, as ESP-IDF's main task does.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
void app_main(void);

int main(void) {
  app_main();
  return 0;
}
