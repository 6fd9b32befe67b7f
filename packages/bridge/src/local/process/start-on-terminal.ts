import { constants } from 'node:os';
import type { MachineProcess, ProcessEnd, ProcessSignal, TerminalSize } from '../../machine/machine.ts';
import { OutputQueue } from '../../machine/output-queue.ts';
import { keepLastOutput } from './keep-last-output.ts';
import { signalSession, untilHasTerminal } from './signal-session.ts';
import type { TerminalModule } from './terminal-module.ts';

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
}

export async function startOnTerminal(start: TerminalStart): Promise<MachineProcess> {
  const { module, program, args, cwd, env, size, platform } = start;
  const name = env.TERM ?? 'xterm-256color';
  const terminal = module.spawn(program, [...args], { name, cols: size.columns, rows: size.rows, cwd, env, encoding: null });
  start.onStart(terminal.pid);
  const queue = new OutputQueue({
    pause: () => terminal.pause(),
    resume: () => terminal.resume(),
  });
  const push = (data: Uint8Array | string): void =>
    queue.push({ stream: 'stdout', bytes: typeof data === 'string' ? new TextEncoder().encode(data) : data });
  terminal.onData(push);
  keepLastOutput(terminal, push);
  let hasEnded = false;
  const end = new Promise<ProcessEnd>((resolve) => {
    terminal.onExit(({ exitCode, signal }) => {
      hasEnded = true;
      queue.end();
      resolve(signal ? { type: 'killed', signal: nameOfSignal(signal) } : { type: 'exited', code: exitCode });
    });
  });
  await untilHasTerminal(terminal.pid, platform);
  return {
    pid: terminal.pid,
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

function nameOfSignal(number: number): string {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}`;
}
