import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Machine } from '../machine/machine.ts';
import { OutputReader } from '../testing/read-output.ts';
import type { LinkState } from './reconnecting-machine.ts';
import { openSshHost } from './ssh-host.ts';
import { type FlakyProxy, startFlakyProxy } from './testing/flaky-proxy.ts';
import { makeKey } from './testing/make-key.ts';
import { makeFolder } from './testing/test-machine.ts';
import { type TestPorts, testPorts } from './testing/test-ports.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

interface Bench {
  machine: Machine;
  ports: TestPorts;
  server: TestServer;
  proxy: FlakyProxy;
  folder: string;
  states: LinkState[];
  /** Resolves when the link is in this state. */
  until(type: LinkState['type'], count?: number): Promise<void>;
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(): Promise<Bench> {
  const folder = await makeFolder();
  const server = await startTestServer({ home: folder });
  const proxy = await startFlakyProxy(server.port);
  const ports = testPorts();
  const states: LinkState[] = [];
  const waiters = new Set<() => void>();
  const machine = await openSshHost({ target: `tester@127.0.0.1:${proxy.port}`, folder: '' }, ports, (state) => {
    states.push(state);
    for (const wake of [...waiters]) wake();
  });
  closing.push(
    () => server.close(),
    () => proxy.close(),
    () => machine.close(),
  );
  const until = async (type: LinkState['type'], count = 1) => {
    while (states.filter((state) => state.type === type).length < count) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiters.delete(wake);
          resolve();
        };
        waiters.add(wake);
      });
    }
  };
  return { machine, ports, server, proxy, folder, states, until };
}

const sh = (bench: Bench, script: string) => ({ command: 'sh', args: ['-c', script], cwd: bench.folder, env: {}, terminal: null });

test('after a cut it connects again, and says which processes were lost', async () => {
  const bench = await open();
  const process = await bench.machine.processes.start(sh(bench, 'echo started; sleep 1000'));
  const output = new OutputReader(process);
  await output.until(/started/);
  bench.proxy.cut();
  expect(await process.end).toMatchObject({ type: 'lost', reason: expect.stringContaining('127.0.0.1') });
  await output.ended;
  await expect(process.write(Buffer.from('x'))).rejects.toMatchObject({ code: 'EPIPE' });
  await bench.until('waiting');
  bench.ports.clock.advance(1_000);
  await bench.until('connected', 2);
  await writeFile(join(bench.folder, 'a'), 'after');
  expect(Buffer.from(await bench.machine.files.read(join(bench.folder, 'a'))).toString()).toBe('after');
});

test('reading waits for the connection; a call that may have been carried out is not repeated', async () => {
  const bench = await open();
  const path = join(bench.folder, 'log');
  await writeFile(path, '1');
  bench.proxy.hold();
  const reading = bench.machine.files.read(path);
  const writing = bench.machine.files.write(path, Buffer.from('2'));
  const starting = bench.machine.processes.start(sh(bench, 'echo ran >> ran'));
  const failures = Promise.allSettled([writing, starting]);
  bench.proxy.cut();
  bench.proxy.release();
  for (const failure of await failures) {
    expect(failure).toMatchObject({
      status: 'rejected',
      reason: { code: 'ECONNRESET', message: expect.stringContaining('it is not repeated') },
    });
  }
  await bench.until('waiting');
  const later = bench.machine.files.status(path);
  bench.ports.clock.advance(1_000);
  expect(Buffer.from(await reading).toString()).toBe('1');
  expect(await later).toMatchObject({ size: 1 });
  expect(await readFile(path, 'utf8')).toBe('1');
  expect(bench.server.commands.filter((command) => command.includes('echo ran'))).toEqual([]);
});

test('it waits longer from attempt to attempt, and calls give up after 30 seconds', async () => {
  const bench = await open();
  bench.proxy.setReachable(false);
  bench.proxy.cut();
  await bench.until('waiting');
  const reading = bench.machine.files.status(bench.folder).catch((error: Error) => error.message);
  for (let attempt = 2; attempt <= 9; attempt += 1) {
    bench.ports.clock.advance(40_000);
    await bench.until('waiting', attempt);
  }
  expect(await reading).toMatch(/There is no connection to .* now\. Nothing was carried out\./);
  const delays = bench.states.flatMap((state) => (state.type === 'waiting' ? [state.milliseconds] : []));
  delays.forEach((delay, index) => {
    const base = Math.min(500 * 2 ** index, 30_000);
    expect(delay).toBeGreaterThanOrEqual(base);
    expect(delay).toBeLessThanOrEqual(base * 1.25);
  });
  bench.proxy.setReachable(true);
  bench.ports.clock.advance(40_000);
  await bench.until('connected', 2);
  expect(await bench.machine.files.list(bench.folder)).toEqual([]);
});

test('a server that has become another one is not connected to again', async () => {
  const bench = await open();
  const lost: string[] = [];
  bench.machine.onConnection((change) => change.state === 'lost' && lost.push(change.reason));
  const known = '/home/tester/.ssh/known_hosts';
  bench.ports.files.texts.set(known, `[127.0.0.1]:${bench.proxy.port} ssh-ed25519 ${makeKey().publicBytes.toString('base64')}\n`);
  bench.proxy.cut();
  await bench.until('waiting');
  bench.ports.clock.advance(1_000);
  await bench.until('lost');
  expect(lost).toEqual([expect.stringContaining('has changed')]);
  await expect(bench.machine.files.list(bench.folder)).rejects.toThrow('has changed');
});

test('a watch continues after a cut', async () => {
  const bench = await open();
  const names: string[] = [];
  let wake = () => undefined as void;
  const watch = await bench.machine.files.watch(bench.folder, { isRecursive: true }, ({ name }) => {
    names.push(name);
    wake();
  });
  const seen = async (name: string) => {
    while (!names.includes(name)) {
      bench.ports.clock.advance(2_000);
      await Promise.race([
        new Promise<void>((resolve) => {
          wake = resolve;
        }),
        bench.machine.files.status(bench.folder).then(() => undefined),
      ]);
    }
  };
  bench.proxy.cut();
  await bench.until('waiting');
  bench.ports.clock.advance(1_000);
  await seen('.');
  await appendFile(join(bench.folder, 'later'), 'x');
  await seen('later');
  watch.close();
});

test('12 cuts at different instants: a counter that is read and written never counts twice', async () => {
  const bench = await open();
  const path = join(bench.folder, 'counter');
  await writeFile(path, '0');
  let told = 0;
  let unknown = 0;
  for (let round = 1; round <= 12; round += 1) {
    const value = Number(Buffer.from(await bench.machine.files.read(path)).toString());
    const writing = bench.machine.files.write(path, Buffer.from(String(value + 1)));
    // Each round cuts a little later in the exchange.
    for (let step = 0; step < round * 8; step += 1) await new Promise((resolve) => setImmediate(resolve));
    bench.proxy.cut();
    await writing.then(
      () => {
        told += 1;
      },
      () => {
        unknown += 1;
      },
    );
    await bench.until('waiting', round);
    bench.ports.clock.advance(1_000);
    await bench.until('connected', round + 1);
  }
  const final = Number(await readFile(path, 'utf8'));
  expect(told + unknown).toBe(12);
  expect(final).toBeGreaterThanOrEqual(told);
  expect(final).toBeLessThanOrEqual(told + unknown);
});
