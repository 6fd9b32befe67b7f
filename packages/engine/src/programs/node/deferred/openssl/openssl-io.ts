import { Buffer } from '../../base/buffer-class.ts';
import type { ToolHost } from '../tool-host.ts';

/** Ends the command with exit code 1 after printing this message. */
export class OpensslError extends Error {}

type Crypto = Record<string, (...args: never[]) => unknown>;

/** Provides files, standard input and output, and Node's crypto. */
export class OpensslIo {
  readonly crypto: Crypto;

  constructor(private readonly host: ToolHost) {
    // A built-in module of Node; each call states the type it uses.
    this.crypto = host.node.builtin('crypto') as Crypto;
  }

  get env(): Record<string, string> {
    return this.host.node.context.env;
  }

  async read(path: string | null): Promise<Buffer> {
    if (path === null || path === '-') return this.#readInput();
    try {
      return Buffer.from(this.host.node.system.sync('readFile', this.host.node.resolvePath(path)));
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      throw new OpensslError(`Can't open "${path}" for reading, ${isMissing ? 'No such file or directory' : String(error)}`);
    }
  }

  async #readInput(): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for (;;) {
      const chunk = await this.host.node.system.async('read', 0, 65_536, null);
      if (chunk.length === 0) return Buffer.concat(chunks);
      chunks.push(chunk);
    }
  }

  async write(path: string | null, data: string | Uint8Array, mode = 0o644): Promise<void> {
    const bytes = Buffer.from(data as Uint8Array);
    const { system } = this.host.node;
    const [CREATE, TRUNCATE, WRITE_ONLY] = [0o100, 0o1000, 1];
    if (path !== null && path !== '-') {
      system.sync('writeFile', this.host.node.resolvePath(path), bytes, CREATE | TRUNCATE | WRITE_ONLY, mode);
      return;
    }
    await this.#writeAll(1, bytes);
  }

  async note(text: string): Promise<void> {
    await this.#writeAll(2, Buffer.from(text));
  }

  async #writeAll(descriptor: number, bytes: Uint8Array): Promise<void> {
    for (let rest = bytes; rest.length > 0; )
      rest = rest.subarray(await this.host.node.system.async('write', descriptor, rest.slice(), null));
  }
}

/** Encodes in lines of 64 characters, or in one line. */
export function toBase64(bytes: Uint8Array, isOneLine = false): string {
  const text = Buffer.from(bytes).toString('base64');
  return isOneLine ? `${text}\n` : text.replace(/.{1,64}/g, '$&\n');
}

/** Parses openssl's options: `-name` or `-name value`, with one dash or two; the first other argument ends them. */
export class OpensslOptions {
  readonly #values = new Map<string, string>();
  readonly flags = new Set<string>();
  readonly rest: string[] = [];

  constructor(command: string, args: readonly string[], valued: readonly string[], isFlag: (name: string) => boolean) {
    for (let index = 0; index < args.length; index += 1) {
      const arg = args[index] ?? '';
      if (!arg.startsWith('-') || arg === '-') {
        this.rest.push(...args.slice(index));
        return;
      }
      const name = arg.replace(/^--?/, '');
      if (valued.includes(name)) {
        index += 1;
        const value = args[index];
        if (value === undefined) throw new OpensslError(`${command}: Option -${name} needs a value`);
        // `-addext` and `-pkeyopt` may be repeated.
        const known = this.#values.get(name);
        this.#values.set(name, known === undefined ? value : `${known}\n${value}`);
      } else if (isFlag(name)) this.flags.add(name);
      else throw new OpensslError(`${command}: Unknown option or message digest: ${name}\n${command}: Use -help for summary.`);
    }
  }

  value(name: string): string | null {
    return this.#values.get(name) ?? null;
  }

  values(name: string): string[] {
    return this.value(name)?.split('\n') ?? [];
  }
}
