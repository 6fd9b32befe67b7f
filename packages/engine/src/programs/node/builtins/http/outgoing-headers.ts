import { Stream } from 'readable-stream';
import { adoptable } from '../../base/callable-class.ts';
import { invalidArgumentType } from '../../errors/node-error.ts';
import { checkHeaderName, checkHeaderValue, type HeaderValue, headerKey, headersSent } from './header-checks.ts';

export const HEADERS = Symbol('kOutHeaders');

export type HeaderTable = Record<string, [name: string, value: HeaderValue]>;

/** The headers of a message before it is sent, by lower-case name. */
export class OutgoingHeaders extends adoptable(Stream) {
  /** The start line and headers, once they are final. */
  _header: string | null = null;
  sendDate = false;
  _removedConnection = false;
  _removedContLen = false;
  _removedTE = false;
  [HEADERS]: HeaderTable | null = null;

  get headersSent(): boolean {
    return Boolean(this._header);
  }
  get _headers(): Record<string, HeaderValue> | null {
    return this.getHeaders();
  }
  set _headers(given: Record<string, HeaderValue> | null) {
    this[HEADERS] = null;
    for (const [name, value] of Object.entries(given ?? {})) tableOf(this)[name.toLowerCase()] = [name, value];
  }

  setHeader(name: string, value: HeaderValue): this {
    if (this._header) throw headersSent('set');
    checkHeaderName(name);
    checkHeaderValue(name, value);
    tableOf(this)[name.toLowerCase()] = [name, value];
    return this;
  }
  appendHeader(name: string, value: HeaderValue): this {
    if (this._header) throw headersSent('append');
    checkHeaderName(name);
    checkHeaderValue(name, value);
    const key = name.toLowerCase();
    const table = tableOf(this);
    const former = table[key];
    const values = [former?.[1] ?? [], value]
      .flat()
      .map((item) => (former === undefined && typeof item !== 'string' ? item : String(item)));
    table[key] = former === undefined ? [name, value] : [former[0], values as string[]]; // Converted to strings above.
    return this;
  }
  setHeaders(headers: Headers | Map<string, HeaderValue>): this {
    if (this._header) throw headersSent('set');
    if (
      typeof headers !== 'object' ||
      headers === null ||
      Array.isArray(headers) ||
      typeof Reflect.get(headers, 'keys') !== 'function' ||
      typeof headers.get !== 'function'
    )
      throw invalidArgumentType('headers', 'an instance of Headers or Map', headers);
    const cookies: string[] = [];
    for (const [name, value] of headers as Iterable<[string, HeaderValue]>) {
      if (name !== 'set-cookie') this.setHeader(name, value);
      else if (Array.isArray(value)) cookies.push(...value);
      else cookies.push(String(value));
    }
    if (cookies.length > 0) this.setHeader('set-cookie', cookies);
    return this;
  }
  getHeader(name: string): HeaderValue | undefined {
    const key = headerKey(name);
    return this[HEADERS]?.[key]?.[1];
  }
  hasHeader(name: string): boolean {
    const key = headerKey(name);
    return this[HEADERS]?.[key] !== undefined;
  }
  removeHeader(name: string): void {
    const key = headerKey(name);
    if (this._header) throw headersSent('remove');
    // Also prevents Node's automatic headers of that name.
    if (key === 'connection') this._removedConnection = true;
    else if (key === 'content-length') this._removedContLen = true;
    else if (key === 'transfer-encoding') this._removedTE = true;
    else if (key === 'date') this.sendDate = false;
    if (this[HEADERS] !== null) delete this[HEADERS]?.[key];
  }
  getHeaders(): Record<string, HeaderValue> {
    const headers: Record<string, HeaderValue> = Object.create(null);
    const table = this[HEADERS];
    for (const key in table) {
      const entry = table[key];
      if (entry !== undefined) headers[key] = entry[1];
    }
    return headers;
  }
  getHeaderNames(): string[] {
    return Object.keys(this[HEADERS] ?? {});
  }
  getRawHeaderNames(): string[] {
    return Object.values(this[HEADERS] ?? {}).map(([name]) => name);
  }
}

// A function rather than a method, because programs call the prototype's methods on their own objects.
function tableOf(message: { [HEADERS]: HeaderTable | null }): HeaderTable {
  message[HEADERS] ??= Object.create(null) as HeaderTable;
  return message[HEADERS];
}
