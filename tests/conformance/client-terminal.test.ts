import { describe, expect, it } from 'vitest';
import { useClient } from './harness/use-client.ts';

describe('a process on a terminal', () => {
  const client = useClient();

  it('sees a terminal, and pipes without one', async () => {
    const seen = await client.inPage(async () => {
      const script = 'test -t 0 && test -t 1 && echo terminal || echo pipes';
      return [await runToEnd('jsh', ['-c', script], { terminal: { cols: 80, rows: 24 } }), await runToEnd('jsh', ['-c', script])];
    });
    expect(seen.map(({ output }) => output)).toEqual(['terminal\r\n', 'pipes\n']);
  });

  it('echoes what is typed and gives whole lines to the program', async () => {
    const output = await client.inPage(async () => {
      const child = await (await booted()).spawn('head', ['-n', '1'], { terminal: { cols: 80, rows: 24 } });
      const writer = child.input.getWriter();
      await writer.write('helo\x7flo\r');
      return outputOf(child);
    });
    expect(output.endsWith('hello\r\n')).toBe(true);
    expect(output.startsWith('helo\b \blo\r\n')).toBe(true);
  });

  it('interrupts the foreground program on Ctrl-C', async () => {
    const seen = await client.inPage(async () => {
      const child = await (await booted()).spawn('sleep', ['100'], { terminal: { cols: 80, rows: 24 } });
      const writer = child.input.getWriter();
      await writer.write('\x03');
      return child.exit;
    });
    expect(seen).toBe(130);
  });

  it('ends input on Ctrl-D', async () => {
    const seen = await client.inPage(async () => {
      const child = await (await booted()).spawn('cat', [], { terminal: { cols: 80, rows: 24 } });
      const writer = child.input.getWriter();
      await writer.write('x\r');
      await writer.write('\x04');
      return child.exit;
    });
    expect(seen).toBe(0);
  });

  it('gives jsh a prompt, runs what is typed, survives Ctrl-C, and leaves on exit', async () => {
    const seen = await client.inPage(async () => {
      const child = await (await booted()).spawn('jsh', [], { terminal: { cols: 80, rows: 24 } });
      const writer = child.input.getWriter();
      let text = '';
      const shown = child.output.pipeTo(
        new WritableStream({
          write(part) {
            text += part;
          },
        }),
      );
      await until(() => text.length > 0);
      await writer.write('echo sum=$((20+22))\r');
      await until(() => text.includes('sum=42'));
      // Not before the program has the terminal: what is typed until then reaches the shell, which ignores a Ctrl-C.
      await writer.write(`sh -c 'echo be""gun; sleep 100'\r`);
      await until(() => text.includes('begun'));
      await writer.write('\x03');
      await writer.write('echo still=$((1+1))\r');
      await until(() => text.includes('still=2'));
      await writer.write('exit 3\r');
      const exitCode = await child.exit;
      await shown;
      return exitCode;
    });
    expect(seen).toBe(3);
  });
});
