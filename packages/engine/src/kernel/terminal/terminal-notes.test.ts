import { strictestGrant } from 'devonz-engine-protocol/process-grant';
import { parseTerminalNote } from 'devonz-engine-protocol/terminal-note';
import { describe, expect, it } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { type Caller, kernelCaller } from '../io/wait-list.ts';
import { createTestKernel } from '../testing/create-test-kernel.ts';
import { Terminal } from './terminal.ts';
import { TerminalNotes } from './terminal-notes.ts';

const KEY = 'a-key-of-its-own';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const note = (body: string) => `\x1b]655;${KEY};${body}\x07`;
const caller = (pid: number, group: number): Caller => ({ pid, group, onCancel: () => () => {} });

function create() {
  const terminal = new Terminal({ columns: 80, rows: 24 }, 65_536, () => {}, { notesKey: KEY });
  terminal.foregroundGroup = 7;
  const shown = async (): Promise<string> => new TextDecoder().decode(await terminal.output.read(kernelCaller, 65_536));
  return { terminal, shown };
}

describe('the notes of a terminal', () => {
  it('tell, in order with the output, that a program waits for a line and then no longer', async () => {
    const { terminal, shown } = create();
    void terminal.write(caller(7, 7), bytes('name? '));
    const read = terminal.read(caller(7, 7), 100);
    expect(await shown()).toBe(`${note('on')}name? ${note('read=line')}`);
    terminal.input(bytes('x\r'));
    await read;
    expect(await shown()).toBe(`x\r\n${note('read=none')}`);
  });

  it('tell apart a line that is not shown and single keys', async () => {
    const { terminal, shown } = create();
    void terminal.read(caller(7, 7), 100);
    terminal.setEcho(false);
    terminal.setEcho(true);
    terminal.setRaw(true);
    terminal.setRaw(false);
    const states = (await shown()).match(/(?<=read=)\w+/g);
    expect(states).toEqual(['line', 'hidden', 'line', 'key', 'line']);
  });

  it('tell what was written to standard error from what was not, whoever writes and however it is redirected', async () => {
    const write: Program = async ({ system, args }) => {
      const out = (descriptor: number, text: string) => system.sync('write', descriptor, bytes(text), null);
      out(1, 'out\n');
      out(2, 'bad\n');
      out(2, 'worse\n');
      if (args[1] === 'child') return 0;
      const other = system.sync('duplicate', 2);
      out(other, 'still\n');
      out(1, 'end\n');
      return 0;
    };
    const { kernel } = createTestKernel({ programs: { node: write } });
    const request = { file: 'node', args: ['node'], env: { PATH: '/usr/local/bin:/usr/bin:/bin' }, cwd: '/home/project' };
    const session = kernel.start({ ...request, terminal: { columns: 80, rows: 24 }, notesKey: KEY });
    await session.exit;
    expect(new TextDecoder().decode(await session.readOutput())).toBe(
      `${note('on')}out\r\n${note('to=stderr')}bad\r\nworse\r\nstill\r\n${note('to=stdout')}end\r\n`,
    );
    const plain = kernel.start({ ...request, terminal: { columns: 80, rows: 24 } });
    await plain.exit;
    expect(new TextDecoder().decode(await plain.readOutput())).toBe('out\r\nbad\r\nworse\r\nstill\r\nend\r\n');
  });

  it('name the stream of each part of what has to wait for space', async () => {
    const terminal = new Terminal({ columns: 80, rows: 24 }, 64, () => {}, { notesKey: KEY });
    const first = terminal.write(caller(7, 7), bytes('o'.repeat(5_000)), 'stdout');
    const second = terminal.write(caller(8, 7), bytes('e'.repeat(5_000)), 'stderr');
    let [text, stdout, stderr] = ['', '', ''];
    while (stdout.length + stderr.length < 10_000) {
      text += new TextDecoder().decode(await terminal.output.read(kernelCaller, 65_536));
      [stdout, stderr] = ['', ''];
      let stream = 'stdout';
      for (const piece of text.split(`\x1b]655;${KEY};`)) {
        const end = piece.indexOf('\x07');
        const parsed = end === -1 ? null : parseTerminalNote(piece.slice(0, end));
        if (parsed?.type === 'stream') stream = parsed.stream;
        if (stream === 'stdout') stdout += piece.slice(end + 1);
        else stderr += piece.slice(end + 1);
      }
    }
    await Promise.all([first, second]);
    expect([stdout, stderr]).toEqual(['o'.repeat(5_000), 'e'.repeat(5_000)]);
  });

  it('are silent of a reader in the background and of one that no longer wants what it asked for', async () => {
    const { terminal, shown } = create();
    void terminal.read(caller(8, 8), 100);
    void terminal.read(caller(7, 7), 100);
    terminal.setReadWanted(7, false);
    terminal.setReadWanted(7, true);
    terminal.foregroundGroup = 8;
    const states = (await shown()).match(/(?<=read=)\w+/g);
    expect(states).toEqual(['line', 'none', 'line']);
  });

  it('are written for nobody who did not ask with a key', () => {
    expect([KEY, 'short', 'with;semicolon', 7, undefined].map(TerminalNotes.keyOf)).toEqual([KEY, null, null, null, null]);
  });

  it('name the ports that programs of this terminal open, and no others', async () => {
    const server: Program = async ({ system, args }) => {
      system.sync('listen', Number(args[1]), 'localhost');
      return 0;
    };
    const { kernel, start } = createTestKernel({ programs: { node: server } });
    const request = { file: 'node', env: { PATH: '/usr/local/bin:/usr/bin:/bin' }, cwd: '/home/project' };
    const session = kernel.start({ ...request, args: ['node', '3000'], terminal: { columns: 80, rows: 24 }, notesKey: KEY });
    start(['node', '4000']);
    const text = new TextDecoder().decode(await session.readOutput());
    await session.exit;
    expect(text.match(/port=\d+/g) ?? new TextDecoder().decode(await session.readOutput()).match(/port=\d+/g)).toEqual(['port=3000']);
  });

  it('name each guarded file that its programs were refused, once, and no more of them than can be read', async () => {
    const probe: Program = async ({ system }) => {
      const attempt = (path: string) => {
        try {
          system.sync('readFile', path);
        } catch {
          // Denied, as expected.
        }
      };
      for (let round = 0; round < 3; round += 1) attempt('/home/project/.env');
      attempt('/home/project/a;\x07.pem');
      for (let number = 0; number < 100; number += 1) attempt(`/home/project/${number}.key`);
      return 0;
    };
    const names = ['.env', 'a;\x07.pem', ...Array.from({ length: 100 }, (_, number) => `${number}.key`)];
    const { kernel } = createTestKernel({
      programs: { node: probe },
      files: Object.fromEntries(names.map((name) => [`/home/project/${name}`, 'key'])),
    });
    const request = {
      file: 'node',
      args: ['node'],
      env: { PATH: '/usr/bin' },
      cwd: '/home/project',
      grant: strictestGrant('/home/project'),
    };
    const session = kernel.start({ ...request, terminal: { columns: 80, rows: 24 }, notesKey: KEY });
    await session.exit;
    const text = new TextDecoder().decode(await session.readOutput());
    const bodies = text.split(`\x1b]655;${KEY};`).map((body) => parseTerminalNote(body.slice(0, body.indexOf('\x07'))));
    const refused = bodies.flatMap((parsed) => (parsed?.type === 'refused' ? [parsed.path] : []));
    expect(refused.slice(0, 3)).toEqual(['/home/project/.env', '/home/project/a;\x07.pem', '/home/project/0.key']);
    expect(refused).toHaveLength(50);
  });
});

describe('a kill', () => {
  it('ends what does not hear it when it is asked a second time', async () => {
    const deaf: Program = async ({ system }) => {
      system.sync('handleSignals', ['SIGTERM', 'SIGINT']);
      return new Promise<number>(() => {});
    };
    const { start } = createTestKernel({ programs: { node: deaf }, limits: { killGraceMilliseconds: 60_000 } });
    const session = start(['node']);
    await new Promise((resolve) => setTimeout(resolve));
    session.kill();
    session.kill();
    expect(await session.exit).toMatchObject({ signal: 'SIGKILL' });
  });
});
