import { InputStream } from '../../streams/input-stream.ts';
import { OpenFile } from '../../streams/open-file.ts';
import { joinBytes } from '../../streams/output-stream.ts';
import type { CommandContext } from '../command.ts';
import type { OutputFile } from '../command-files.ts';

interface RunningCommand {
  file: OpenFile;
  lines: AsyncGenerator<string, void, undefined>;
  exitCode: Promise<number>;
}

/** Files and pipes an awk program writes to, and files it reads line by line: open until `close` or the end. */
export class AwkOutputs {
  readonly #context: CommandContext;
  readonly #files = new Map<string, OutputFile>();
  readonly #pipes = new Map<string, Uint8Array[]>();
  readonly #inputs = new Map<string, string[]>();
  readonly #commands = new Map<string, RunningCommand>();

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

  /** Null at the end; undefined when there is no such file. */
  async readLine(path: string): Promise<string | null | undefined> {
    let lines = this.#inputs.get(path);
    if (lines === undefined) {
      if (path !== '-' && this.#context.files.find(path) === null) return undefined;
      lines = (await this.#context.files.readText(path)).replace(/\n$/, '').split('\n');
      this.#inputs.set(path, lines);
    }
    return lines.shift() ?? null;
  }

  /** `command | getline`: the command runs concurrently, and waits when it is ahead. Null at the end. */
  async readCommandLine(command: string): Promise<string | null> {
    let running = this.#commands.get(command);
    if (running === undefined) {
      await this.#flushFor();
      running = this.#start(command);
      this.#commands.set(command, running);
    }
    const next = await running.lines.next();
    return next.done === true ? null : next.value;
  }

  #start(command: string): RunningCommand {
    const { system, signal, run } = this.#context;
    const [readEnd, output] = system.sync('pipe');
    const file = OpenFile.pipeEnd(system, readEnd);
    return { file, lines: new InputStream(file, signal, null).lines(), exitCode: run(['sh', '-c', command], { output }) };
  }

  /** What was printed before the command comes before what it prints. */
  async #flushFor(): Promise<void> {
    for (const file of this.#files.values()) await file.stream.flush();
  }

  async close(name: string): Promise<number> {
    this.#inputs.delete(name);
    const running = this.#commands.get(name);
    if (running !== undefined) {
      this.#commands.delete(name);
      // It may still write: nobody reads it any more.
      running.file.release();
      return running.exitCode;
    }
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
    for (const name of [...this.#files.keys(), ...this.#pipes.keys(), ...this.#commands.keys()]) await this.close(name);
  }
}
