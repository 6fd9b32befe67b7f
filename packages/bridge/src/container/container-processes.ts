import type { MachineProcess, MachineProcesses, OutputChunk, ProcessRequest, ProcessSignal } from '../machine/machine.ts';
import { signalOrder } from '../shell/end-processes.ts';
import { type LaunchReport, launchWords, parseLaunchReport } from '../shell/launch.ts';
import { MarkerFilter } from '../shell/marker-filter.ts';
import { wordsOf } from '../shell/words-of.ts';

export interface ContainerProcessesPorts {
  /** Runs the container command (Docker or Podman) on this computer. */
  local: MachineProcesses;
  /** The path of that command. */
  program: string;
  /** The name of the container. */
  name: string;
  /** The folder of this computer in which that command is run. */
  cwd: string;
  /** Returns lower-case letters and digits that no other text has. */
  randomName(): string;
}

/** Programs in a container; each is started with `exec` of Docker or Podman. */
export function createContainerProcesses(ports: ContainerProcessesPorts): MachineProcesses {
  return { start: (request) => startInContainer(request, ports) };
}

async function startInContainer(request: ProcessRequest, ports: ContainerProcessesPorts): Promise<MachineProcess> {
  const token = ports.randomName();
  const { terminal } = request;
  const options = ['--interactive', ...(terminal === null ? [] : ['--tty'])];
  const args = ['exec', ...options, ports.name, ...launchWords(request, token)];
  const inner = await ports.local.start({ command: ports.program, args, cwd: ports.cwd, env: {}, terminal });
  const output = withoutMarkers(inner, token);
  const { report, rest } = await output;
  if (report.type === 'absent') throw Object.assign(new Error(`spawn ${request.command} ENOENT`), { code: 'ENOENT' });
  return {
    ...inner,
    pid: null,
    output: rest,
    signal: (signal) => void sendSignal(report.pid, signal, terminal !== null, ports),
  };
}

async function sendSignal(pid: number, signal: ProcessSignal, hasTerminal: boolean, ports: ContainerProcessesPorts): Promise<void> {
  const { script, args } = signalOrder(pid, signal, hasTerminal);
  const command = ['exec', ports.name, '/bin/sh', '-c', script, 'devonz', ...args];
  // A container that no longer exists has no processes.
  const sent = await ports.local
    .start({ command: ports.program, args: command, cwd: ports.cwd, env: {}, terminal: null })
    .catch(() => null);
  await sent?.end;
}

interface Launched {
  report: LaunchReport;
  /** The program's own output. */
  rest: AsyncIterable<OutputChunk>;
}

/** Reads until the launching script has reported that the program starts. */
async function withoutMarkers({ output }: MachineProcess, token: string): Promise<Launched> {
  const filters = { stdout: new MarkerFilter(token), stderr: new MarkerFilter(token) };
  const chunks = output[Symbol.asyncIterator]();
  const early: OutputChunk[] = [];
  for (;;) {
    const { done, value } = await chunks.next();
    if (done)
      throw Object.assign(
        new Error(`The container ran nothing. ${wordsOf('It', `${filters.stdout.dropped}${filters.stderr.dropped}`, 500)}`),
        {
          code: 'EIO',
        },
      );
    const bytes = filters[value.stream].push(value.bytes);
    if (bytes.byteLength > 0) early.push({ stream: value.stream, bytes });
    const report = filters.stdout.report === null ? null : parseLaunchReport(filters.stdout.report);
    if (report !== null) return { report, rest: restOf(early, chunks, filters) };
  }
}

async function* restOf(
  early: readonly OutputChunk[],
  chunks: AsyncIterator<OutputChunk>,
  filters: Record<OutputChunk['stream'], MarkerFilter>,
): AsyncGenerator<OutputChunk> {
  yield* early;
  for (;;) {
    const { done, value } = await chunks.next();
    if (done) return;
    const bytes = filters[value.stream].push(value.bytes);
    if (bytes.byteLength > 0) yield { stream: value.stream, bytes };
  }
}
