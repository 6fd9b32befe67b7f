import { type ChildProcess, spawn } from 'node:child_process';
import type { MachineProcess, OutputChunk, ProcessEnd, ProcessSignal } from '../../machine/machine.ts';
import { OutputQueue } from '../../machine/output-queue.ts';
import { signalSession } from './signal-session.ts';

export interface PipeStart {
  /** A path. */
  program: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  joinsErrors: boolean;
  platform: NodeJS.Platform;
  onStart(pid: number): void;
  later(work: () => void, milliseconds: number): () => void;
}

/**
 * Background processes may keep a program's pipes open for ever, so once it has ended, this much silence ends its
 * output.
 */
const SILENCE_MILLISECONDS = 200;

export async function startWithPipes(start: PipeStart): Promise<MachineProcess> {
  const { platform } = start;
  const child = spawnChild(start);
  const pid = await pidOf(child);
  start.onStart(pid);
  const queue = new OutputQueue({
    pause: () => forStreams(child, (stream) => stream.pause()),
    resume: () => forStreams(child, (stream) => stream.resume()),
  });
  const end = new Promise<ProcessEnd>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal === null ? { type: 'exited', code: code ?? 0 } : { type: 'killed', signal }));
  });
  readOutput(child, queue, start.later);
  child.stdin?.on('error', () => {
    // The program has closed its input, or has ended.
  });
  return {
    pid,
    output: queue,
    end,
    write: (bytes) => writeInput(child, bytes),
    closeInput: () => void child.stdin?.end(),
    resize: () => undefined,
    signal(signal: ProcessSignal) {
      if (platform === 'win32') child.kill(signal);
      else void signalSession(pid, signal, platform);
    },
  };
}

function spawnChild({ program, args, cwd, env, joinsErrors, platform }: PipeStart): ChildProcess {
  const options = { cwd, env, stdio: 'pipe', windowsHide: true } as const;
  if (platform === 'win32') return spawn(program, args, { ...options, shell: /\.(?:bat|cmd)$/i.test(program) });
  // A session of its own, so that a signal reaches all that it starts.
  if (!joinsErrors) return spawn(program, args, { ...options, detached: true });
  return spawn('/bin/sh', ['-c', 'exec "$0" "$@" 2>&1', program, ...args], { ...options, detached: true });
}

function pidOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child.pid ?? 0));
    child.once('error', reject);
  });
}

function readOutput(child: ChildProcess, queue: OutputQueue, later: PipeStart['later']): void {
  let cancel = (): void => undefined;
  let hasExited = false;
  const endAfterSilence = (): void => {
    cancel();
    cancel = later(() => {
      if (queue.isPaused) endAfterSilence();
      else finish();
    }, SILENCE_MILLISECONDS);
  };
  const finish = (): void => {
    cancel();
    queue.end();
    forStreams(child, (stream) => stream.destroy());
  };
  const read = (stream: OutputChunk['stream']) => (bytes: Uint8Array) => {
    queue.push({ stream, bytes });
    if (hasExited) endAfterSilence();
  };
  child.stdout?.on('data', read('stdout'));
  child.stderr?.on('data', read('stderr'));
  child.once('exit', () => {
    hasExited = true;
    endAfterSilence();
  });
  child.once('close', finish);
}

function forStreams(child: ChildProcess, work: (stream: NonNullable<ChildProcess['stdout']>) => void): void {
  for (const stream of [child.stdout, child.stderr]) if (stream !== null) work(stream);
}

/** Resolves when the program has room for more. */
function writeInput(child: ChildProcess, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (child.stdin === null || child.stdin.destroyed || child.stdin.writableEnded) resolve();
    else child.stdin.write(bytes, () => resolve());
  });
}
