import { errorMessage } from '../../../../text/error-message.ts';
import { joinBytes } from '../../streams/output-stream.ts';
import { formatEscapes } from '../../text/escapes.ts';
import { baseName } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import type { ParsedOptions } from '../parse-options.ts';
import { parseOptions } from '../parse-options.ts';
import { pause } from '../pause.ts';
import type { ExchangeResponse } from './http-exchange.ts';
import { ConnectionError, exchange } from './http-exchange.ts';
import { multipartForm } from './multipart-form.ts';

const specification = {
  flags: 'sSOiILfkvGgN#46',
  values: 'oXHduAwebmFT',
  long: {
    silent: 's',
    'show-error': 'S',
    output: 'o',
    'remote-name': 'O',
    request: 'X',
    header: 'H',
    data: 'd',
    include: 'i',
    head: 'I',
    location: 'L',
    fail: 'f',
    insecure: 'k',
    verbose: 'v',
    user: 'u',
    'user-agent': 'A',
    'write-out': 'w',
    get: 'G',
    'max-time': 'm',
    referer: 'e',
    cookie: 'b',
    'no-buffer': 'N',
    form: 'F',
  },
  longFlags: ['compressed', 'fail-with-body', 'no-progress-meter', 'http1.1'],
  longValues: ['data-raw', 'data-binary', 'data-urlencode', 'json', 'connect-timeout', 'max-redirs', 'retry', 'retry-delay', 'url'],
  exitCode: 2,
};

const REDIRECT_LIMIT = 50;

/** Long enough to occur in no file by chance. */
const FORM_BOUNDARY = '------------------------devonz-form-7f3a9c51e2b84d06';

/** `curl`. Exit codes as curl's: 3 a bad URL, 6 and 7 nobody there, 22 an HTTP error with -f. */
export const curl: Command = async (context) => {
  const options = parseOptions(context, specification);
  const addresses = [...(options.values.get('url') ?? []), ...options.operands];
  if (addresses.length === 0) throw new CommandError("try 'curl --help' for more information", 2);
  let exitCode = 0;
  for (const address of addresses) exitCode = await transferWithRetries(address, options, context);
  return exitCode;
};

/** `--retry n`: when nobody answers or the time is up, with a pause that doubles. */
async function transferWithRetries(address: string, options: ParsedOptions, context: CommandContext): Promise<number> {
  const retries = Number(options.value('retry') ?? '0');
  let delay = Number(options.value('retry-delay') ?? '1') * 1000;
  for (let attempt = 0; ; attempt += 1) {
    const exitCode = await transfer(address, options, context);
    // 7 nobody there, 28 the time was up, 52 no answer, 56 broken off.
    if (attempt >= retries || ![7, 28, 52, 56].includes(exitCode)) return exitCode;
    await pause(delay, context.signal);
    if (!options.values.has('retry-delay')) delay *= 2;
  }
}

async function transfer(address: string, options: ParsedOptions, context: CommandContext): Promise<number> {
  const fail = async (code: number, message: string) => {
    const isQuiet = options.flags.has('s') && !options.flags.has('S');
    if (!isQuiet) await context.stderr.writeLine(`curl: (${code}) ${message}`);
    return code;
  };
  let url = parseAddress(address);
  if (url === null) return fail(3, 'URL using bad/illegal format or missing URL');
  const body = await requestBody(options, context);
  if (options.flags.has('G') && body !== null) url.search += (url.search === '' ? '?' : '&') + new TextDecoder().decode(body);
  let method = options.value('X') ?? (options.flags.has('I') ? 'HEAD' : body !== null && !options.flags.has('G') ? 'POST' : 'GET');
  let headers = requestHeaders(options, body);
  const startedAt = performance.now();
  for (let hop = 0; hop <= REDIRECT_LIMIT; hop += 1) {
    const sentBody = method === 'GET' || method === 'HEAD' ? null : body;
    const received = new Receiver(options, context);
    try {
      const signal = AbortSignal.any([context.signal, ...timeLimit(options)]);
      await exchange({ method, url, headers, body: sentBody }, received, context.system, signal);
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof ConnectionError)
        return fail(7, `Failed to connect to ${url.hostname} port ${url.port || (url.protocol === 'https:' ? 443 : 80)}: ${error.message}`);
      if (error instanceof DOMException && error.name === 'TimeoutError') return fail(28, 'Operation timed out');
      return fail(56, errorMessage(error));
    }
    const { response } = received;
    if (response === null) return fail(52, 'Empty reply from server');
    const location = response.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
    if (options.flags.has('L') && response.status >= 300 && response.status < 400 && location !== undefined) {
      const { host }: URL = url;
      url = new URL(location, url);
      // What was meant for the one host is nothing for another.
      if (url.host !== host) headers = headers.filter(([name]) => !/^(?:authorization|cookie)$/i.test(name));
      if (response.status === 303 || (method === 'POST' && response.status < 303)) method = 'GET';
      continue;
    }
    if (options.flags.has('f') && response.status >= 400) {
      return fail(22, `The requested URL returned error: ${response.status}`);
    }
    await received.finish(url);
    const format = options.value('w');
    if (format !== null)
      await context.stdout.writeBytes(
        formatEscapes(writeOut(format, response, received.size, url, (performance.now() - startedAt) / 1000)),
      );
    return 0;
  }
  return fail(47, `Maximum (${REDIRECT_LIMIT}) redirects followed`);
}

function parseAddress(address: string): URL | null {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  return URL.canParse(text) ? new URL(text) : null;
}

function timeLimit(options: ParsedOptions): AbortSignal[] {
  const seconds = options.value('m');
  return seconds === null ? [] : [AbortSignal.timeout(Number(seconds) * 1000)];
}

async function requestBody(options: ParsedOptions, context: CommandContext): Promise<Uint8Array | null> {
  const { files } = context;
  const fields = options.values.get('F');
  if (fields !== undefined) return multipartForm(fields, FORM_BOUNDARY, context);
  const binary = options.value('data-binary');
  // Alone it is sent byte for byte.
  if (binary?.startsWith('@') === true && !options.values.has('d')) return files.readBytes(binary.slice(1));
  const parts: string[] = [];
  for (const name of ['d', 'data-raw', 'data-binary', 'data-urlencode', 'json']) {
    for (const text of options.values.get(name) ?? []) {
      if (name === 'data-urlencode') {
        const equals = text.indexOf('=');
        parts.push(equals === -1 ? encodeURIComponent(text) : `${text.slice(0, equals + 1)}${encodeURIComponent(text.slice(equals + 1))}`);
      } else if (text.startsWith('@') && name !== 'data-raw') {
        const content = await files.readText(text.slice(1));
        parts.push(name === 'd' ? content.replace(/[\r\n]/g, '') : content);
      } else parts.push(text);
    }
  }
  return parts.length === 0 ? null : new TextEncoder().encode(parts.join(options.values.has('json') ? '' : '&'));
}

function requestHeaders(options: ParsedOptions, body: Uint8Array | null): [string, string][] {
  const headers: [string, string][] = [
    ['User-Agent', options.value('A') ?? 'curl/8.0.0'],
    ['Accept', options.values.has('json') ? 'application/json' : '*/*'],
  ];
  if (options.values.has('json')) headers.push(['Content-Type', 'application/json']);
  else if (options.values.has('F')) headers.push(['Content-Type', `multipart/form-data; boundary=${FORM_BOUNDARY}`]);
  else if (body !== null && !options.flags.has('G')) headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
  const user = options.value('u');
  if (user !== null) headers.push(['Authorization', `Basic ${btoa(user)}`]);
  const cookie = options.value('b');
  if (cookie !== null) headers.push(['Cookie', cookie]);
  for (const line of options.values.get('H') ?? []) {
    const colon = line.indexOf(':');
    if (colon === -1) continue;
    const name = line.slice(0, colon).trim();
    const former = headers.findIndex(([candidate]) => candidate.toLowerCase() === name.toLowerCase());
    if (former !== -1) headers.splice(former, 1);
    if (line.slice(colon + 1).trim() !== '') headers.push([name, line.slice(colon + 1).trim()]);
  }
  return headers;
}

/** Takes the answer: onto standard output as it comes, or into a file at the end. */
class Receiver {
  response: ExchangeResponse | null = null;
  size = 0;
  readonly #options: ParsedOptions;
  readonly #context: CommandContext;
  readonly #chunks: Uint8Array[] = [];

  constructor(options: ParsedOptions, context: CommandContext) {
    this.#options = options;
    this.#context = context;
  }

  async onHead(response: ExchangeResponse): Promise<void> {
    this.response = response;
    const { flags } = this.#options;
    if (!flags.has('i') && !flags.has('I')) return;
    const lines = response.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    await this.#take(new TextEncoder().encode(`HTTP/1.1 ${response.status} ${response.reason}\r\n${lines}\r\n`));
  }

  async onBody(bytes: Uint8Array): Promise<void> {
    this.size += bytes.length;
    if (this.response !== null && this.#isSkipped(this.response)) return;
    await this.#take(bytes);
  }

  async finish(url: URL): Promise<void> {
    const path = this.#path(url);
    if (path !== null)
      this.#context.files.writeBytes(
        path,
        joinBytes(
          this.#chunks,
          this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0),
        ),
      );
  }

  #path(url: URL): string | null {
    const path = this.#options.value('o');
    if (path !== null) return path === '-' ? null : path;
    return this.#options.flags.has('O') ? baseName(url.pathname) || 'index.html' : null;
  }

  #isSkipped({ status, headers }: ExchangeResponse): boolean {
    const { flags } = this.#options;
    if (flags.has('f') && status >= 400) return true;
    return flags.has('L') && status >= 300 && status < 400 && headers.some(([name]) => name.toLowerCase() === 'location');
  }

  async #take(bytes: Uint8Array): Promise<void> {
    const isToFile = (this.#options.value('o') ?? '-') !== '-' || this.#options.flags.has('O');
    if (isToFile) {
      this.#chunks.push(bytes.slice());
      return;
    }
    await this.#context.stdout.writeBytes(bytes.slice());
    await this.#context.stdout.flush();
  }
}

function writeOut(format: string, response: ExchangeResponse, size: number, url: URL, seconds: number): string {
  const header = (name: string) => response.headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1] ?? '';
  const values = new Map([
    ['http_code', String(response.status).padStart(3, '0')],
    ['response_code', String(response.status)],
    ['size_download', String(size)],
    ['content_type', header('content-type')],
    ['redirect_url', header('location')],
    ['url_effective', url.href],
    ['url', url.href],
    ['time_total', seconds.toFixed(6)],
    ['exitcode', '0'],
  ]);
  return format.replace(/%\{(\w+)\}/g, (_match, name: string) => values.get(name) ?? '');
}
