import { expect, it } from 'vitest';
import { describeEngineOnly } from './harness/engine-only.ts';
import { useClient } from './harness/use-client.ts';

const describeItsOwn = describeEngineOnly('recorded with the prompt and the words of its own shell');

describeItsOwn('the shell on a terminal', () => {
  const client = useClient();

  /** Types each line when the screen shows its expected text, and returns the whole screen when the shell ends. */
  async function typed(lines: [waitFor: string, keys: string][]): Promise<string> {
    return client.inPage(async (steps) => {
      const child = await (await booted()).spawn('jsh', [], { terminal: { cols: 80, rows: 24 } });
      const writer = child.input.getWriter();
      let screen = '';
      let from = 0;
      const shown = child.output.pipeTo(
        new WritableStream({
          write(part) {
            screen += part;
          },
        }),
      );
      for (const [waitFor, keys] of steps) {
        await until(() => screen.indexOf(waitFor, from) !== -1);
        from = screen.length;
        await writer.write(keys);
      }
      await child.exit;
      await shown;
      return screen;
    }, lines);
  }

  it('runs jobs in the background and brings them to the front, where Ctrl-C ends them', async () => {
    const screen = await typed([
      ['❯', 'sleep 100 &\r'],
      ['[1]', 'jobs\r'],
      ['Running', 'fg\r'],
      ['sleep 100', '\x03'],
      ['❯', 'echo code $?; exit\r'],
    ]);
    expect(screen).toContain('code 130\r\n');
  });
});
