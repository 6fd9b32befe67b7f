import { nodeError } from '../../errors/node-error.ts';
import { checkHeaderName, checkHeaderValue, type HeaderValue, headerPairs } from './header-checks.ts';

/** The properties of a message that determine its head, and those that the head sets. */
export interface HeadOwner {
  _header: string | null;
  _headerSent: boolean;
  _last: boolean;
  _hasBody: boolean;
  _contentLength: number | null;
  _removedConnection: boolean;
  _removedContLen: boolean;
  _removedTE: boolean;
  _defaultKeepAlive: boolean;
  _keepAliveTimeout: number;
  _maxRequestsPerSocket?: number | null;
  sendDate: boolean;
  shouldKeepAlive: boolean;
  chunkedEncoding: boolean;
  useChunkedEncodingByDefault: boolean;
  maxRequestsOnConnectionReached: boolean;
  statusCode?: number;
  agent?: unknown;
  uniqueHeaders: Set<string> | null;
}

interface Seen {
  text: string;
  connection: boolean;
  contentLength: boolean;
  transferEncoding: boolean;
  date: boolean;
  expect: boolean;
  trailer: boolean;
}

export type GivenHeaders = Record<string, [string, HeaderValue]> | Record<string, HeaderValue> | readonly unknown[] | null | undefined;

let date = '';
let dateUntil = 0;

/** Returns the date header, cached for the current second because many responses fall into one. */
function dateHeader(): string {
  const now = Date.now();
  if (now >= dateUntil) {
    date = `Date: ${new Date(now).toUTCString()}\r\n`;
    dateUntil = now - (now % 1000) + 1000;
  }
  return date;
}

function noteHeader(owner: HeadOwner, seen: Seen, name: string, value: string): void {
  if (name.length < 4 || name.length > 17) return;
  switch (name.toLowerCase()) {
    case 'connection':
      seen.connection = true;
      owner._removedConnection = false;
      if (/(?:^|\W)close(?:$|\W)/i.test(value)) owner._last = true;
      else owner.shouldKeepAlive = true;
      break;
    case 'transfer-encoding':
      seen.transferEncoding = true;
      owner._removedTE = false;
      if (/(?:^|\W)chunked(?:$|\W)/i.test(value)) owner.chunkedEncoding = true;
      break;
    case 'content-length':
      seen.contentLength = true;
      owner._contentLength = Number(value);
      owner._removedContLen = false;
      break;
    case 'date':
      seen.date = true;
      break;
    case 'expect':
      seen.expect = true;
      break;
    case 'trailer':
      seen.trailer = true;
      break;
    case 'keep-alive':
      owner._defaultKeepAlive = false;
      break;
  }
}

function addLine(owner: HeadOwner, seen: Seen, name: string, value: unknown, isChecked: boolean): void {
  if (!isChecked) checkHeaderValue(name, value);
  seen.text += `${name}: ${String(value)}\r\n`;
  noteHeader(owner, seen, name, String(value));
}

function addHeader(owner: HeadOwner, seen: Seen, name: string, value: unknown, isChecked: boolean): void {
  if (!isChecked) checkHeaderName(name);
  if (!Array.isArray(value)) {
    addLine(owner, seen, name, value, isChecked);
    return;
  }
  const key = name.toLowerCase();
  if ((value.length < 2 || key !== 'cookie') && owner.uniqueHeaders?.has(key) !== true)
    for (const item of value) addLine(owner, seen, name, item, isChecked);
  else addLine(owner, seen, name, value.join('; '), isChecked);
}

/** Determines whether the connection is kept, and adds Node's default header if the program has set none. */
function addConnection(owner: HeadOwner, seen: Seen): void {
  if (owner._removedConnection) {
    owner._last = !owner.shouldKeepAlive;
    return;
  }
  if (seen.connection) return;
  const isKept = owner.shouldKeepAlive && (seen.contentLength || owner.useChunkedEncodingByDefault || Boolean(owner.agent));
  if (!isKept) {
    owner._last = true;
    seen.text += 'Connection: close\r\n';
    return;
  }
  if (owner.maxRequestsOnConnectionReached) {
    seen.text += 'Connection: close\r\n';
    return;
  }
  seen.text += 'Connection: keep-alive\r\n';
  if (!owner._keepAliveTimeout || !owner._defaultKeepAlive) return;
  const most = Number(owner._maxRequestsPerSocket ?? 0) > 0 ? `, max=${owner._maxRequestsPerSocket}` : '';
  seen.text += `Keep-Alive: timeout=${Math.floor(owner._keepAliveTimeout / 1000)}${most}\r\n`;
}

/** Determines how the end of the body is marked. */
function addFraming(owner: HeadOwner, seen: Seen): void {
  if (seen.contentLength || seen.transferEncoding) return;
  if (!owner._hasBody) owner.chunkedEncoding = false;
  else if (!owner.useChunkedEncodingByDefault) owner._last = true;
  else if (!seen.trailer && !owner._removedContLen && typeof owner._contentLength === 'number')
    seen.text += `Content-Length: ${owner._contentLength}\r\n`;
  else if (!owner._removedTE) {
    seen.text += 'Transfer-Encoding: chunked\r\n';
    owner.chunkedEncoding = true;
  } else {
    // The end of the connection marks the end of the body.
    owner._last = true;
  }
}

/** Finalizes the head. Returns whether the head must be sent at once because the other side is asked to confirm the body (`Expect`). */
export function settleHead(owner: HeadOwner, startLine: string, headers: GivenHeaders, isTable: boolean): boolean {
  const seen: Seen = {
    text: startLine,
    connection: false,
    contentLength: false,
    transferEncoding: false,
    date: false,
    expect: false,
    trailer: false,
  };
  if (isTable) {
    const table = headers as Record<string, [string, HeaderValue]>; // `isTable` is true.
    for (const key in table) {
      const entry = table[key];
      if (entry !== undefined) addHeader(owner, seen, entry[0], entry[1], true);
    }
  } else if (Array.isArray(headers)) for (const [name, value] of headerPairs(headers)) addHeader(owner, seen, name, value, false);
  else if (headers !== null && headers !== undefined)
    for (const [name, value] of Object.entries(headers)) addHeader(owner, seen, name, value, false);
  if (owner.sendDate && !seen.date) seen.text += dateHeader();
  if (owner.chunkedEncoding && (owner.statusCode === 204 || owner.statusCode === 304)) {
    owner.chunkedEncoding = false;
    owner.shouldKeepAlive = false;
  }
  addConnection(owner, seen);
  addFraming(owner, seen);
  if (!owner.chunkedEncoding && seen.trailer)
    throw nodeError(Error, 'ERR_HTTP_TRAILER_INVALID', 'Trailers are invalid with this transfer encoding');
  owner._header = `${seen.text}\r\n`;
  owner._headerSent = false;
  return seen.expect;
}
