import { encodeChunk, encodeLastChunk } from '../http/encode-chunk.ts';
import { formatRequestHead } from '../http/format-head.ts';
import type { HttpHeaders, ResponseHead } from '../http/http-message.ts';
import { HttpParser } from '../http/http-parser.ts';
import type { DivertedInput, KernelConnection } from './kernel-connections.ts';

export interface ExchangeRequest {
  method: string;
  target: string;
  /** Excludes the headers that frame the body, which are added here. */
  headers: HttpHeaders;
  body: ReadableStream<Uint8Array> | null;
}

export interface ExchangeAnswer {
  head: ResponseHead;
  /** `null` if the response cannot have one (HEAD, 204, 304, an empty length). Cancel it to close the connection. */
  body: ReadableStream<Uint8Array> | null;
  /** Hands the body to another reader instead of `body`. Resolves with `null` if the whole body has already arrived. */
  divert(): Promise<DivertedInput | null>;
}

/** Bodies up to this size are sent with their length, because some hand-written servers do not support chunks. */
const BUFFERED_BODY_BYTES = 256 * 1024;

/** Performs one request over its own connection, which ends with it. */
export async function httpExchange(connection: KernelConnection, request: ExchangeRequest): Promise<ExchangeAnswer> {
  const upload = sendRequest(connection, request);
  // A response can arrive before the body has been read (413); the rest of the body is then dropped.
  upload.catch(() => {});
  const answer = new AnswerReader(connection, request.method);
  try {
    const head = await answer.head();
    return { head, body: answer.isEmpty ? null : answer.body(), divert: () => answer.divert() };
  } catch (error) {
    connection.close();
    throw error;
  }
}

async function sendRequest(connection: KernelConnection, request: ExchangeRequest): Promise<void> {
  const writer = connection.writable.getWriter();
  const close: HttpHeaders = [['connection', 'close']];
  const writeHead = (framing: HttpHeaders) =>
    writer.write(formatRequestHead({ ...request, headers: [...request.headers, ...framing, ...close] }));
  if (!request.body) {
    // Methods that allow a body state explicitly that there is none.
    const mayHaveBody = request.method === 'POST' || request.method === 'PUT' || request.method === 'PATCH';
    await writeHead(mayHaveBody ? [['content-length', '0']] : []);
    return;
  }
  const reader = request.body.getReader();
  const first = await readUpTo(reader, BUFFERED_BODY_BYTES);
  if (first.isWhole) {
    await writeHead([['content-length', String(first.size)]]);
    for (const slice of first.slices) await writer.write(slice);
    return;
  }
  await writeHead([['transfer-encoding', 'chunked']]);
  for (const slice of first.slices) await writer.write(encodeChunk(slice));
  for (let next = await reader.read(); !next.done; next = await reader.read()) await writer.write(encodeChunk(next.value));
  await writer.write(encodeLastChunk());
}

async function readUpTo(reader: ReadableStreamDefaultReader<Uint8Array>, limit: number) {
  const slices: Uint8Array[] = [];
  let size = 0;
  while (size <= limit) {
    const { done, value } = await reader.read();
    if (done) return { slices, size, isWhole: true };
    slices.push(value);
    size += value.length;
  }
  return { slices, size, isWhole: false };
}

/** Reads from the connection only when the head or more of the body is requested. */
class AnswerReader {
  private isComplete = false;
  private received: ResponseHead | null = null;
  /** All bytes received so far, unmodified, because another reader starts with the head. */
  private raw: Uint8Array[] = [];
  private readonly slices: Uint8Array[] = [];
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private readonly parser: HttpParser;

  constructor(
    private readonly connection: KernelConnection,
    method: string,
  ) {
    this.reader = connection.readable.getReader();
    this.parser = new HttpParser(
      {
        kind: 'response',
        requestMethod: () => method,
        onHead: (head) => {
          this.received = head;
        },
        onBody: (data) => this.slices.push(data),
        onEnd: () => {
          this.isComplete = true;
        },
        onUpgrade: () => {
          this.isComplete = true;
        },
      },
      { maxHeadBytes: 256 * 1024 },
    );
  }

  /** Valid once the head has arrived: true if no body follows. */
  get isEmpty(): boolean {
    return this.isComplete && this.slices.length === 0;
  }

  async head(): Promise<ResponseHead> {
    while (!this.received) await this.advance();
    if (this.isEmpty) this.connection.close();
    return this.received;
  }

  async divert(): Promise<DivertedInput | null> {
    if (this.isComplete) return null;
    const { received, port } = await this.connection.divert();
    return { received: [...this.raw, ...received], port };
  }

  body(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          while (this.slices.length === 0 && !this.isComplete) await this.advance();
          const slice = this.slices.shift();
          if (slice) controller.enqueue(slice);
          if (this.slices.length > 0 || !this.isComplete) return;
          this.connection.close();
          controller.close();
        },
        cancel: () => this.connection.close(),
      },
      { highWaterMark: 0 },
    );
  }

  private async advance(): Promise<void> {
    const { done, value } = await this.reader.read();
    if (!done) {
      if (!this.received) this.raw.push(value);
      this.parser.push(value);
      return;
    }
    this.parser.finish();
    if (!this.received) throw new Error('The program closed the connection without an answer.');
  }
}
