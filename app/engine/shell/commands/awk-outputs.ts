import { joinBytes } from '../streams/output-stream.ts';
import type { CommandContext } from './command.ts';
import type { OutputFile } from './command-files.ts';

/** Files and pipes an awk program writes to, and files it reads line by line: open until `close` or the end. */
export class AwkOutputs {
  readonly #context: CommandContext;
  readonly #files = new Map<string, OutputFile>();
  readonly #pipes = new Map<string, Uint8Array[]>();
  readonly #inputs = new Map<string, string[]>();

  constructor(context: CommandContext) {
    this.#context = context;
  }

  async write(operator: string, target: string, bytes: Uint8Array): Promise<void> {
    if (operator === '|') {
      const chunks = this.#pipes.get(target) ?? [];
      chunks.push(bytes);
      this.#pipes.set(target, chunks);
      return;
    }
    if (target === '/dev/stdout') return this.#context.stdout.writeBytes(bytes);
    if (target === '/dev/stderr') return this.#context.stderr.writeBytes(bytes);
    const file = this.#files.get(target) ?? this.#context.files.output(target, operator === '>>' ? 'append' : 'truncate');
    this.#files.set(target, file);
    await file.stream.writeBytes(bytes);
  }

  async readLine(path: string): Promise<{ line: string } | 'ended' | 'failed'> {
    let lines = this.#inputs.get(path);
    if (lines === undefined) {
      if (path !== '-' && this.#context.files.find(path) === null) return 'failed';
      lines = (await this.#context.files.readText(path)).replace(/\n$/, '').split('\n');
      this.#inputs.set(path, lines);
    }
    const line = lines.shift();
    return line === undefined ? 'ended' : { line };
  }

  async close(name: string): Promise<number> {
    this.#inputs.delete(name);
    const file = this.#files.get(name);
    if (file !== undefined) {
      await file.stream.flush();
      file.release();
      this.#files.delete(name);
      return 0;
    }
    const chunks = this.#pipes.get(name);
    if (chunks === undefined) return -1;
    this.#pipes.delete(name);
    return this.#context.run(['sh', '-c', name], {
      input: joinBytes(
        chunks,
        chunks.reduce((sum, chunk) => sum + chunk.length, 0),
      ),
    });
  }

  async closeAll(): Promise<void> {
    for (const name of [...this.#files.keys(), ...this.#pipes.keys()]) await this.close(name);
  }
}
