import { constants } from 'node:os';
import type { MachineProcess, ProcessEnd, ProcessSignal, TerminalSize } from '../../machine/machine.ts';
import { OutputQueue } from './output-queue.ts';
import { signalSession, untilLeadsSession } from './signal-session.ts';
import type { Terminal, TerminalModule } from './terminal-module.ts';

export interface TerminalStart {
  module: TerminalModule;
  /** A path. */
  program: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  size: TerminalSize;
  platform: NodeJS.Platform;
  onStart(pid: number): void;
  later(work: () => void, milliseconds: number): () => void;
}

/** Well below the 200 ms after which node-pty throws away what an ended program has printed. */
const LOOK_MILLISECONDS = 20;

export async function startOnTerminal(start: TerminalStart): Promise<MachineProcess> {
  const { module, program, args, cwd, env, size, platform, later } = start;
  const name = env.TERM ?? 'xterm-256color';
  const terminal = module.spawn(program, [...args], { name, cols: size.columns, rows: size.rows, cwd, env, encoding: null });
  start.onStart(terminal.pid);
  const queue: OutputQueue = new OutputQueue({
    pause() {
      terminal.pause();
      resumeAtEnd(terminal, queue, later);
    },
    resume: () => terminal.resume(),
  });
  terminal.onData((data) => queue.push({ stream: 'stdout', bytes: typeof data === 'string' ? new TextEncoder().encode(data) : data }));
  let hasEnded = false;
  const end = new Promise<ProcessEnd>((resolve) => {
    terminal.onExit(({ exitCode, signal }) => {
      hasEnded = true;
      queue.end();
      resolve(signal ? { type: 'killed', signal: nameOfSignal(signal) } : { type: 'exited', code: exitCode });
    });
  });
  await untilLeadsSession(terminal.pid, platform);
  return {
    output: queue,
    end,
    async write(bytes) {
      if (!hasEnded) terminal.write(Buffer.from(bytes));
    },
    closeInput() {
      // The terminal's character for the end of input.
      if (!hasEnded) terminal.write('\x04');
    },
    resize({ columns, rows }) {
      if (!hasEnded) terminal.resize(columns, rows);
    },
    signal(signal: ProcessSignal) {
      if (hasEnded) return;
      if (platform === 'win32') terminal.kill();
      else void signalSession(terminal.pid, signal, platform);
    },
  };
}

/** While output is held back, looks whether the program has ended: what it has printed last is then read at once, for it is little. */
function resumeAtEnd(terminal: Terminal, queue: OutputQueue, later: TerminalStart['later']): void {
  later(() => {
    if (!queue.isPaused) return;
    if (isAlive(terminal.pid)) resumeAtEnd(terminal, queue, later);
    else terminal.resume();
  }, LOOK_MILLISECONDS);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function nameOfSignal(number: number): string {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}`;
}
