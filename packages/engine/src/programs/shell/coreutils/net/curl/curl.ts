import { errorMessage } from '../../../../../text/error-message.ts';
import type { Command, CommandContext } from '../../command.ts';
import { CommandError } from '../../command.ts';
import { type ParsedOptions, parseOptions } from '../../parse-options.ts';
import { pause } from '../../pause.ts';
import { ConnectionError, exchange } from '../http-exchange.ts';
import { AnswerOutput, OutputError, outputPath } from './answer-output.ts';
import { CookieJar } from './cookie-jar.ts';
import { curlOptions } from './curl-options.ts';
import { type CurlRequest, curlRequest, USER_AGENT } from './curl-request.ts';
import { redirect } from './redirect.ts';
import { writeOut } from './write-out.ts';

const REDIRECT_LIMIT = 50;

/**
 * Implements `curl`. Exit codes as in curl: 1 unsupported protocol, 3 bad URL, 7 connection refused, 22 HTTP error with -f, 28 timeout, 47
 * too many redirects.
 */
export const curl: Command = async (context) => {
  const options = parseOptions(context, curlOptions);
  if (options.flags.has('V')) {
    await context.stdout.writeLine(`${USER_AGENT.replace('/', ' ')} (of Devonz)\nProtocols: http https`);
    return 0;
  }
  const addresses = [...(options.values.get('url') ?? []), ...options.operands];
  if (addresses.length === 0)
    throw new CommandError("no URL specified!\ncurl: try 'curl --help' or 'curl --manual' for more information", 2);
  const session = new CurlSession(context, options);
  let exitCode = 0;
  for (const [index, address] of addresses.entries()) {
    exitCode = await session.transfer(address, index);
    if (exitCode !== 0 && options.flags.has('fail-early')) break;
  }
  await session.keepCookies();
  return exitCode;
};

/** Why a transfer failed: curl's exit code and message. */
interface Failure {
  code: number;
  message: string;
}

class CurlSession {
  readonly #context: CommandContext;
  readonly #options: ParsedOptions;
  readonly #jar = new CookieJar();
  #hasReadCookies = false;

  constructor(context: CommandContext, options: ParsedOptions) {
    this.#context = context;
    this.#options = options;
  }

  async keepCookies(): Promise<void> {
    const path = this.#options.value('c');
    if (path === '-') await this.#context.stdout.write(this.#jar.text());
    else if (path !== null) this.#context.files.writeText(path, this.#jar.text());
  }

  /** With `--retry`: tries again after transient failures, with a pause that doubles. */
  async transfer(address: string, index: number): Promise<number> {
    const { value, values, flags } = this.#options;
    const url = parseAddress(address);
    if (url === null) return this.#fail({ code: 3, message: 'URL using bad/illegal format or missing URL' });
    if (!/^https?:$/.test(url.protocol))
      return this.#fail({ code: 1, message: `Protocol "${url.protocol.slice(0, -1)}" not supported or disabled in libcurl` });
    await this.#readCookies(url);
    const retries = Number(value('retry') ?? '0');
    const until = performance.now() + Number(value('retry-max-time') ?? Number.POSITIVE_INFINITY) * 1000;
    let seconds = Number(value('retry-delay') ?? '1');
    for (let attempt = 0; ; attempt += 1) {
      const transfer = new Transfer(this.#context, this.#options, this.#jar, outputPath(url, index, this.#options));
      const failure = await transfer.run(url);
      if (failure !== null) await this.#fail(failure);
      const why = whyTransient(failure, transfer.status, flags);
      if (why === null || attempt >= retries || performance.now() + seconds * 1000 > until) return failure?.code ?? 0;
      if (!flags.has('s')) await this.#context.stderr.writeLine(`Warning: Problem: ${why}. ${againText(seconds, retries - attempt)}`);
      await pause(seconds * 1000, this.#context.signal);
      if (!values.has('retry-delay')) seconds *= 2;
    }
  }

  async #fail({ code, message }: Failure): Promise<number> {
    const { flags } = this.#options;
    if (!flags.has('s') || flags.has('S')) await this.#context.stderr.writeLine(`curl: (${code}) ${message}`);
    return code;
  }

  /** Reads `-b FILE`; a missing file counts as empty, as in curl. */
  async #readCookies(url: URL): Promise<void> {
    if (this.#hasReadCookies) return;
    this.#hasReadCookies = true;
    for (const given of this.#options.values.get('b') ?? []) {
      if (given.includes('=') || given === '') continue;
      if (given === '-' || this.#context.files.find(given) !== null) this.#jar.read(await this.#context.files.readText(given), url);
    }
    if (this.#options.flags.has('j')) this.#jar.dropSessions();
  }
}

function againText(seconds: number, left: number): string {
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  return `Will retry in ${count(seconds, 'second', 'seconds')}. ${count(left, 'retry', 'retries')} left.`;
}

/** Returns the reason why another attempt may succeed, or null. */
function whyTransient(failure: Failure | null, status: number, flags: ReadonlySet<string>): string | null {
  if (failure?.code === 28) return 'timeout';
  if (failure?.code === 7 && (flags.has('retry-connrefused') || flags.has('retry-all-errors'))) return 'connection refused';
  if ([408, 429, 500, 502, 503, 504].includes(status)) return 'HTTP error';
  return failure !== null && flags.has('retry-all-errors') ? '(retrying all errors)' : null;
}

function parseAddress(address: string): URL | null {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  return !/\s/.test(text) && URL.canParse(text) ? new URL(text) : null;
}

const isCookie = (name: string) => name.toLowerCase() === 'cookie';

/** One URL and its redirects. */
class Transfer {
  readonly #context: CommandContext;
  readonly #options: ParsedOptions;
  readonly #jar: CookieJar;
  readonly #output: AnswerOutput;
  readonly #begunAt = performance.now();
  #redirects = 0;

  constructor(context: CommandContext, options: ParsedOptions, jar: CookieJar, path: string | null) {
    this.#context = context;
    this.#options = options;
    this.#jar = jar;
    this.#output = new AnswerOutput(options, context, path);
  }

  /** The status of the last response; 0 if none arrived. */
  get status(): number {
    return this.#output.response?.status ?? 0;
  }

  /** Returns null on success. */
  async run(url: URL): Promise<Failure | null> {
    const request = await curlRequest(url, this.#options, this.#context);
    const failure = await this.#written(await this.#follow(request));
    const format = this.#options.value('w');
    if (format !== null) await this.#report(format, request, failure);
    return failure;
  }

  async #written(failure: Failure | null): Promise<Failure | null> {
    try {
      await this.#output.end(this.#output.response !== null);
      return failure;
    } catch (error) {
      if (error instanceof OutputError) return { code: 23, message: error.message };
      throw error;
    }
  }

  async #report(format: string, { url, method, body }: CurlRequest, failure: Failure | null): Promise<void> {
    const { files, stdout, stderr } = this.#context;
    const { response, size, beganAt } = this.#output;
    const seconds = (at: number) => Math.max(0, (at - this.#begunAt) / 1000);
    const { bytes, unknown } = writeOut(format.startsWith('@') ? await files.readText(format.slice(1)) : format, {
      response,
      url,
      method,
      redirects: this.#redirects,
      downloaded: size,
      uploaded: body?.length ?? 0,
      exitCode: failure?.code ?? 0,
      errorMessage: failure?.message ?? '',
      firstByte: response === null ? 0 : seconds(beganAt),
      total: seconds(performance.now()),
    });
    for (const name of unknown) await stderr.writeLine(`curl: unknown --write-out variable: '${name}'`);
    await stdout.writeBytes(bytes);
  }

  /** Follows redirects; `request` is changed accordingly. */
  async #follow(request: CurlRequest): Promise<Failure | null> {
    const { flags, value } = this.#options;
    const most = Number(value('max-redirs') ?? REDIRECT_LIMIT);
    for (;;) {
      const failure = await this.#exchange(request);
      if (failure !== null) return failure;
      const { response } = this.#output;
      if (response === null) return { code: 52, message: 'Empty reply from server' };
      const location = this.#redirectOf(response.status);
      if (location === null) {
        const isRefused = response.status >= 400 && (flags.has('f') || flags.has('fail-with-body'));
        return isRefused ? { code: 22, message: `The requested URL returned error: ${response.status}` } : null;
      }
      if (most >= 0 && this.#redirects >= most) return { code: 47, message: `Maximum (${most}) redirects followed` };
      this.#redirects += 1;
      redirect(request, new URL(location, request.url), response.status, flags.has('location-trusted'));
    }
  }

  #redirectOf(status: number): string | null {
    if (!this.#isFollowing || status < 300 || status > 399) return null;
    return this.#output.response?.headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? null;
  }

  get #isFollowing(): boolean {
    return this.#options.flags.has('L') || this.#options.flags.has('location-trusted');
  }

  async #exchange({ method, url, headers, body }: CurlRequest): Promise<Failure | null> {
    const { signal: stop, system } = this.#context;
    const cookie = this.#cookieFor(url, headers);
    const sent = headers.filter(([name]) => !isCookie(name));
    if (cookie !== '') sent.push(['Cookie', cookie]);
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    await this.#output.onRequest([
      `* Connecting to ${url.hostname} port ${port}`,
      ...[
        `${method} ${url.pathname}${url.search} HTTP/1.1`,
        `Host: ${url.host}`,
        ...sent.map(([name, value]) => `${name}: ${value}`),
        '',
      ].map((line) => `> ${line}`),
    ]);
    const events = {
      onHead: async (response: NonNullable<AnswerOutput['response']>) => {
        for (const [name, value] of response.headers) if (name.toLowerCase() === 'set-cookie') this.#jar.set(value, url);
        const hasPlace = response.headers.some(([name]) => name.toLowerCase() === 'location');
        await this.#output.onHead(response, this.#isFollowing && hasPlace && response.status >= 300 && response.status < 400);
      },
      onBody: (bytes: Uint8Array) => this.#output.onBody(bytes),
    };
    this.#output.response = null;
    try {
      await exchange({ method, url, headers: sent, body }, events, system, AbortSignal.any([stop, ...this.#timeLimit()]));
      return null;
    } catch (error) {
      stop.throwIfAborted();
      if (error instanceof OutputError) return { code: 23, message: error.message };
      const milliseconds = Math.round(performance.now() - this.#begunAt);
      if (error instanceof ConnectionError)
        return { code: 7, message: `Failed to connect to ${url.hostname} port ${port} after ${milliseconds} ms: ${error.message}` };
      if (error instanceof DOMException && error.name === 'TimeoutError') return { code: 28, message: 'Operation timed out' };
      return { code: 56, message: errorMessage(error) };
    }
  }

  /** Returns the cookies of the jar and of `-b`, or '' if there are none. */
  #cookieFor(url: URL, headers: readonly (readonly [string, string])[]): string {
    const raw = headers.filter(([name]) => isCookie(name)).map(([, value]) => value);
    return [this.#jar.headerFor(url) ?? '', ...raw].filter((text) => text !== '').join('; ');
  }

  /** The time limit of the whole transfer, including redirects. */
  #timeLimit(): AbortSignal[] {
    const seconds = this.#options.value('m');
    if (seconds === null) return [];
    return [AbortSignal.timeout(Math.max(0, Number(seconds) * 1000 - (performance.now() - this.#begunAt)))];
  }
}
