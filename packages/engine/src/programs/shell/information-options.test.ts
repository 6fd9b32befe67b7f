import { describe, expect, it, test } from 'vitest';
import { builtInPrograms } from '../../abi/built-in-programs.ts';
import { coreutilNames } from '../../abi/coreutil-names.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { npmProgram } from '../npm/npm-program.ts';
import { npxProgram } from '../npm/npx-program.ts';
import { commandUsages } from './coreutils/command-usages.ts';
import { coreutilsProgram } from './coreutils-program.ts';
import { jshProgram } from './jsh-program.ts';

const programs = { jsh: jshProgram, coreutils: coreutilsProgram, npm: npmProgram, npx: npxProgram };
const shells = [...builtInPrograms].filter(([, program]) => program === 'jsh').map(([name]) => name);
const managers = [...builtInPrograms].filter(([, program]) => program === 'npm' || program === 'npx').map(([name]) => name);

/** The commands that treat `--no-such-option` as data, and their outputs. */
const data: ReadonlyMap<string, string> = new Map([
  ['echo', '--no-such-option\n'],
  ['expr', '--no-such-option\n'],
  ['printf', '--no-such-option'],
  ['test', ''],
  ['true', ''],
]);

/** Runs a program whose standard input stays open: one that waits for it never ends, and the test fails by its timeout. */
async function run(args: string[]): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
  const session = createTestKernel({ programs }).start(args);
  const read = async (next: () => Promise<Uint8Array>): Promise<string> => {
    const decoder = new TextDecoder();
    let text = '';
    for (let bytes = await next(); bytes.length > 0; bytes = await next()) text += decoder.decode(bytes, { stream: true });
    return text;
  };
  const [status, stdout, stderr] = await Promise.all([session.exit, read(session.readOutput), read(session.readError)]);
  return { exitCode: status.exitCode, stdout, stderr };
}

describe('an option that no program has', () => {
  it.each([...shells, ...coreutilNames.filter((name) => !data.has(name) && name !== 'false')])('%s refuses', async (name) => {
    const { exitCode, stdout, stderr } = await run([name, '--no-such-option']);
    expect(exitCode).toBeGreaterThan(0);
    expect(stderr).not.toBe('');
    expect(stdout).toBe('');
  });

  it.each([...data])('%s takes as data', async (name, stdout) => {
    expect(await run([name, '--no-such-option'])).toEqual({ exitCode: 0, stdout, stderr: '' });
  });

  it.each(managers)('%s ends with a text', async (name) => {
    const { stdout, stderr } = await run([name, '--no-such-option']);
    expect(stdout + stderr).not.toBe('');
  });
});

describe('--help and --version', () => {
  it.each(shells)('%s prints both, and opens no shell', async (name) => {
    const version = await run([name, '--version']);
    expect(version).toMatchObject({ exitCode: 0, stderr: '' });
    expect(version.stdout).toMatch(/^GNU bash, version 5\.2\.15/);
    const help = await run([name, '--help']);
    expect(help).toMatchObject({ exitCode: 0, stderr: '' });
    expect(help.stdout).toContain(`Usage: ${name} [OPTION]`);
  });

  it.each(coreutilNames.filter((name) => name !== '[' && name !== 'test'))('%s prints both', async (name) => {
    for (const option of ['--help', '--version']) {
      const { exitCode, stdout, stderr } = await run([name, option]);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toContain(name === 'egrep' || name === 'fgrep' ? 'grep' : option === '--version' && name === 'rg' ? 'ripgrep' : name);
    }
  });

  it.each(managers)('%s ends with a text', async (name) => {
    for (const option of ['--help', '--version']) {
      const { stdout, stderr } = await run([name, option]);
      expect(stdout + stderr).not.toBe('');
    }
  });
});

test('the help of a command names the options that it takes', async () => {
  const { stdout } = await run(['sort', '--help']);
  expect(stdout).toMatch(/^Usage: sort \[OPTION\]\.\.\. \[FILE\]\.\.\.\nsorts lines\n/);
  expect(stdout).toContain('  -k VALUE, --key=VALUE\n');
  expect(stdout).toContain('      --parallel=VALUE\n');
  expect((await run(['sort', '--version'])).stdout).toMatch(/^sort \(GNU coreutils\) 9\.1 /);
});

test('each command says how it is used', () => {
  expect([...commandUsages.keys()].sort()).toEqual([...coreutilNames].sort());
});

test('a reader that ends early leaves nothing running', async () => {
  expect(await run(['bash', '-c', 'bash --version | head -1'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^GNU bash.*\n$/),
  });
});

test.each([
  [['bash', '--norc', '--noprofile', '--login', '-c', 'echo a'], 'a\n'],
  [['bash', '--rcfile', 'none', '-c', 'echo a'], 'a\n'],
  [['dash', '-c', 'echo a'], 'a\n'],
])('%j runs its command', async (args, stdout) => {
  expect(await run(args)).toEqual({ exitCode: 0, stdout, stderr: '' });
});
