import { describe, expect, it } from 'vitest';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { coreutilsProgram } from './coreutils-program.ts';
import { jshProgram } from './jsh-program.ts';

const kernel = () =>
  createTestKernel({ programs: { jsh: jshProgram, coreutils: coreutilsProgram }, files: { '/home/project/a.txt': 'one\n' } });

describe('jsh', () => {
  it('runs a pipeline and a list given with -c', async () => {
    expect(await kernel().run(['jsh', '-c', 'echo a | cat && ls'])).toEqual({ exitCode: 0, stdout: 'a\na.txt\n', stderr: '' });
  });
});
