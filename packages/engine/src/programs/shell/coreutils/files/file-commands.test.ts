import { expect, it } from 'vitest';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { coreutilsProgram } from '../../coreutils-program.ts';
import { jshProgram } from '../../jsh-program.ts';

async function run(script: string): Promise<string> {
  const files = { '/home/project/a.txt': 'a\n', '/home/project/src/b.ts': 'b\n' };
  const kernel = createTestKernel({ programs: { jsh: jshProgram, coreutils: coreutilsProgram }, files });
  const env = { HOME: '/home/project', PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' };
  const { stdout, stderr, exitCode } = await kernel.run(['bash', '-c', script], { env });
  return `${stdout}${stderr}${exitCode}`;
}

it.each([
  ['chmod +x a.txt; ln -s src l; tree -F', './\n├── a.txt*\n├── l -> src/\n└── src/\n    └── b.ts\n\n1 directory, 3 files\n0'],
  ['tree --noreport src', 'src\n└── b.ts\n0'],
  ['tree --noreport -P "*.ts"', '.\n└── src\n    └── b.ts\n0'],
])('%s', async (script, expected) => {
  expect(await run(script)).toBe(expected);
});

// Options that would change the result but are not implemented are rejected.
it.each(['touch -h a.txt', 'file -k a.txt', 'file -z a.txt', 'cp -Z a.txt b'])('refuses %s', async (script) => {
  expect(await run(script)).toMatch(/: invalid option -- '[hkzZ]'\n[\s\S]*1$/);
});
