import { HttpError } from './http-error.ts';
import { type BodyFraming, type HttpHeaders, headerHasToken, headerValue, type RequestHead, type ResponseHead } from './http-message.ts';
import { isMethod } from './methods.ts';

type Strictness = 'strict' | 'usual' | 'lenient';

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Parses a request's head. `lines` excludes the empty last line. */
export function parseRequestHead(lines: readonly string[], strictness: Strictness = 'usual'): RequestHead {
  const [line = '', ...rest] = lines;
  const [method = '', target, version, extra] = line.split(' ');
  // Like Node's parser, which knows no methods with lower-case letters.
  if (!TOKEN.test(method) || /[a-z]/.test(method) || (strictness === 'strict' && !isMethod(method))) throw invalidMethod();
  if (!target || extra !== undefined) throw new HttpError('HPE_INVALID_URL', `Invalid target in request line: ${JSON.stringify(line)}`);
  const httpVersion = parseVersion(version, line);
  const headers = parseHeaderLines(rest, strictness);
  const hasUpgrade = headerValue(headers, 'upgrade') !== undefined && headerHasToken(headers, 'connection', 'upgrade');
  return {
    method,
    target,
    httpVersion,
    headers,
    isKeepAlive: isKeepAlive(httpVersion, headers),
    asksUpgrade: hasUpgrade || method === 'CONNECT',
    body: framing(headers, strictness) ?? { kind: 'none' },
  };
}

/**
 * Parses a response's head. The framing follows the headers; whether there is a body at all depends on the request (`responseHasNoBody`).
 */
export function parseResponseHead(lines: readonly string[], strictness: Strictness = 'usual'): ResponseHead {
  const [line = '', ...rest] = lines;
  const match = /^(\S+) (\d+)(?: (.*))?$/.exec(line);
  if (!line.startsWith('HTTP/') || !match) throw new HttpError('HPE_INVALID_CONSTANT', `Invalid status line: ${JSON.stringify(line)}`);
  const [, version, statusText = '', reason = ''] = match;
  const status = Number(statusText);
  if (statusText.length !== 3 || status < 100) throw new HttpError('HPE_INVALID_STATUS', `Invalid status code: ${JSON.stringify(line)}`);
  const httpVersion = parseVersion(version, line);
  const headers = parseHeaderLines(rest, strictness);
  const body = framing(headers, strictness) ?? { kind: 'until-close' };
  return {
    status,
    reason,
    httpVersion,
    headers,
    isKeepAlive: isKeepAlive(httpVersion, headers),
    body,
  };
}

export function invalidMethod(): HttpError {
  return new HttpError('HPE_INVALID_METHOD', 'Invalid method encountered');
}

const NEVER_IN_VALUES = /[\0\r]/;
// Node's parser rejects all control characters except tab.
const STRICTLY_NEVER_IN_VALUES = /[\0-\x08\x0a-\x1f\x7f]/;

/** Parses header lines, or the trailers after the last chunk. */
export function parseHeaderLines(lines: readonly string[], strictness: Strictness = 'usual'): HttpHeaders {
  const unfolded = strictness === 'lenient' ? unfold(lines) : lines;
  const refused = strictness === 'strict' ? STRICTLY_NEVER_IN_VALUES : NEVER_IN_VALUES;
  return unfolded.map((line) => {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    // Whitespace before the colon, or at the start of the line (a folded line), is rejected, because both have been used to smuggle
    // requests.
    if (colon < 0 || !TOKEN.test(name)) throw new HttpError('HPE_INVALID_HEADER_TOKEN', `Invalid header line: ${JSON.stringify(line)}`);
    const value = line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '');
    if (refused.test(value)) throw new HttpError('HPE_INVALID_HEADER_TOKEN', `Invalid character in the value of header ${name}`);
    return [name, value] as const;
  });
}

/** Joins folded lines: a line that starts with whitespace continues the previous one. */
function unfold(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const former = whole.at(-1);
    if (former !== undefined && /^[ \t]/.test(line)) whole[whole.length - 1] = `${former} ${line.trim()}`;
    else whole.push(line);
  }
  return whole;
}

function parseVersion(version: string | undefined, line: string): '1.0' | '1.1' {
  if (version === 'HTTP/1.1') return '1.1';
  if (version === 'HTTP/1.0') return '1.0';
  throw new HttpError('HPE_INVALID_VERSION', `Not HTTP/1.0 or HTTP/1.1: ${JSON.stringify(line)}`);
}

function isKeepAlive(httpVersion: '1.0' | '1.1', headers: HttpHeaders): boolean {
  if (headerHasToken(headers, 'connection', 'close')) return false;
  return httpVersion === '1.1' || headerHasToken(headers, 'connection', 'keep-alive');
}

/** Returns undefined if the headers do not mention a body. */
function framing(headers: HttpHeaders, strictness: Strictness): BodyFraming | undefined {
  const lengths = headers.filter(([name]) => name.toLowerCase() === 'content-length').map(([, value]) => value);
  const codings = headers
    .filter(([name]) => name.toLowerCase() === 'transfer-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((coding) => coding.trim().toLowerCase());
  if (codings.length > 0) {
    // Contradictory body ends are used to smuggle requests past one of two readers.
    if (lengths.length > 0 && strictness !== 'lenient') throw twoFramings(headers);
    if (codings.length === 1 && codings[0] === 'identity') return undefined;
    if (codings.at(-1) !== 'chunked' || codings.indexOf('chunked') !== codings.length - 1)
      throw new HttpError('HPE_INVALID_TRANSFER_ENCODING', `Unsupported Transfer-Encoding: ${codings.join(', ')}`);
    return { kind: 'chunked' };
  }
  const [text] = lengths;
  if (text === undefined) return undefined;
  if (lengths.some((other) => other !== text))
    throw new HttpError('HPE_UNEXPECTED_CONTENT_LENGTH', `Content-Length given twice: ${lengths.join(' and ')}`);
  const length = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(length))
    throw new HttpError('HPE_INVALID_CONTENT_LENGTH', `Invalid Content-Length: ${JSON.stringify(text)}`);
  return { kind: 'length', length };
}

function twoFramings(headers: HttpHeaders): HttpError {
  const names = headers.map(([name]) => name.toLowerCase());
  return names.lastIndexOf('transfer-encoding') > names.indexOf('content-length')
    ? new HttpError('HPE_INVALID_TRANSFER_ENCODING', "Transfer-Encoding can't be present with Content-Length")
    : new HttpError('HPE_INVALID_CONTENT_LENGTH', "Content-Length can't be present with Transfer-Encoding");
}
