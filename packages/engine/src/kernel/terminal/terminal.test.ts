import { describe, expect, it } from 'vitest';
import type { SignalName } from '../../abi/system-calls.ts';
import { type Caller, kernelCaller } from '../io/wait-list.ts';
import { Terminal } from './terminal.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (data: Uint8Array): string => new TextDecoder().decode(data);

function create() {
  const signals: [number, SignalName][] = [];
  const terminal = new Terminal({ columns: 80, rows: 24 }, 65_536, (group, signal) => signals.push([group, signal]));
  terminal.foregroundGroup = 7;
  const shown = async (): Promise<string> => (terminal.output.size === 0 ? '' : text(await terminal.output.read(kernelCaller, 65_536)));
  const read = async (): Promise<string> => text(await terminal.read(kernelCaller, 65_536));
  return { terminal, signals, shown, read };
}

describe('a terminal in canonical mode', () => {
  it('gives a line once it is whole, and echoes it meanwhile', async () => {
    const { terminal, shown, read } = create();
    terminal.input(bytes('ab'));
    expect(await shown()).toBe('ab');
    terminal.input(bytes('c\r'));
    expect(await shown()).toBe('c\r\n');
    expect(await read()).toBe('abc\n');
  });

  it('lets the line be edited, by whole characters', async () => {
    const { terminal, read } = create();
    terminal.input(bytes('xé\x7f\x7fone two\x17three\r'));
    expect(await read()).toBe('one three\n');
    terminal.input(bytes('gone\x15kept\r'));
    expect(await read()).toBe('kept\n');
  });

  it('gives what is on Ctrl-D, and the end when nothing does', async () => {
    const { terminal, read } = create();
    terminal.input(bytes('part\x04'));
    expect(await read()).toBe('part');
    terminal.input(bytes('\x04'));
    expect(await read()).toBe('');
  });

  it('signals the foreground group on Ctrl-C and Ctrl-\\ and forgets the line', async () => {
    const { terminal, signals, shown, read } = create();
    terminal.input(bytes('half\x03'));
    terminal.input(bytes('\x1c'));
    expect(signals).toEqual([
      [7, 'SIGINT'],
      [7, 'SIGQUIT'],
    ]);
    expect(await shown()).toBe('half^C^\\');
    terminal.input(bytes('next\r'));
    expect(await read()).toBe('next\n');
  });

  it('takes what was typed ahead in raw mode as if it came now', async () => {
    const { terminal, signals, shown, read } = create();
    terminal.setRaw(true);
    terminal.input(bytes('lost\x03'));
    terminal.input(bytes('kept\r'));
    expect(signals).toEqual([]);
    terminal.setRaw(false);
    expect(signals).toEqual([[7, 'SIGINT']]);
    expect(await shown()).toBe('lost^Ckept\r\n');
    expect(await read()).toBe('kept\n');
  });

  it('gives a long line in the parts that are asked for', async () => {
    const { terminal } = create();
    terminal.input(bytes('abcdef\r'));
    expect(text(await terminal.read(kernelCaller, 4))).toBe('abcd');
    expect(text(await terminal.read(kernelCaller, 4))).toBe('ef\n');
  });
});

describe('a terminal in raw mode', () => {
  it('passes every byte and echoes none', async () => {
    const { terminal, signals, shown, read } = create();
    terminal.input(bytes('typed '));
    await shown();
    terminal.setRaw(true);
    terminal.input(bytes('\x03\r\x1b[A'));
    expect((await read()) + (await read())).toBe('typed \x03\r\x1b[A');
    expect(await shown()).toBe('');
    expect(signals).toEqual([]);
  });
});

describe('any terminal', () => {
  it('gives line feeds their carriage returns', async () => {
    const { terminal, shown } = create();
    expect(await terminal.write(kernelCaller, bytes('a\nb\n'))).toBe(4);
    expect(await shown()).toBe('a\r\nb\r\n');
  });

  it('tells the foreground group of a new size, once', () => {
    const { terminal, signals } = create();
    terminal.resize({ columns: 100, rows: 30 });
    terminal.resize({ columns: 100, rows: 30 });
    expect(signals).toEqual([[7, 'SIGWINCH']]);
    expect(terminal.size).toEqual({ columns: 100, rows: 30 });
  });

  it('lets a background group wait until it is in the foreground', async () => {
    const { terminal } = create();
    const background: Caller = { group: 8, pid: 8, onCancel: () => () => {} };
    const foreground: Caller = { group: 7, pid: 7, onCancel: () => () => {} };
    const waiting = terminal.read(background, 10);
    const served = terminal.read(foreground, 10);
    terminal.input(bytes('one\r'));
    expect(text(await served)).toBe('one\n');
    terminal.input(bytes('two\r'));
    terminal.foregroundGroup = 8;
    expect(text(await waiting)).toBe('two\n');
  });

  it('ends all reading when it is hung up', async () => {
    const { terminal } = create();
    const reading = terminal.read(kernelCaller, 10);
    terminal.hangUp();
    expect(await reading).toHaveLength(0);
  });
});

describe('signals, apart from lines', () => {
  it('are sent in raw mode once they are on again, and discard what was typed before', async () => {
    const { terminal, signals, read } = create();
    terminal.setRaw(true);
    terminal.setSignals(true);
    terminal.input(bytes('k'));
    expect(await read()).toBe('k');
    terminal.input(bytes('lost\x03kept'));
    expect(signals).toEqual([[7, 'SIGINT']]);
    expect(await read()).toBe('kept');
  });

  it('are bytes of the line once they are off', async () => {
    const { terminal, signals, read } = create();
    terminal.setSignals(false);
    terminal.input(bytes('a\x03\x1a\x1c\r'));
    expect(signals).toEqual([]);
    expect(await read()).toBe('a\x03\x1a\x1c\n');
  });

  it('go with raw mode when that changes', () => {
    const { terminal } = create();
    terminal.setRaw(true);
    expect(terminal.mode).toEqual({ isRaw: true, isEcho: true, hasSignals: false });
    terminal.setRaw(false);
    expect(terminal.mode).toEqual({ isRaw: false, isEcho: true, hasSignals: true });
  });
});
