import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { stripEscapeCodes } from '../../runtime/terminal-text.ts';
import type { RuntimeProcess } from '../../runtime/types.ts';
import { MCP_LIMITS } from '../mcp-limits.ts';

/** Number of characters that are kept from the end of a program's other output. */
const KEPT_LOG = 2_000;

export interface ProcessTransportOptions {
  start(): Promise<RuntimeProcess>;
  /** Called with the program's output that is not a message: its log. */
  onLog(text: string): void;
}

/** Messages as lines of a program's input and output. */
export class ProcessTransport implements Transport {
  readonly #options: ProcessTransportOptions;
  #process: RuntimeProcess | null = null;
  #rest = '';
  #log = '';
  #hasEnded = false;
  /** Set when the program has ended by itself. */
  exitCode: number | null = null;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  constructor(options: ProcessTransportOptions) {
    this.#options = options;
  }

  /** The end of what it printed besides messages. */
  get log(): string {
    return stripEscapeCodes(this.#log).trim();
  }

  async start(): Promise<void> {
    const process = await this.#options.start();
    this.#process = process;
    const reading = this.#read(process.output);
    void process.exit.then(async (code) => {
      if (!this.#hasEnded) this.exitCode = code;
      await reading;
      this.#end();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#process === null || this.#hasEnded) throw new Error('The program has ended.');
    await this.#process.write(serializeMessage(message));
  }

  async close(): Promise<void> {
    this.#end();
    this.#process?.kill();
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.onclose?.();
  }

  async #read(output: ReadableStream<string>): Promise<void> {
    const reader = output.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        this.#take(value);
      }
    } catch {
      // The exit of the process reports the reason.
    }
  }

  #take(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#takeLine(line);
    if (this.#rest.length <= MCP_LIMITS.message) return;
    this.#rest = '';
    this.#note(`[a line longer than ${MCP_LIMITS.message / 1024 / 1024} MB]\n`);
    void this.close();
  }

  #takeLine(line: string): void {
    if (!line.startsWith('{')) {
      this.#note(`${line}\n`);
      return;
    }
    try {
      this.onmessage?.(deserializeMessage(line));
    } catch {
      this.#note(`${line}\n`);
    }
  }

  #note(text: string): void {
    this.#log = (this.#log + text).slice(-KEPT_LOG);
    this.#options.onLog(text);
  }
}
