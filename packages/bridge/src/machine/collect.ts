import type { MachineProcesses, ProcessEnd, ProcessRequest } from './machine.ts';

export interface Collected {
  stdout: string;
  stderr: string;
  end: ProcessEnd;
}

export interface CollectLimits {
  clock: { later(run: () => void, milliseconds: number): () => void };
  milliseconds: number;
  bytes?: number;
}

/** Runs a program without input until it ends. One that takes longer or prints more than allowed is killed. */
export async function collect(processes: MachineProcesses, request: ProcessRequest, limits: CollectLimits): Promise<Collected> {
  const process = await processes.start(request);
  const cancel = limits.clock.later(() => process.signal('SIGKILL'), limits.milliseconds);
  const chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  let size = 0;
  try {
    process.closeInput();
    for await (const { stream, bytes } of process.output) {
      size += bytes.length;
      if (size > (limits.bytes ?? 1024 * 1024)) {
        process.signal('SIGKILL');
        break;
      }
      chunks[stream].push(bytes);
    }
    return { stdout: Buffer.concat(chunks.stdout).toString(), stderr: Buffer.concat(chunks.stderr).toString(), end: await process.end };
  } finally {
    cancel();
  }
}
