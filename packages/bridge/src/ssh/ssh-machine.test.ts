import { mkdir, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { collect } from '../machine/collect.ts';
import type { ProcessRequest } from '../machine/machine.ts';
import { haveEnded } from '../testing/have-ended.ts';
import { OutputReader } from '../testing/read-output.ts';
import { openSshMachine } from './ssh-machine.ts';
import { openTestMachine, type TestMachine } from './testing/test-machine.ts';
import { testPorts } from './testing/test-ports.ts';
import type { TestServerOptions } from './testing/test-server.ts';

const opened: TestMachine[] = [];
afterEach(async () => {
  for (const bench of opened.splice(0)) await bench.close();
});

async function open(options: Partial<TestServerOptions> = {}): Promise<TestMachine> {
  const bench = await openTestMachine(options);
  opened.push(bench);
  return bench;
}

function sh(bench: TestMachine, script: string, more: Partial<ProcessRequest> = {}): ProcessRequest {
  return { command: 'sh', args: ['-c', script], cwd: bench.folder, env: {}, terminal: null, ...more };
}

describe('a machine over SSH', () => {
  test('says what it is', async () => {
    const { machine, folder } = await open();
    expect(machine.facts).toMatchObject({ kind: 'ssh', platform: 'linux', shell: '/bin/sh', folder, home: folder, hasTerminal: true });
    expect(machine.facts).toMatchObject({ host: 'tester@127.0.0.1', user: userInfo().username });
    expect(machine.facts.system).not.toBe('');
  });

  test('opens a folder below the home, and says in words that there is none', async () => {
    const { server, folder } = await open();
    await mkdir(join(folder, `it's here`));
    const target = `tester@127.0.0.1:${server.port}`;
    for (const name of [`it's here`, `~/it's here`, join(folder, `it's here`)]) {
      const machine = await openSshMachine({ target, folder: name }, testPorts());
      expect(machine.facts.folder).toBe(join(folder, `it's here`));
      await machine.close();
    }
    await expect(openSshMachine({ target, folder: '$(touch x)' }, testPorts())).rejects.toThrow(
      'There is no folder “$(touch x)” on 127.0.0.1',
    );
  });

  test('slows a program down whose output is not read, and loses nothing', async () => {
    const bench = await open();
    const size = 24 * 1024 * 1024;
    const process = await bench.machine.processes.start(sh(bench, `head -c ${size} /dev/zero; echo done > end`));
    let isOver = false;
    void process.end.then(() => {
      isOver = true;
    });
    for (let index = 0; index < 50; index += 1) await bench.machine.files.status(bench.folder);
    expect(isOver).toBe(false);
    let read = 0;
    for await (const { bytes } of process.output) read += bytes.length;
    expect([read, await process.end]).toEqual([size, { type: 'exited', code: 0 }]);
  });

  test('takes the search path of the login shell, and the project’s own commands', async () => {
    const bench = await open({ shell: '/bin/bash' });
    await writeFile(join(bench.folder, '.bash_profile'), 'export PATH="$PATH:/opt/of-login"');
    const { server, folder } = bench;
    const machine = await openSshMachine({ target: `tester@127.0.0.1:${server.port}`, folder: '' }, testPorts());
    const { stdout } = await collect(machine.processes, sh(bench, 'printf %s "$PATH"'), { clock: bench.ports.clock, milliseconds: 1_000 });
    expect(stdout).toMatch(/:\/opt\/of-login:/);
    expect(stdout.endsWith(`:${folder}/node_modules/.bin`)).toBe(true);
    await machine.close();
  });

  test('says what is there: programs, the agent’s shell, and a folder for temporary files that is gone with it', async () => {
    const bench = await open();
    const { facts } = bench.machine;
    expect(facts.programs.node).toMatch(/^\d+\.\d+\.\d+/);
    expect(facts).toMatchObject({
      shell: '/bin/sh',
      folder: bench.folder,
      wall: null,
      agentShell: [expect.stringMatching(/\/(?:ba)?sh$/)],
    });
    const { mode } = await stat(facts.temporaryFolder);
    expect(mode & 0o777).toBe(0o700);
    await bench.machine.close();
    await expect(stat(facts.temporaryFolder)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('ends what it has started', async () => {
    const bench = await open();
    const polite = await bench.machine.processes.start(sh(bench, 'echo $$; sleep 1000'));
    const left = await bench.machine.processes.start(sh(bench, 'sleep 1000 & echo $!'));
    const outputs = [new OutputReader(polite), new OutputReader(left)];
    const pids = await Promise.all(outputs.map(async (output) => Number(await output.until(/\d+\n/))));
    await left.end;
    await bench.machine.close();
    expect(await polite.end).toMatchObject({ type: 'killed' });
    await haveEnded(pids);
  });
});

describe('a server with limits', () => {
  test('that gives commands no group of their own: a signal still ends all that was started', async () => {
    const bench = await open({ hasNoGroups: true });
    const process = await bench.machine.processes.start(sh(bench, 'sleep 1000 & echo $!; wait'));
    const output = new OutputReader(process);
    const pid = Number(await output.until(/\d+\n/));
    process.signal('SIGTERM');
    expect(await process.end).toEqual({ type: 'killed', signal: 'SIGTERM' });
    await output.ended;
    await haveEnded([pid]);
  });

  test('that allows few channels says so, and its processes are stopped all the same', async () => {
    const bench = await open({ mostSessions: 3 });
    await bench.machine.files.status(bench.folder);
    const process = await bench.machine.processes.start(sh(bench, 'sleep 1000'));
    await expect(bench.machine.processes.start(sh(bench, 'true'))).rejects.toMatchObject({
      code: 'EAGAIN',
      message: expect.stringContaining('MaxSessions'),
    });
    process.signal('SIGKILL');
    expect(await process.end).toEqual({ type: 'killed', signal: 'SIGKILL' });
  });

  test('that gives no terminal says why', async () => {
    const { machine } = await open({ refusesTerminals: true });
    expect(machine.facts.hasTerminal).toBe(false);
    expect(machine.facts.terminalReason).toContain('The server gives programs no terminal');
  });

  test('that forbids forwarding says so', async () => {
    const { machine } = await open({ refusesForwarding: true });
    await expect(machine.ports.connect(9)).rejects.toMatchObject({ message: expect.stringMatching(/ECONNREFUSED|AllowTcpForwarding/) });
  });
});
