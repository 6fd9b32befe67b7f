import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { ProcessRequest } from '../machine/machine.ts';
import { inspectMachine } from './inspect-machine.ts';
import { collect } from './processes/collect.ts';
import { openSshMachine } from './ssh-machine.ts';
import { haveEnded } from './testing/have-ended.ts';
import { OutputReader } from './testing/read-output.ts';
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

function run(bench: TestMachine, script: string) {
  return collect(bench.machine.processes, sh(bench, script), { clock: bench.ports.clock, milliseconds: 1_000, bytes: 64 * 1024 * 1024 });
}

describe('a machine over SSH', () => {
  test('says what it is', async () => {
    const { machine, folder } = await open();
    expect(machine.facts).toMatchObject({ kind: 'ssh', platform: 'linux', shell: '/bin/sh', folder, home: folder, hasTerminal: true });
    expect(machine.facts.host).toMatch(/^\w+@127\.0\.0\.1$/);
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

  test('runs 200 commands in a row, each with its exit code and both streams', async () => {
    const bench = await open();
    const results = [];
    for (let index = 0; index < 200; index += 1)
      results.push(await run(bench, `printf 'out ${index}'; printf 'err ${index}' >&2; exit ${index}`));
    const expected = results.map((_, index) => ({ stdout: `out ${index}`, stderr: `err ${index}`, end: { type: 'exited', code: index } }));
    expect(results).toEqual(expected);
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

  test('finds ports of its user and connects to them', async () => {
    const bench = await open();
    const http = createServer((_request, response) => response.end('here'));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    // A server that listens on TCP has an address of this kind.
    const { port } = http.address() as AddressInfo;
    const seen: string[] = [];
    const stop = bench.machine.ports.watch((found, type) => seen.push(`${type} ${found}`));
    const until = async (entry: string) => {
      while (!seen.includes(entry)) {
        bench.ports.clock.advance(1_000);
        await bench.machine.files.status(bench.folder);
      }
    };
    await until(`open ${port}`);
    const socket = await bench.machine.ports.connect(port);
    socket.write('GET / HTTP/1.0\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*here$/);
    await new Promise<void>((resolve) => http.close(() => resolve()));
    await until(`close ${port}`);
    await expect(bench.machine.ports.connect(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    stop();
  });

  test('is inspected for the form', async () => {
    const bench = await open();
    const inspection = await inspectMachine(bench.machine, bench.ports.clock);
    expect(inspection.versions.node).toMatch(/^\d+\.\d+\.\d+/);
    expect(inspection).toMatchObject({ shell: '/bin/sh', folder: bench.folder, system: bench.machine.facts.system });
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
