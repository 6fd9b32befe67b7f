import { expect, it } from 'vitest';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { coreutilsProgram } from '../../coreutils-program.ts';
import { jshProgram } from '../../jsh-program.ts';

// Options that GNU accepts but that are not implemented and would change the result are rejected.
it.each([
  ['shuf --random-source=a a', "shuf: unrecognized option '--random-source'"],
  ['sort --random-source=a a', "sort: unrecognized option '--random-source'"],
  ['sort --files0-from=a', "sort: unrecognized option '--files0-from'"],
  ['sort --debug a', "sort: unrecognized option '--debug'"],
  ['sed --debug p a', "sed: unrecognized option '--debug'"],
  ["sed 's/a/b/e' a", "unknown option to `s'"],
  ['tail --pid=1 a', "tail: unrecognized option '--pid'"],
  ['grep -D skip a a', "grep: invalid option -- 'D'"],
  ['column -J a', "column: invalid option -- 'J'"],
  ['column -t -H 1 a', "column: invalid option -- 'H'"],
])('%s is refused', async (script, message) => {
  const kernel = createTestKernel({ programs: { jsh: jshProgram, coreutils: coreutilsProgram }, files: { '/home/project/a': 'a\n' } });
  const env = { HOME: '/home/project', PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' };
  const { stdout, stderr, exitCode } = await kernel.run(['bash', '-c', script], { env });
  expect(stderr).toContain(message);
  expect([stdout, exitCode !== 0]).toEqual(['', true]);
});
