import { expect, test } from 'vitest';
import { $runtime } from '../stores/workbench.ts';
import { createRuntimeService } from './runtime-service.ts';
import type { Runtime, RuntimeEvent } from './types.ts';
import type { BootedRuntime } from './webcontainer.ts';

function setUp() {
  const log: string[] = [];
  const fail = () => expect.unreachable('not part of these tests');
  let boots = 0;
  let failsNext = false;
  let emit: (event: RuntimeEvent) => void = fail;
  const boot = async (): Promise<BootedRuntime> => {
    const number = ++boots;
    log.push(`boot ${number}`);
    if (failsNext) {
      failsNext = false;
      throw new Error('no answer');
    }
    const runtime = {
      host: 'engine',
      root: `/${number}`,
      teardown: async () => void log.push(`teardown ${number}`),
      onEvent(listener: (event: RuntimeEvent) => void) {
        emit = listener;
        return () => {};
      },
    };
    // Fails for every member that the service is not expected to use.
    const guarded = new Proxy(runtime, { get: (target, key) => (key in target || key === 'then' ? Reflect.get(target, key) : fail()) });
    return { runtime: guarded as Partial<Runtime> as Runtime, shell: fail as never, outside: null };
  };
  const service = createRuntimeService(boot);
  service.onBooted(({ runtime }) => {
    log.push(`attached ${runtime.root}`);
    return () => log.push(`detached ${runtime.root}`);
  });
  return { service, log, failNext: () => (failsNext = true), end: (reason: string) => emit({ type: 'ended', reason }) };
}

test('the runtime boots once, however many ask for it', async () => {
  const { service, log } = setUp();
  await Promise.all([service.ready(), service.ready()]);
  expect(log).toEqual(['boot 1', 'attached /1']);
  expect($runtime.get()).toEqual({ status: 'ready', host: 'engine' });
});

test('who asks while it restarts gets the new one, after the old one has gone and the next was prepared', async () => {
  const { service, log } = setUp();
  await service.ready();
  const restarted = service.restart(async () => void log.push('prepared'));
  const asked = await service.ready();
  await restarted;
  expect(asked.runtime.root).toBe('/2');
  expect(log).toEqual(['boot 1', 'attached /1', 'detached /1', 'teardown 1', 'prepared', 'boot 2', 'attached /2']);
});

test('one that could not be attached is torn down, so that it cannot end the next one', async () => {
  const { service, log } = setUp();
  let isBroken = true;
  service.onBooted(() => {
    if (isBroken) throw new Error('no room');
    return () => undefined;
  });
  await expect(service.ready()).rejects.toThrow('no room');
  expect(log).toEqual(['boot 1', 'attached /1', 'detached /1', 'teardown 1']);
  isBroken = false;
  expect((await service.ready()).runtime.root).toBe('/2');
});

test('a boot that fails says why, and the next call tries again', async () => {
  const { service, failNext } = setUp();
  failNext();
  await expect(service.ready()).rejects.toMatchObject({ code: 'EUNAVAILABLE', message: expect.stringContaining('no answer') });
  expect($runtime.get()).toEqual({ status: 'failed', message: 'no answer' });
  expect((await service.ready()).runtime.root).toBe('/2');
});

test('one that has died is not replaced by itself: who asks learns why until the user starts it again', async () => {
  const { service, log, end } = setUp();
  await service.ready();
  end('The engine has ended: no memory.');
  expect($runtime.get()).toEqual({ status: 'ended', message: 'The engine has ended: no memory.' });
  await expect(service.ready()).rejects.toMatchObject({ code: 'EUNAVAILABLE', message: 'The engine has ended: no memory.' });
  expect((await service.restart()).runtime.root).toBe('/2');
  expect((await service.ready()).runtime.root).toBe('/2');
  expect(log).toEqual(['boot 1', 'attached /1', 'detached /1', 'teardown 1', 'boot 2', 'attached /2']);
});

test('while another tab runs the project none boots here, which is no failure; taken back, one does', async () => {
  const { service, log } = setUp();
  await service.ready();
  await service.suspend('Another tab works on it.', async () => void log.push('prepared'), 'elsewhere');
  expect($runtime.get()).toEqual({ status: 'elsewhere' });
  await expect(service.ready()).rejects.toMatchObject({ message: 'Another tab works on it.' });
  expect((await service.restart()).runtime.root).toBe('/2');
  expect(log).toEqual(['boot 1', 'attached /1', 'detached /1', 'teardown 1', 'prepared', 'boot 2', 'attached /2']);
});
