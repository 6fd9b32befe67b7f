import { describe, expect, it } from 'vitest';
import { useClient } from './harness/use-client.ts';

/** `npm run conformance -- --long`. */
describe.runIf(process.env.CONFORMANCE_LONG === '1')('however much a program does, the container', () => {
  const client = useClient();

  it('bounds a fork bomb, stays open for others meanwhile, and ends all of it with its shell', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      await container.fs.writeFile('bomb.sh', 'sh bomb.sh &\nsh bomb.sh &\nwait\nsleep 100\n');
      const bomb = await container.spawn('jsh', ['bomb.sh']);
      const said: string[] = [];
      void bomb.output.pipeTo(new WritableStream({ write: (text) => void said.push(text) }));
      await until(() => /EAGAIN|resource temporarily unavailable/i.test(said.join('')));
      const beside = await runToEnd('echo', ['still here']);
      bomb.kill();
      const exitCode = await bomb.exit;
      const { output } = await runToEnd('ps', []);
      return { beside, exitCode, left: output.split('\n').filter((line) => line.includes('bomb')).length };
    });
    expect(seen).toEqual({ beside: { exitCode: 0, output: 'still here\n' }, exitCode: 143, left: 0 });
  }, 120_000);

  it('hands over 100 MB of output whole, at the pace of who reads it', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      const flood = await container.spawn('jsh', ['-c', 'yes 0123456789012345678901234567890123456789 | head -c 100000000']);
      const reader = flood.output.getReader();
      let length = ((await reader.read()).value ?? '').length;
      // While nothing is read, the writers wait and other programs do not.
      const beside = await runToEnd('echo', ['beside']);
      for (let next = await reader.read(); !next.done; next = await reader.read()) length += next.value.length;
      return { length, beside: beside.output, exitCode: await flood.exit };
    });
    expect(seen).toEqual({ length: 100_000_000, beside: 'beside\n', exitCode: 0 });
  }, 120_000);

  it('holds a tree of 20 000 files', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      const tree: Parameters<typeof container.mount>[0] = {};
      for (let folder = 0; folder < 200; folder += 1) {
        const directory: typeof tree = {};
        for (let file = 0; file < 100; file += 1) directory[`f${file}.txt`] = { file: { contents: `${folder} ${file}` } };
        tree[`d${folder}`] = { directory };
      }
      await container.fs.mkdir('many');
      await container.mount(tree, { mountPoint: 'many' });
      const count = await runToEnd('jsh', ['-c', 'find many -type f | wc -l']);
      const found = await runToEnd('jsh', ['-c', 'grep -rl "^199 99$" many']);
      await container.fs.rm('many', { recursive: true });
      return [count.output.trim(), found.output];
    });
    expect(seen).toEqual(['20000', 'many/d199/f99.txt\n']);
  }, 120_000);

  it('ends a process whose memory grows and grows, as Node does, and nothing else', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      const beside = await container.spawn('node', ['-e', 'setInterval(() => {}, 1000)']);
      // 26 MB per second: a program that fills its heap within seconds is faster than any sampling.
      const leak = 'const kept = []; setInterval(() => kept.push(new Array(1e5).fill(1.5 + kept.length)), 30);';
      const leaking = await runToEnd('node', ['-e', leak]);
      const still = await Promise.race([beside.exit, Promise.resolve('runs')]);
      beside.kill();
      return { exitCode: leaking.exitCode, said: leaking.output.includes('JavaScript heap out of memory'), still };
    });
    expect(seen).toEqual({ exitCode: 134, said: true, still: 'runs' });
  }, 180_000);
});
