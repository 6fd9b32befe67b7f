import type { MachineProcess } from '../machine/machine.ts';

/** Reads a program's output as it comes, so that a test can wait for a part of it. */
export class OutputReader {
  text = { stdout: '', stderr: '' };
  readonly ended: Promise<void>;
  private readonly waiters = new Set<() => void>();

  constructor(process: MachineProcess) {
    this.ended = this.read(process);
  }

  /** Resolves with all output so far once it matches. */
  async until(pattern: RegExp, stream: 'stdout' | 'stderr' = 'stdout'): Promise<string> {
    while (!pattern.test(this.text[stream])) {
      const isOver = await Promise.race([
        this.ended.then(() => true),
        new Promise<boolean>((resolve) => this.waiters.add(() => resolve(false))),
      ]);
      if (isOver && !pattern.test(this.text[stream])) throw new Error(`The output ended without ${pattern}: ${JSON.stringify(this.text)}`);
    }
    return this.text[stream];
  }

  private async read(process: MachineProcess): Promise<void> {
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
    for await (const { stream, bytes } of process.output) {
      this.text[stream] += decoders[stream].decode(bytes, { stream: true });
      for (const wake of this.waiters) wake();
      this.waiters.clear();
    }
  }
}
