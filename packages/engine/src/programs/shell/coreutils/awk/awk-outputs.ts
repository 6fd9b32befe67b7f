import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { InputStream } from '../../streams/input-stream.ts';
import { OpenFile } from '../../streams/open-file.ts';
import type { CommandContext } from '../command.ts';
import type { OutputFile } from '../command-files.ts';
import { AwkRecordReader } from './awk-record-reader.ts';

interface RunningCommand {
  file: OpenFile;
  records: AwkRecordReader;
  exitCode: Promise<number>;
}

/** The files and pipes an awk program writes to, and the files it reads line by line; open until `close` or the end. */
export class AwkOutputs {
  readonly #context: CommandContext;
  readonly #files = new Map<string, OutputFile>();
  readonly #pipes = new Map<string, Uint8Array[]>();
  readonly #inputs = new Map<string, AwkRecordReader>();
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

  /** Returns the next record of a file, up to `separator`; null at the end, undefined if there is no such file. */
  async readRecord(path: string, separator: string): Promise<string | null | undefined> {
    const { files, stdin } = this.#context;
    let records = this.#inputs.get(path);
    if (records === undefined) {
      if (path !== '-' && (files.find(path) === null || files.isDirectory(path))) return undefined;
      const input = files.input(path);
      records = new AwkRecordReader(input, input === stdin);
      this.#inputs.set(path, records);
    }
    return records.next(separator);
  }

  /** Implements `command | getline`: the command runs concurrently, and waits when it is ahead. Returns null at the end. */
  async readCommandRecord(command: string, separator: string): Promise<string | null> {
    let running = this.#commands.get(command);
    if (running === undefined) {
      await this.#flushFor();
      running = this.#start(command);
      this.#commands.set(command, running);
    }
    return running.records.next(separator);
  }

  #start(command: string): RunningCommand {
    const { system, signal, run } = this.#context;
    const [readEnd, output] = system.sync('pipe');
    const file = OpenFile.pipeEnd(system, readEnd);
    return { file, records: new AwkRecordReader(new InputStream(file, signal, null)), exitCode: run(['sh', '-c', command], { output }) };
  }

  /** Output that was printed before the command must precede the command's output. */
  async #flushFor(): Promise<void> {
    for (const file of this.#files.values()) await file.stream.flush();
  }

  async close(name: string): Promise<number> {
    this.#inputs.get(name)?.release();
    this.#inputs.delete(name);
    const running = this.#commands.get(name);
    if (running !== undefined) {
      this.#commands.delete(name);
      // The command may still write, but its output is no longer read.
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
      input: joinBytes(chunks),
    });
  }

  async closeAll(): Promise<void> {
    for (const name of [...this.#inputs.keys(), ...this.#files.keys(), ...this.#pipes.keys(), ...this.#commands.keys()])
      await this.close(name);
  }
}
