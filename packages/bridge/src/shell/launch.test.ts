import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { isSecretVariable, SECRET_NAME_ENDINGS, SECRET_NAME_PARTS } from 'devonz-engine-protocol/secret-variable';
import { afterEach, describe, expect, test } from 'vitest';
import type { ProcessRequest } from '../machine/machine.ts';
import { haveEnded, isRunning } from '../testing/have-ended.ts';
import { foundShells, missingShellsInWords } from '../testing/shells.ts';
import { signalOrder } from './end-processes.ts';
import { launchCommand, parseLaunchReport } from './launch.ts';

/** These are `/bin/sh` somewhere; fish is nowhere. */
const posixShells = foundShells.filter(({ name }) => name !== 'fish');

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

test(`the shells of the matrix: ${missingShellsInWords}`, () => {
  expect(posixShells.length).toBeGreaterThan(0);
});

describe.each(posixShells)('where /bin/sh is $name', ({ name, program }) => {
  /** A shell takes the rules of the name by which it is called. */
  const calledAs = name === 'ash' ? 'ash' : 'sh';
  /** Runs as the server would, with another program in the place of `/bin/sh`. */
  const run = (
    command: string,
    args: string[],
    cwd = '/',
    env: Record<string, string> = {},
    more: Partial<ProcessRequest> = {},
    given: Record<string, string> = {},
  ) => {
    const line = launchCommand({ command, args, cwd, env, terminal: null, ...more }, 'TOKEN').replace(
      'exec /bin/sh',
      `exec -a ${calledAs} "$SH"`,
    );
    return spawnSync('/bin/bash', ['--norc', '-c', line], {
      env: { PATH: '/usr/bin:/bin', SH: program, MY_TOKEN: 'a b\nOTHER=*', SSH_AUTH_SOCK: '/s', Plain: 'MY_TOKEN=1', ...given },
      encoding: 'utf8',
    });
  };

  test('a program is started with its report on both streams', () => {
    const { stdout, stderr, status } = run(
      'sh',
      ['-c', `printf '%s|' "$PWD" "$VALUE" "$@"; printf err >&2; exit 5`, 'sh', 'a b', `it's`],
      '/usr',
      { VALUE: `"\\'` },
    );
    const [report, ...rest] = stdout.split('\n');
    expect(report).toMatch(/^TOKEN group \d+$/);
    expect(parseLaunchReport(report?.slice('TOKEN '.length) ?? '')).toMatchObject({ type: 'started', ownsGroup: true });
    expect([rest.join('\n'), stderr.replace(/^TOKEN group \d+\n/, ''), status]).toEqual([`/usr|"\\'|a b|it's|`, 'err', 5]);
  });

  test('a variable that the shell does not let go changes nothing', () => {
    const { stdout } = run('printenv', ['VALUE'], '/', { UID: '7', PPID: '8', IFS: 'x', VALUE: 'kept' });
    expect(stdout).toMatch(/^TOKEN group \d+\nkept\n$/);
  });

  test('what may hold a secret is left out for the agent, but what the request itself gives', () => {
    const names = `printf '%s|' "\${MY_TOKEN-gone}" "\${SSH_AUTH_SOCK-gone}" "$Plain" "$GIVEN_KEY"`;
    const { stdout } = run('sh', ['-c', names], '/', { GIVEN_KEY: 'given' }, { hidesSecrets: true });
    expect(stdout).toMatch(/^TOKEN group \d+\ngone\|gone\|MY_TOKEN=1\|given\|$/);
  });

  test('every name that counts as secret is left out, in any case, and no other', () => {
    const secret = [...SECRET_NAME_PARTS.map((part) => `X${part}_Y`), ...SECRET_NAME_ENDINGS.map((ending) => `GH${ending}`)];
    const names = secret.flatMap((name) => [name.toUpperCase(), name.toLowerCase()]);
    const given = Object.fromEntries(['MY_PATH', 'MY_PWD_X', 'BYPASS', ...names].map((name) => [name, 'v']));
    const { stdout } = run('printenv', [], '/', {}, { hidesSecrets: true }, given);
    const left = stdout.split('\n').flatMap((line) => (/=v$/.test(line) ? [line.slice(0, -2)] : []));
    expect(left.sort()).toEqual(['BYPASS', 'MY_PATH', 'MY_PWD_X']);
    expect(names.filter((name) => !isSecretVariable(name))).toEqual([]);
  });

  test('both streams are one where they are asked for together', () => {
    const { stdout, stderr } = run('sh', ['-c', 'echo 1; echo 2 >&2; echo 3'], '/', {}, { joinsErrors: true });
    expect([stdout.replace(/^.*\n/, ''), stderr]).toEqual(['1\n2\n3\n', expect.stringMatching(/^TOKEN group \d+\n$/)]);
  });

  test('a missing program or folder is reported', () => {
    expect(run('devonz-no-such-program', []).stdout).toBe('TOKEN absent\n');
    expect(run('true', [], '/devonz-no-such-folder').stdout).toBe('TOKEN folder\n');
  });

  test('a signal reaches the whole session, and nothing else', async () => {
    // A group of its own within the session, as a shell with job control makes them.
    const inner = 'sleep 1000 & echo $!; exec sleep 1000';
    const child = spawn('/bin/bash', ['-c', `set -m; sh -c '${inner}' & echo $!; wait`], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const other = spawn('sleep', ['1000'], { detached: true });
    children.push(child, other);
    let text = '';
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (bytes: Buffer) => {
        text += bytes.toString();
        if (/\d+\n\d+\n/.test(text)) resolve();
      });
    });
    const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
    const { script, args } = signalOrder(child.pid ?? 0, 'SIGTERM', false);
    const { status } = spawnSync(program, ['-c', script, 'sh', ...args], { argv0: calledAs });
    expect([status, await ended]).toEqual([0, 'SIGTERM']);
    const pids = text.trim().split('\n').map(Number);
    await haveEnded(pids);
    expect(isRunning(other.pid ?? 0)).toBe(true);
  });
});

test('a report that is none is not taken for one', () => {
  for (const text of ['', 'group', 'group 0', 'group 1', 'group x', 'alone -5', 'group 12 3', 'group 99999999999'])
    expect(parseLaunchReport(text), text).toBe(null);
});
