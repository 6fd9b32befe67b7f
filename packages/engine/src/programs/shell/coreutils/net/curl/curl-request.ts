import { baseName } from '../../../text/resolve-path.ts';
import type { CommandContext } from '../../command.ts';
import type { ParsedOptions } from '../../parse-options.ts';
import { multipartForm } from './multipart-form.ts';

/** Long enough not to occur in any file by chance. */
const FORM_BOUNDARY = '------------------------devonz-form-7f3a9c51e2b84d06';

export const USER_AGENT = 'curl/8.0.0';

/** The initial request; a redirect changes it. */
export interface CurlRequest {
  method: string;
  /** True if `-X` set the method, which a redirect then keeps. */
  isMethodGiven: boolean;
  url: URL;
  headers: [string, string][];
  body: Uint8Array | null;
}

export async function curlRequest(url: URL, options: ParsedOptions, context: CommandContext): Promise<CurlRequest> {
  const { flags, value } = options;
  const upload = value('T');
  const isInAddress = flags.has('G');
  const data = upload === null ? await dataOf(options, context) : await context.files.readBytes(upload);
  const target = new URL(url);
  if (isInAddress && data !== null) target.search += (target.search === '' ? '?' : '&') + new TextDecoder().decode(data);
  if (upload !== null && upload !== '-' && target.pathname.endsWith('/')) target.pathname += encodeURIComponent(baseName(upload));
  const body = isInAddress ? null : data;
  const usual = flags.has('I') ? 'HEAD' : upload !== null ? 'PUT' : body !== null ? 'POST' : 'GET';
  const headers = await requestHeaders(options, body, context);
  // Credentials in the URL become a header, because `fetch` rejects them.
  if (target.username !== '' && value('u') === null) headers.unshift(['Authorization', basic(credentialsOf(target))]);
  target.username = '';
  target.password = '';
  return {
    method: value('X') ?? usual,
    isMethodGiven: value('X') !== null,
    url: target,
    headers,
    body,
  };
}

async function dataOf(options: ParsedOptions, context: CommandContext): Promise<Uint8Array | null> {
  const { files } = context;
  const fields = options.values.get('F');
  if (fields !== undefined) return multipartForm(fields, FORM_BOUNDARY, context);
  const binary = options.value('data-binary');
  // A single file is sent byte for byte.
  if (binary?.startsWith('@') === true && !options.values.has('d')) return files.readBytes(binary.slice(1));
  const parts: string[] = [];
  for (const name of ['d', 'data-raw', 'data-binary', 'data-urlencode', 'json']) {
    for (const text of options.values.get(name) ?? []) {
      if (name === 'data-urlencode') parts.push(await encodedData(text, context));
      else if (text.startsWith('@') && name !== 'data-raw') {
        const content = await files.readText(text.slice(1));
        parts.push(name === 'd' ? content.replace(/[\r\n]/g, '') : content);
      } else parts.push(text);
    }
  }
  return parts.length === 0 ? null : new TextEncoder().encode(parts.join(options.values.has('json') ? '' : '&'));
}

/** Encodes `content`, `=content`, `name=content`, `@file` or `name@file`: the content is encoded, the name is not. */
async function encodedData(text: string, { files }: CommandContext): Promise<string> {
  const mark = text.search(/[=@]/);
  if (mark === -1) return encoded(text);
  const name = text.slice(0, mark);
  const rest = text.slice(mark + 1);
  const content = text[mark] === '@' ? await files.readText(rest) : rest;
  return (name === '' ? '' : `${name}=`) + encoded(content);
}

function encoded(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

async function requestHeaders(options: ParsedOptions, body: Uint8Array | null, context: CommandContext): Promise<[string, string][]> {
  const { values, value } = options;
  const headers: [string, string][] = [];
  const user = value('u');
  if (user !== null) headers.push(['Authorization', basic(user)]);
  const token = value('oauth2-bearer');
  if (token !== null) headers.push(['Authorization', `Bearer ${token}`]);
  const range = value('r');
  if (range !== null) headers.push(['Range', `bytes=${range}`]);
  headers.push(['User-Agent', value('A') ?? USER_AGENT], ['Accept', values.has('json') ? 'application/json' : '*/*']);
  const referer = value('e');
  if (referer !== null) headers.push(['Referer', referer.replace(/;auto$/, '')]);
  // Other values are file names, which the jar handles.
  for (const cookie of values.get('b') ?? []) if (cookie.includes('=')) headers.push(['Cookie', cookie]);
  if (values.has('json')) headers.push(['Content-Type', 'application/json']);
  else if (values.has('F')) headers.push(['Content-Type', `multipart/form-data; boundary=${FORM_BOUNDARY}`]);
  else if (body !== null && !values.has('T')) headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
  for (const line of await headerLines(values.get('H') ?? [], context)) setHeader(headers, line);
  return headers;
}

function basic(credentials: string): string {
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(credentials)))}`;
}

function credentialsOf({ username, password }: URL): string {
  return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
}

async function headerLines(given: readonly string[], { files }: CommandContext): Promise<string[]> {
  const lines: string[] = [];
  for (const text of given) {
    if (text.startsWith('@')) lines.push(...(await files.readText(text.slice(1))).split(/\r?\n/).filter((line) => line !== ''));
    else lines.push(text);
  }
  return lines;
}

/** Sets a header: `Name: value` replaces curl's own, `Name:` removes it, `Name;` sends it empty. */
function setHeader(headers: [string, string][], line: string): void {
  const mark = line.search(/[:;]/);
  if (mark === -1) return;
  const name = line.slice(0, mark).trim();
  const value = line.slice(mark + 1).trim();
  const own = headers.findIndex(([candidate]) => candidate.toLowerCase() === name.toLowerCase() && OWN.has(name.toLowerCase()));
  if (own !== -1) headers.splice(own, 1);
  if (value !== '' || line[mark] === ';') headers.push([name, value]);
}

const OWN = new Set(['authorization', 'range', 'user-agent', 'accept', 'referer', 'content-type']);
