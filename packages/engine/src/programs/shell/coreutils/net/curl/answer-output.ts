import { baseName } from '../../../text/resolve-path.ts';
import type { CommandContext } from '../../command.ts';
import type { OutputFile } from '../../command-files.ts';
import type { ParsedOptions } from '../../parse-options.ts';
import type { ExchangeResponse } from '../http-exchange.ts';

/** The error when a response cannot be written to its destination. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  constructor() {
    super('Failure writing output to destination');
  }
}

/** Receives the responses of one transfer, including redirects: to standard output as they arrive, or to a file. */
export class AnswerOutput {
  response: ExchangeResponse | null = null;
  /** Bytes of the last response's body. */
  size = 0;
  /** When the last response began, by `performance.now()`. */
  beganAt = 0;
  readonly #options: ParsedOptions;
  readonly #context: CommandContext;
  /** `null` for standard output. */
  readonly #path: string | null;
  #file: OutputFile | null = null;
  #headerFile: OutputFile | null = null;
  /** The last response is a redirect that is followed, or an error suppressed by `-f`. */
  #isSkipped = false;

  constructor(options: ParsedOptions, context: CommandContext, path: string | null) {
    this.#options = options;
    this.#context = context;
    this.#path = path;
  }

  async onHead(response: ExchangeResponse, isFollowed: boolean): Promise<void> {
    const { flags, value } = this.#options;
    this.response = response;
    this.size = 0;
    this.beganAt = performance.now();
    this.#isSkipped = isFollowed || (flags.has('f') && response.status >= 400);
    const lines = headLines(response);
    if (flags.has('v')) await this.#tell(lines.map((line) => `< ${line}`));
    const head = new TextEncoder().encode(lines.map((line) => `${line}\r\n`).join(''));
    const dump = value('D');
    if (dump === '-') await this.#context.stdout.writeBytes(head);
    else if (dump !== null) {
      this.#headerFile ??= this.#open(dump);
      await this.#headerFile.stream.writeBytes(head);
    }
    if (flags.has('i') || flags.has('I')) await this.#write(head);
  }

  async onBody(bytes: Uint8Array): Promise<void> {
    this.size += bytes.length;
    if (!this.#isSkipped) await this.#write(bytes.slice());
  }

  /** Writes the lines about the request, with `-v`. */
  async onRequest(lines: readonly string[]): Promise<void> {
    if (this.#options.flags.has('v')) await this.#tell(lines);
  }

  /** Closes the files. With `isWhole`, a file that received nothing is created empty. */
  async end(isWhole: boolean): Promise<void> {
    if (isWhole && this.#path !== null && !this.#isSkipped) this.#file ??= this.#open(this.#path);
    for (const file of [this.#file, this.#headerFile]) {
      await file?.stream.flush();
      file?.release();
    }
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#path === null) {
      await this.#context.stdout.writeBytes(bytes);
      await this.#context.stdout.flush();
      return;
    }
    this.#file ??= this.#open(this.#path);
    await this.#file.stream.writeBytes(bytes);
  }

  async #tell(lines: readonly string[]): Promise<void> {
    await this.#context.stderr.write(lines.map((line) => `${line}\n`).join(''));
    await this.#context.stderr.flush();
  }

  #open(path: string): OutputFile {
    const { files, system } = this.#context;
    const folder = path.replace(/\/?[^/]*$/, '');
    try {
      if (this.#options.flags.has('create-dirs') && folder !== '') system.sync('mkdir', files.resolve(folder), true, 0o777);
      return files.output(path, 'truncate');
    } catch {
      throw new OutputError();
    }
  }
}

function headLines({ status, reason, headers }: ExchangeResponse): string[] {
  return [`HTTP/1.1 ${status} ${reason}`.trimEnd(), ...headers.map(([name, value]) => `${name}: ${value}`), ''];
}

/** Returns the file for the response of the URL at `index`, or null for standard output. */
export function outputPath(url: URL, index: number, { flags, values, value }: ParsedOptions): string | null {
  const given = values.get('o')?.[index] ?? null;
  if (given === '-') return null;
  const name = given ?? (flags.has('O') ? baseName(url.pathname) || 'index.html' : null);
  const folder = value('output-dir');
  return name === null || folder === null || name.startsWith('/') ? name : `${folder.replace(/\/$/, '')}/${name}`;
}
