import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readServerArguments } from '../../../scripts/serve/server-arguments.mjs';

describe('what the server is started with', () => {
  it('is a port: the option before the variable before the usual one', () => {
    expect(readServerArguments(['--port', '9000'], '9001')).toEqual({ type: 'serve', port: 9_000 });
    expect(readServerArguments(['--port=9000'], undefined)).toEqual({ type: 'serve', port: 9_000 });
    expect(readServerArguments([], '9001')).toEqual({ type: 'serve', port: 9_001 });
    expect(readServerArguments([], undefined)).toEqual({ type: 'serve', port: 8_788 });
  });

  it.each([
    [['--prot', '9000'], "Unknown option '--prot'."],
    [['9000'], "Unexpected argument '9000'."],
    [['--port', 'soon'], '--port takes a number from 1 to 65535, not “soon”.'],
    [['--port', '0'], '--port takes a number from 1 to 65535, not “0”.'],
    [['--port', '70000'], '--port takes a number from 1 to 65535, not “70000”.'],
  ])('says what is wrong with %o', (args, message) => {
    expect(readServerArguments(args, undefined)).toEqual({ type: 'mistake', message });
  });

  it.each(['start', 'dev'])('is read by %s before anything is built, and named where it is unknown', async (name) => {
    const run = (...args: string[]) => promisify(execFile)(process.execPath, [`scripts/${name}.mjs`, ...args], { timeout: 20_000 });
    const { stdout } = await run('--help');
    expect(stdout).toContain('-- --port N');
    await expect(run('--prot', '9000')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Unknown option '--prot'\.[\s\S]*--port N[\s\S]*--help/),
    });
  });
});
