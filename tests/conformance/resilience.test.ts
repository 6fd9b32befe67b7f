import { describe, expect, it } from 'vitest';
import { itEngineOnly } from './harness/engine-only.ts';
import { useClient } from './harness/use-client.ts';

const itsOwn = itEngineOnly('its limits of files and processes; a machine has those of its system');

describe('whatever a program does, the container', () => {
  const client = useClient();

  it('answers while a program loops for ever, and ends it when it is asked to', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      const loop = await container.spawn('node', ['-e', 'console.log("on"); setTimeout(() => { for (;;); }, 0)']);
      await loop.output.getReader().read();
      await container.fs.writeFile('beside.txt', 'written');
      const beside = await runToEnd('cat', ['beside.txt']);
      loop.kill();
      return { beside, exitCode: await loop.exit };
    });
    expect(seen).toEqual({ beside: { exitCode: 0, output: 'written' }, exitCode: 143 });
  });

  it('continues after the tab has slept', async () => {
    await client.inPage(async () => {
      const container = await booted();
      const child = await container.spawn('node', ['-e', 'let n = 0; setInterval(() => console.log(++n), 20)']);
      Object.assign(globalThis, { child, said: '' });
      void child.output.pipeTo(
        new WritableStream({ write: (text) => void Object.assign(globalThis, { said: Reflect.get(globalThis, 'said') + text }) }),
      );
      await until(() => String(Reflect.get(globalThis, 'said')).includes('3\n'));
    });
    const session = await client.page().context().newCDPSession(client.page());
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    await session.detach();
    const seen = await client.inPage(async () => {
      const child = Reflect.get(globalThis, 'child') as { kill(): void; exit: Promise<number> }; // set above
      const before = String(Reflect.get(globalThis, 'said')).length;
      await until(() => String(Reflect.get(globalThis, 'said')).length > before);
      child.kill();
      return [await child.exit, (await runToEnd('echo', ['awake'])).output];
    });
    expect(seen).toEqual([143, 'awake\n']);
  });

  itsOwn('refuses what is beyond its limits with an error of that call, and keeps all else', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      await container.fs.writeFile('kept.txt', 'kept');
      const script = `
        const fs = require('node:fs');
        const attempt = (name, work) => { try { work(); console.log(name, 'done'); } catch (error) { console.log(name, error.code); } };
        attempt('file', () => { const f = fs.openSync('huge', 'w'); fs.writeSync(f, 'x', 600 * 1024 * 1024); });
        attempt('descriptors', () => { for (let n = 0; n < 5000; n++) fs.openSync('kept.txt'); });
        attempt('arguments', () => require('node:child_process').spawnSync('echo', ['x'.repeat(5e6)], { stdio: 'ignore' }).error && (() => { throw Object.assign(new Error(), { code: 'E2BIG' }); })());
      `;
      const ran = await runToEnd('node', ['-e', script]);
      return { ran, kept: await container.fs.readFile('kept.txt', 'utf8') };
    });
    expect(seen).toEqual({ ran: { exitCode: 0, output: 'file EFBIG\ndescriptors EMFILE\narguments E2BIG\n' }, kept: 'kept' });
  });
});
