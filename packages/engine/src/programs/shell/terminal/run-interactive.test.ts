import { describe, expect, it } from 'vitest';
import { createTestKernel } from '../../../kernel/testing/create-test-kernel.ts';
import { coreutilsProgram } from '../coreutils-program.ts';
import { jshProgram } from '../jsh-program.ts';

const terminal = { columns: 80, rows: 24 };

function createShellKernel() {
  return createTestKernel({
    programs: { jsh: jshProgram, coreutils: coreutilsProgram },
    files: {
      '/home/project/alpha.txt': 'one\n',
      '/home/project/alpine/x': '',
      '/home/project/package.json': '{"scripts":{"greet-me":"echo","build":"vite"}}',
    },
  });
}

/** Opens a shell at a terminal; `until` reads until the text shown since the last call contains the given text. */
function openShell(args: string[] = [], kernel = createShellKernel()) {
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

  it('draws the line again when the terminal gets another size, since one that becomes narrower cuts it off', async () => {
    const shell = openShell();
    await shell.until('❯');
    shell.type('echo abcdefghij');
    await shell.until('abcdefghij');
    shell.session.resize({ columns: 12, rows: 24 });
    // The line now has two rows, redrawn from the first.
    expect(await shell.until('\x1b[J')).not.toContain('A\r\x1b[J');
    await shell.until('echo abcdefghij\r\x1b[');
    shell.session.resize({ columns: 80, rows: 24 });
    expect(await shell.until('\x1b[J')).toContain('\x1b[1A\r\x1b[J');
    await shell.until('echo abcdefghij');
    shell.type('\r');
    await shell.until('\r\nabcdefghij\r\n');
    shell.type('exit\r');
    await shell.session.exit;
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

  it('ends what runs with Ctrl-\\ and exit code 131, and stays itself, also at its prompt', async () => {
    const shell = openShell(['--osc']);
    await shell.until('\x1b]654;prompt\x07');
    for (const command of ['while :; do :; done', 'sleep 60', "jsh -c 'sleep 60'"]) {
      shell.type(`echo u""p; ${command}\r`);
      await shell.until('up\r\n');
      shell.type('\x1c');
      expect(await shell.until('\x1b]654;prompt\x07'), command).toContain(':131\x07');
    }
    shell.type('\x1cecho he""re\r');
    await shell.until('\r\nhere\r\n');
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

  it('continues over several lines until the command is whole', async () => {
    const shell = openShell();
    await shell.until('❯');
    shell.type('for i in 1 2\rdo echo "n$i"\rdone\r');
    await shell.until('\r\nn1\r\nn2\r\n');
    shell.type('\x04');
    await shell.session.exit;
  });

  it('keeps its history for the next shell, which finds it with Ctrl-R', async () => {
    const kernel = createShellKernel();
    const first = openShell([], kernel);
    await first.until('❯');
    first.type('echo remember-$((40 + 2))\r');
    await first.until('\r\nremember-42\r\n');
    await first.until('❯');
    first.type('exit\r');
    await first.session.exit;
    const second = openShell([], kernel);
    await second.until('❯');
    second.type('\x12remem\r');
    await second.until('\r\nremember-42\r\n');
    await second.until('❯');
    second.type('history\r');
    await second.until('    1  echo remember-$((40 + 2))\r\n    2  exit\r\n');
  });

  it('completes the names of npm scripts', async () => {
    const shell = openShell();
    await shell.until('❯');
    shell.type('echo npm run gr\t!\r');
    await shell.until('\r\nnpm run greet-me !\r\n');
  });

  it('runs the trap of Ctrl-C after the command that it ended', async () => {
    const shell = openShell();
    await shell.until('❯');
    shell.type("trap 'echo got INT' INT; echo up; sleep 60\r");
    await shell.until('\r\nup\r\n');
    shell.type('\x03');
    await shell.until('got INT\r\n');
    await shell.until('❯');
  });

  it('lists jobs, brings one to the front, and ends it by Ctrl-C there', async () => {
    const shell = openShell();
    await shell.until('❯');
    shell.type('sleep 60 &\r');
    await shell.until('[1]');
    await shell.until('❯');
    shell.type('jobs\r');
    await shell.until('[1]+  Running                 sleep 60 &\r\n');
    await shell.until('❯');
    shell.type('fg\r');
    await shell.until('\r\nsleep 60\r\n');
    shell.type('\x03');
    await shell.until('❯');
    shell.type('echo code $?\r');
    await shell.until('\r\ncode 130\r\n');
  });

  it('says that a program cannot be stopped when Ctrl-Z is pressed', async () => {
    const shell = openShell();
    await shell.until('❯');
    shell.type('echo up; sleep 60\r');
    await shell.until('\r\nup\r\n');
    shell.type('\x1a');
    await shell.until('cannot be stopped here');
    shell.type('\x03');
    await shell.until('❯');
  });
});
