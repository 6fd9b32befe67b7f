import { formatResponseHead } from '../../../../http/format-head.ts';
import type { RequestHead, ResponseHead } from '../../../../http/http-message.ts';
import { HttpParser } from '../../../../http/http-parser.ts';
import { notSupported } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';

const CHUNK_BYTES = 65_536;

interface Exchange {
  url: string;
  method: string;
  headers: [string, string][];
  body: Uint8Array[];
  signal: AbortSignal;
}

export interface Carriage {
  host: NodeHost;
  /** This end of a socket pair; the program uses the other end as its connection. */
  descriptor: number;
  /** For example `https://example.com:443`. */
  origin: string;
  exchange(request: Exchange): Promise<{ head: ResponseHead; chunks(): AsyncGenerator<Uint8Array> }>;
  /** Closes the program's socket with an error. */
  fail(error: unknown): void;
}

interface Waiting {
  head: RequestHead;
  body: Uint8Array[];
}

/**
 * Emulates a connection to the outside as far as a browser allows: the data must be HTTP/1.1, and each request is sent with `fetch`.
 * Clients with their own sockets (undici) need this.
 */
export function carryHttp(carriage: Carriage): void {
  const { host, descriptor, origin, fail } = carriage;
  const { system } = host;
  const requests: Waiting[] = [];
  const abort = new AbortController();
  let isClosed = false;
  let answering: Promise<void> = Promise.resolve();
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    abort.abort();
    system.async('close', descriptor).catch(() => {});
  };
  const write = async (bytes: Uint8Array) => {
    for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(await system.async('write', descriptor, rest, null));
  };
  const answer = async ({ head, body }: Waiting) => {
    try {
      await respond(carriage, { head, body, signal: abort.signal, write });
      if (!head.isKeepAlive) close();
    } catch (error) {
      if (!isClosed) fail(error);
      close();
    }
  };
  let current: Waiting | null = null;
  const parser = new HttpParser({
    kind: 'request',
    onHead: (head) => {
      current = { head, body: [] };
      return undefined;
    },
    onBody: (data) => void current?.body.push(data.slice()),
    onEnd: () => {
      if (current === null) return;
      requests.push(current);
      current = null;
      const next = requests.shift();
      if (next !== undefined) answering = answering.then(() => answer(next));
    },
  });
  let isFirst = true;
  const read = async () => {
    for (;;) {
      const bytes = await system.async('read', descriptor, CHUNK_BYTES, null);
      if (bytes.length === 0) break;
      // Other protocols may wait for an answer without ending a line, while this parser waits for the line's end.
      if (isFirst && !METHOD_LETTER.test(String.fromCharCode(bytes[0] ?? 0))) throw otherProtocol(origin);
      isFirst = false;
      try {
        parser.push(bytes);
      } catch {
        throw otherProtocol(origin);
      }
    }
    await answering;
  };
  read().then(close, (error: unknown) => {
    if (!isClosed) fail(error);
    close();
  });
}

const METHOD_LETTER = /[A-Za-z\r\n]/;

function otherProtocol(origin: string): Error {
  const { hostname, port, protocol } = new URL(origin);
  const address = { address: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  const words =
    'a page has no raw TCP or TLS: a connection to another machine carries HTTP/1.1 requests; use fetch, or what the server offers over https';
  const failure = notSupported(`A protocol other than HTTP to ${address.address}:${address.port}`, words);
  return Object.assign(failure, { code: 'ENETUNREACH', syscall: 'write', ...address });
}

interface Answer extends Waiting {
  signal: AbortSignal;
  write(bytes: Uint8Array): Promise<void>;
}

async function respond({ origin, exchange }: Carriage, { head, body, signal, write }: Answer): Promise<void> {
  const url = /^https?:/.test(head.target) ? head.target : origin + head.target;
  const headers = head.headers.map(([name, value]): [string, string] => [name, value]);
  const answer = await exchange({ url, method: head.method, headers, body, signal });
  const { status, reason } = answer.head;
  const isBodyless = head.method === 'HEAD' || status < 200 || status === 204 || status === 304;
  const framing: [string, string][] = isBodyless ? [] : [['transfer-encoding', 'chunked']];
  const connection: [string, string] = ['connection', head.isKeepAlive ? 'keep-alive' : 'close'];
  await write(formatResponseHead({ status, reason, headers: [...answer.head.headers, ...framing, connection] }));
  const encoder = new TextEncoder();
  for await (const chunk of answer.chunks()) {
    if (isBodyless || chunk.length === 0) continue;
    await write(encoder.encode(`${chunk.length.toString(16)}\r\n`));
    await write(chunk);
    await write(encoder.encode('\r\n'));
  }
  if (!isBodyless) await write(encoder.encode('0\r\n\r\n'));
}
