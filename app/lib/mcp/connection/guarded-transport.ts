import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, MessageExtraInfo } from '@modelcontextprotocol/sdk/types.js';
import { t } from '../../i18n/t.ts';
import { MCP_LIMITS } from '../mcp-limits.ts';
import type { Words } from '../words.ts';

/** Time over which messages are counted. In milliseconds. */
const WINDOW = 5_000;

/** Passes messages on as long as a server sends no more than the page can handle; a server that floods is disconnected with a reason. */
export class GuardedTransport implements Transport {
  readonly #inner: Transport;
  readonly #now: () => number;
  #windowStart = Number.NEGATIVE_INFINITY;
  #count = 0;
  #isClosed = false;
  /** Why it was disconnected; null if it was not. */
  fault: Words | null = null;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;

  constructor(inner: Transport, now: () => number) {
    this.#inner = inner;
    this.#now = now;
    inner.onclose = () => this.#close();
    inner.onerror = (error) => this.onerror?.(error);
    inner.onmessage = (message: JSONRPCMessage, extra?: MessageExtraInfo) => this.#receive(message, extra);
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  send: Transport['send'] = (message, options) => this.#inner.send(message, options);

  async close(): Promise<void> {
    await this.#inner.close();
    this.#close();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }

  #receive(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    if (this.#isClosed || this.fault !== null) return;
    const at = this.#now();
    if (at - this.#windowStart > WINDOW) {
      this.#windowStart = at;
      this.#count = 0;
    }
    if (++this.#count > (MCP_LIMITS.messagesPerSecond * WINDOW) / 1000) {
      this.fault = () => t('It sent more than {most} messages a second and was cut off.', { most: MCP_LIMITS.messagesPerSecond });
      void this.close();
      return;
    }
    this.onmessage?.(message, extra);
  }
}
