import { expect, it } from 'vitest';
import { createTestKernel } from '../../../kernel/testing/create-test-kernel.ts';
import { coreutilsProgram } from '../coreutils-program.ts';
import { jshProgram } from '../jsh-program.ts';

/** Tests commands whose results cannot be recorded: they differ between machines, or are not part of GNU. */
async function run(script: string): Promise<string> {
  const kernel = createTestKernel({
    programs: { jsh: jshProgram, coreutils: coreutilsProgram },
    files: { '/home/project/a.txt': 'one (1)\ntwo+\n', '/home/project/src/deep/b.txt': 'b\n' },
  });
  const env = { HOME: '/home/project', PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8', TERM: 'xterm' };
  const { stdout, stderr, exitCode } = await kernel.run(['bash', '-c', script], { env });
  return `${stdout}${stderr}${exitCode}`;
}

it.each([
  ['egrep "one|two" a.txt', 'one (1)\ntwo+\n0'],
  ['fgrep "two+" a.txt', 'two+\n0'],
  ['echo one two three four | fmt -w 9', 'one two\nthree\nfour\n0'],
  ['groups', 'user\n0'],
  ['hd a.txt', '00000000  6f 6e 65 20 28 31 29 0a  74 77 6f 2b 0a           |one (1).two+.|\n0000000d\n0'],
  ['sha384sum a.txt', 'c3ccb2973294e5a4d1b1866ff51863f8e363e13ebaecec2978a35dc423aba73387911d6d1a506553165ec57fd4cfd416  a.txt\n0'],
  ['tree', '.\n├── a.txt\n└── src\n    └── deep\n        └── b.txt\n\n2 directories, 2 files\n0'],
  ['which ls nowhere', '/usr/bin/ls\n1'],
  ['clear', '\u001b[H\u001b[2J\u001b[3J0'],
  ['watch', 'watch: usage: watch [-n seconds] command\n1'],
  ['code', 'code: usage: code [-g] FILE[:LINE[:COLUMN]]… | code -d FILE FILE\n1'],
  ['xdg-open', 'xdg-open: usage: xdg-open { file | URL }\n1'],
])('%s', async (script, expected) => {
  expect(await run(script)).toBe(expected);
});

it('tar packs files and folders, lists them and unpacks them elsewhere', async () => {
  const script = 'tar -cf x.tar a.txt src && tar -tf x.tar && mkdir out && tar -xf x.tar -C out && cat out/src/deep/b.txt';
  expect(await run(script)).toBe('a.txt\nsrc/\nsrc/deep/\nsrc/deep/b.txt\nb\n0');
});

it('tar takes no archive that was changed or cut off', async () => {
  const changed = `tar -cf x.tar a.txt && sed -i '1s/^a.txt/b.txt/' x.tar && tar -tf x.tar`;
  expect(await run(changed)).toContain('This does not look like a tar archive');
  expect(await run('tar -cf x.tar a.txt && head -c 520 x.tar > cut.tar && tar -tf cut.tar')).toContain('Unexpected EOF in archive');
});

it('top lists the processes once in batch mode', async () => {
  expect(await run('top -b -n 1')).toMatch(/^top - [\s\S]*Tasks: 1 total[\s\S]*PID {4}PPID[\s\S]*bash -c top -b -n 1\n0$/);
});
