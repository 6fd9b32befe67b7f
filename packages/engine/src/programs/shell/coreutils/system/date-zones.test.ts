import { expect, it } from 'vitest';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { coreutilsProgram } from '../../coreutils-program.ts';
import { jshProgram } from '../../jsh-program.ts';

/** The output of GNU date 9.1. */
it.each([
  ["TZ=Asia/Tokyo date -d @0 '+%F %T %z %Z'", '1970-01-01 09:00:00 +0900 JST'],
  ["TZ=America/New_York date -d @1720000000 '+%F %T %z %Z'", '2024-07-03 05:46:40 -0400 EDT'],
  ["TZ=Europe/Berlin date -d @1720000000 '+%F %T %z %Z'", '2024-07-03 11:46:40 +0200 CEST'],
  ["TZ=Asia/Kathmandu date -d @1720000000 '+%F %T %:z %Z'", '2024-07-03 15:31:40 +05:45 +0545'],
  ["TZ=America/Sao_Paulo date -d @1720000000 '+%T %Z'", '06:46:40 -03'],
  ["TZ=Europe/Berlin date -d '2024-03-31 03:00' +%s", '1711846800'],
  ["TZ=America/New_York date -d '2024-11-02 12:00 tomorrow' '+%F %T %z'", '2024-11-03 12:00:00 -0500'],
  ["TZ=Asia/Tokyo date -u -d @0 '+%F %T %Z'", '1970-01-01 00:00:00 UTC'],
  ['TZ=Asia/Tokyo date -d @0', 'Thu Jan  1 09:00:00 JST 1970'],
  ['TZ=Asia/Tokyo date -Iseconds -d @0', '1970-01-01T09:00:00+09:00'],
  ["TZ=Asia/Tokyo date -d @0 '+%%Z %Z'", '%Z JST'],
  ['export TZ=Asia/Tokyo; date -d @0 +%H', '09'],
])('%s', async (script, expected) => {
  const { stdout, stderr } = await createTestKernel({ programs: { jsh: jshProgram, coreutils: coreutilsProgram } }).run([
    'bash',
    '-c',
    script,
  ]);
  expect(stdout + stderr).toBe(`${expected}\n`);
});
