import { baseName } from '../../../text/resolve-path.ts';
import type { CommandContext } from '../../command.ts';
import type { OutputFile } from '../../command-files.ts';
import type { ParsedOptions } from '../../parse-options.ts';
import type { ExchangeResponse } from '../http-exchange.ts';

/** An answer cannot be written where it should be. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  constructor() {
    super('Failure writing output to destination');
  }
}

/** Takes the answers of one transfer, those of redirects among them: onto standard output as they come, or into a file. */
export class AnswerOutput {
  response: ExchangeResponse | null = null;
  /** Bytes of the last answer's body. */
  size = 0;
  /** When the last answer began; `performance.now()`. */
  beganAt = 0;
  readonly #options: ParsedOptions;
  readonly #context: CommandContext;
  /** Null: standard output. */
  readonly #path: string | null;
  #file: OutputFile | null = null;
  #headerFile: OutputFile | null = null;
  /** The last answer is one of a redirect that is followed, or of an error that `-f` holds back. */
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

  /** Lines about the request, with `-v`. */
  async onRequest(lines: readonly string[]): Promise<void> {
    if (this.#options.flags.has('v')) await this.#tell(lines);
  }

  /** `isWhole`: a file that got nothing is there, empty. */
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

/** The file that the answer of the address at `index` goes into; null: standard output. */
export function outputPath(url: URL, index: number, { flags, values, value }: ParsedOptions): string | null {
  const given = values.get('o')?.[index] ?? null;
  if (given === '-') return null;
  const name = given ?? (flags.has('O') ? baseName(url.pathname) || 'index.html' : null);
  const folder = value('output-dir');
  return name === null || folder === null || name.startsWith('/') ? name : `${folder.replace(/\/$/, '')}/${name}`;
}
