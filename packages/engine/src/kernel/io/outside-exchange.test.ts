import { expect, it } from 'vitest';
import { withoutStack } from '../../abi/error-codes.ts';
import type { Program } from '../../abi/program.ts';
import type { SystemCalls } from '../../abi/system-calls.ts';
import { createTestKernel } from '../testing/create-test-kernel.ts';
import type { OutsideReceiver } from './outside-exchange.ts';

const HEAD = { url: 'https://api.weather.net/', method: 'GET', headers: [] };
const bytes = (text: string) => new TextEncoder().encode(text);

/** A kernel whose embedder responds manually. */
function setUp(work: (system: SystemCalls) => Promise<void>, limits = {}) {
  const links: { receiver: OutsideReceiver; pulls: number; isClosed: boolean }[] = [];
  const node: Program = async ({ system }) => {
    await work(system);
    return 0;
  };
  const kernel = createTestKernel({
    programs: { node },
    limits,
    requestOutside(_request, receiver) {
      const link = { receiver, pulls: 0, isClosed: false };
      links.push(link);
      return {
        pull: () => {
          link.pulls += 1;
        },
        close: () => {
          link.isClosed = true;
        },
      };
    },
  });
  return { links, run: () => kernel.run(['node']), start: () => kernel.start(['node']) };
}

it('an answer is asked for as it is read, and reaches its reader in the pieces it wants', async () => {
  const seen: string[] = [];
  const { links, run } = setUp(async (system) => {
    const descriptor = await system.async('requestOutside', HEAD, new Uint8Array(0));
    const read = async (length: number) => new TextDecoder().decode(await system.async('read', descriptor, length, null));
    const first = read(100);
    expect(links[0]?.pulls).toBe(1);
    links[0]?.receiver.receive(bytes('{}'));
    seen.push(await first);
    const second = read(4);
    links[0]?.receiver.receive(bytes('abcdef'));
    seen.push(await second, await read(100));
    expect(links[0]?.pulls).toBe(2);
    const last = read(100);
    links[0]?.receiver.end();
    seen.push(await last, await read(100));
  });
  expect((await run()).exitCode).toBe(0);
  expect(seen).toEqual(['{}', 'abcd', 'ef', '', '']);
  expect(links.map(({ isClosed }) => isClosed)).toEqual([true]);
});

it('a failure reaches every read from then on', async () => {
  const seen: string[] = [];
  const { links, run } = setUp(async (system) => {
    const descriptor = await system.async('requestOutside', HEAD, new Uint8Array(0));
    const first = system.async('read', descriptor, 100, null);
    links[0]?.receiver.fail(withoutStack('EACCES', 'not allowed'));
    for (const read of [first, system.async('read', descriptor, 100, null)])
      await read.catch(({ code, message }) => seen.push(`${code} ${message}`));
  });
  expect((await run()).exitCode).toBe(0);
  expect(seen).toEqual(['EACCES not allowed', 'EACCES not allowed']);
});

it('a process that ends has hung up', async () => {
  const { links, start } = setUp(async (system) => {
    await system.async('requestOutside', HEAD, new Uint8Array(0)).then((descriptor) => system.async('read', descriptor, 100, null));
  });
  const session = start();
  await expect.poll(() => links[0]?.pulls).toBe(1);
  session.kill();
  await session.exit;
  expect(links[0]?.isClosed).toBe(true);
});

it('no program has more under way than the limits say, in number and in bytes', async () => {
  const codes: string[] = [];
  const { links, run } = setUp(
    async (system) => {
      const ask = (size: number) => system.async('requestOutside', HEAD, new Uint8Array(size));
      const attempt = (size: number) => ask(size).catch(({ code }) => codes.push(code));
      const first = await ask(60);
      await attempt(60);
      await ask(10);
      await attempt(1);
      await system.async('close', first);
      await ask(60);
    },
    { maxOutsideRequests: 2, maxOutsideBytes: 100 },
  );
  expect((await run()).exitCode).toBe(0);
  expect(codes).toEqual(['EAGAIN', 'EAGAIN']);
  expect(links).toHaveLength(3);
});

it('without an embedder who carries requests there is no such call, and nothing is left open', async () => {
  const node: Program = async ({ system }) => {
    for (let count = 0; count < 300; count += 1)
      await expect(system.async('requestOutside', HEAD, new Uint8Array(0))).rejects.toMatchObject({ code: 'ENOSYS' });
    expect(await system.async('pipe')).toEqual([3, 4]);
    return 0;
  };
  expect((await createTestKernel({ programs: { node } }).run(['node'])).exitCode).toBe(0);
});
