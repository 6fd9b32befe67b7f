import { describe, expect, it } from 'vitest';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { coreutilsProgram } from '../coreutils-program.ts';
import { jshProgram } from '../jsh-program.ts';

const terminal = { columns: 80, rows: 24 };

/** A shell at a terminal; `until` reads on until the text shown since the last call holds what is asked for. */
function openShell(args: string[] = []) {
  const kernel = createTestKernel({
    programs: { jsh: jshProgram, coreutils: coreutilsProgram },
    files: { '/home/project/alpha.txt': 'one\n', '/home/project/alpine/x': '' },
  });
  const session = kernel.start(['jsh', ...args], { terminal });
  const decoder = new TextDecoder();
  let shown = '';
  return {
    session,
    type: (text: string) => session.write(new TextEncoder().encode(text)),
    async until(text: string): Promise<string> {
      while (!shown.includes(text)) {
        const bytes = await session.readOutput();
        if (bytes.length === 0) throw new Error(`ended before ${JSON.stringify(text)}: ${JSON.stringify(shown)}`);
        shown += decoder.decode(bytes, { stream: true });
      }
      const end = shown.indexOf(text) + text.length;
      const before = shown.slice(0, end);
      shown = shown.slice(end);
      return before;
    },
  };
}

describe('jsh at a terminal', () => {
  it('shows the folder in its prompt, runs a line and prompts again', async () => {
    const shell = openShell();
    await shell.until('❯');
    shell.type('echo he""llo\r');
    await shell.until('\r\nhello\r\n');
    await shell.until('❯');
    shell.type('exit 3\r');
    expect(await shell.session.exit).toMatchObject({ exitCode: 3 });
  });

  it('marks readiness, prompt and exit codes with OSC 654 when asked', async () => {
    const shell = openShell(['--osc']);
    await shell.until('\x1b]654;interactive\x07');
    await shell.until('\x1b]654;prompt\x07');
    shell.type('false\n');
    expect(await shell.until('\x1b]654;prompt\x07')).toMatch(/\x1b\]654;exit=\d+:1\x07/);
    shell.type('\x04');
    expect(await shell.session.exit).toMatchObject({ exitCode: 1 });
  });

  it('drops the line on Ctrl-C and prompts again', async () => {
    const shell = openShell(['--osc']);
    await shell.until('\x1b]654;prompt\x07');
    shell.type('echo never\x03');
    await shell.until('^C');
    await shell.until('\x1b]654;prompt\x07');
    shell.type('echo $?\r');
    await shell.until('\r\n130\r\n');
    shell.type('\x04');
    await shell.session.exit;
  });

  it('interrupts a command inside the shell with Ctrl-C and exit code 130', async () => {
    const shell = openShell(['--osc']);
    await shell.until('\x1b]654;prompt\x07');
    shell.type('while :; do :; done\r');
    await shell.until('\n');
    shell.type('\x03');
    expect(await shell.until('\x1b]654;prompt\x07')).toContain(':130\x07');
    shell.type('cat\r');
    await shell.until('\n');
    shell.type('\x03');
    expect(await shell.until('\x1b]654;prompt\x07')).toContain(':130\x07');
    shell.type('\x04');
    await shell.session.exit;
  });

  it('interrupts the command when its Ctrl-C came in one piece with its line', async () => {
    const shell = openShell(['--osc']);
    await shell.until('\x1b]654;prompt\x07');
    shell.type('while :; do :; done\rdropped\x03echo ne""xt\r');
    expect(await shell.until('\x1b]654;prompt\x07')).toContain(':130\x07');
    await shell.until('\r\nnext\r\n');
    shell.type('\x04');
    await shell.session.exit;
  });

  it('edits with arrows and recalls the history', async () => {
    const shell = openShell();
    await shell.until('❯');
    shell.type('echo ac\x1b[Db\r');
    await shell.until('\r\nabc\r\n');
    await shell.until('❯');
    shell.type('\x1b[A\r');
    await shell.until('\r\nabc\r\n');
    shell.type('\x04');
    await shell.session.exit;
  });

  it('completes paths with Tab as far as they agree', async () => {
    const shell = openShell();
    await shell.until('❯');
    shell.type('cat al\tha\t\r');
    await shell.until('\r\none\r\n');
    shell.type('\x04');
    await shell.session.exit;
  });

  it('goes on over several lines until the command is whole', async () => {
    const shell = openShell();
    await shell.until('❯');
    shell.type('for i in 1 2\rdo echo "n$i"\rdone\r');
    await shell.until('\r\nn1\r\nn2\r\n');
    shell.type('\x04');
    await shell.session.exit;
  });
});
