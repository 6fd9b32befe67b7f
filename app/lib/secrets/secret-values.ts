import { isWorthMasking, looksRandom } from './is-worth-masking.ts';
import { fromForms } from './value-forms.ts';

/** A value that models must not see, with its name and source. */
export interface SecretValue {
  name: string;
  value: string;
  /** The file's path, or a description of another source. */
  source: string;
}

/** Limits in characters, values and nesting depth: keys are not found beyond these. */
const LONGEST_TEXT = 1_000_000;
const MOST_VALUES = 1_000;
const DEEPEST = 40;
/** Characters between the first and the last line of a key. */
const LONGEST_ARMOUR = 60_000;

/** Returns the named values in a secret file: settings, JSON, credentials or armour. `isWorthMasking` decides which are omitted. */
export function secretValuesIn(source: string, content: string): SecretValue[] {
  const text = content.slice(0, LONGEST_TEXT).replace(/^\uFEFF/, '');
  const found = new Map<string, SecretValue>();
  const add = (name: string, value: string) => {
    if (found.size < MOST_VALUES && !found.has(value)) found.set(value, { name, value, source });
  };
  const consider = (name: string, value: string) => considerValue(name, value.trim(), add);
  fromJson(text, consider);
  fromArmour(text, add);
  const lines = text.split(/\r\n|\n|\r/);
  fromLines(text, lines, consider);
  fromCredentials(text, source, consider);
  fromForms(text, lines, consider);
  for (const [word] of text.matchAll(/[A-Za-z0-9_+/=.-]{20,}/g)) if (!word.includes('=', 1) && looksRandom(word)) consider('value', word);
  return [...found.values()];
}

/** Adds a value, or its secret parts: the password of an address, the fields of a connection string. */
function considerValue(name: string, value: string, add: (name: string, value: string) => void): void {
  const isAddress = /^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(value);
  const address = isAddress ? URL.parse(value) : null;
  // A password with `#` or `/` makes the address invalid, but some programs parse it themselves.
  const inNone = isAddress && address === null ? /^[^/]+\/\/[^:/@]*:(\S+)@/.exec(value)?.[1] : undefined;
  if (inNone !== undefined && isWorthMasking('password', inNone)) add(name, inNone);
  if (address !== null) {
    for (const secret of secretsOfAddress(address, value)) if (isWorthMasking('password', secret)) add(name, secret);
    return;
  }
  const fields = [...value.matchAll(/(?:^|[;\s])([\w ]{2,40}?)=([^;\s]+)/g)];
  if (fields.length > 1) for (const [, field = '', part = ''] of fields) if (isWorthMasking(field, part)) add(name, part);
  const scheme = /^(?:Bearer|Basic|Token|token)\s+(\S+)$/.exec(value)?.[1];
  const bare = scheme ?? value;
  if (!isWorthMasking(scheme === undefined ? name : 'token', bare)) return;
  add(name, bare);
  const decoded = /^[A-Za-z0-9+/]{8,}={0,2}$/.test(bare) ? decodedText(bare) : null;
  if (decoded === null) return;
  const password = /auth/i.test(name) ? /^[^:]+:(.+)$/.exec(decoded)?.[1] : undefined;
  if (password !== undefined && isWorthMasking('password', password)) add(name, password);
  // Kubernetes and npm store passwords like this, and programs print the decoded value.
  if (/^[\x20-\x7e]+$/.test(decoded) && isWorthMasking(name, decoded)) add(name, decoded);
}

/** Returns the parts of an address that grant access: the password, query fields, parts of the path. */
function secretsOfAddress(address: URL, text: string): string[] {
  const raw = /^[^/]+\/\/[^:/@]*:([^@/]+)@/.exec(text)?.[1];
  const query = [...address.searchParams].flatMap(([name, value]) => (isWorthMasking(name, value) ? [value] : []));
  const steps = address.pathname.split('/').filter((step) => step.length >= 16 && looksRandom(step));
  const user = looksRandom(address.username) ? [address.username] : [];
  const passwords = [raw, decodedPart(address.password)].filter((each) => each !== undefined && each !== '');
  return [...new Set([...passwords, ...user, ...query, ...steps])].filter((each) => each !== undefined);
}

function fromJson(text: string, consider: (name: string, value: string) => void): void {
  if (!/^\s*[{[]/.test(text)) return;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return;
  }
  const visit = (name: string, value: unknown, depth: number): void => {
    if (depth > DEEPEST) return;
    if (typeof value === 'string') for (const part of value.length > 4_000 ? value.split(/\s+/) : [value]) consider(name, part);
    else if (Array.isArray(value)) for (const item of value) visit(name, item, depth + 1);
    else if (typeof value === 'object' && value !== null) {
      // Terraform has a value's name in a field next to it.
      const inner = 'value' in value && typeof Object(value).name === 'string' ? String(Object(value).name) : name;
      for (const [key, field] of Object.entries(value)) visit(key === 'value' ? inner : key, field, depth + 1);
    }
  };
  visit('value', parsed, 0);
}

/** Adds the lines of armoured keys, and each key as one text, because both are copied. */
function fromArmour(text: string, add: (name: string, value: string) => void): void {
  const unescaped = text.includes('\\n') ? `${text}\n${text.replaceAll('\\n', '\n')}` : text;
  const begins = /-----BEGIN ([A-Z0-9 ]{1,60})-----/g;
  let end = 0;
  for (let found = begins.exec(unescaped); found !== null; found = begins.exec(unescaped)) {
    const from = begins.lastIndex;
    if (end < from) end = unescaped.indexOf('-----END ', from);
    if (end === -1) return;
    if (end - from > LONGEST_ARMOUR) continue;
    begins.lastIndex = end;
    const [, kind = ''] = found;
    if (/CERTIFICATE|PUBLIC/.test(kind)) continue;
    const lines = unescaped.slice(from, end).split(/\s+/);
    for (const line of lines) if (line.length >= 16) add(kind.toLowerCase(), line);
  }
}

const ASSIGNED = /^\s*(?:export\s+|set\s+|-\s+)?["']?(\/\/[^\s=]{1,200}:_\w{1,40}|[\w./@[\]\p{L}-]{1,120}?)["']?\s*(?:=>|:=|[=:])(.*)$/u;

/** A quoted value with a name anywhere in a line, including code: `const name: string = '…'`, `{ name: '…' }`. */
const QUOTED_PAIR = /(?<![\w$])([\w$]{1,80})["']?\s{0,8}(?::\s{0,8}[\w<>[\]|]{1,40}\s{0,8})?[:=]\s{0,8}(["'`])([^"'`]{1,2000})\2/g;

/** Matches `NAME=value`, `name: value`, `name = "value"`; quoted values may have several lines. */
function fromLines(text: string, lines: readonly string[], consider: (name: string, value: string) => void): void {
  for (const [, name = '', , quoted = ''] of text.matchAll(/^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(["'`])([\s\S]{0,20000}?)\2/gm)) {
    if (quoted.includes('\n')) for (const line of quoted.split('\n')) consider(name, line);
  }
  for (const line of lines) {
    if (/^\s*(?:#|;|\/\/ )/.test(line)) continue;
    for (const [, name = '', , value = ''] of line.matchAll(QUOTED_PAIR)) consider(name, value);
    const [, name = '', rest = ''] = ASSIGNED.exec(line) ?? [];
    if (name === '') continue;
    const assigned = rest.trim().replace(/,$/, '').trim();
    const quoted = /^(["'`])(.*)\1/.exec(assigned)?.[2];
    const value = quoted ?? withoutRemark(assigned);
    consider(name, value);
    // A comment with its own quotes may follow. Without quotes, `#` begins a comment for some programs and is part of the value for others.
    const shortest = /^(["'`])((?:\\.|(?!\1).)*)\1/.exec(assigned)?.[2] ?? value.slice(0, Math.max(0, value.indexOf('#')));
    if (shortest !== value) consider(name, shortest);
    if (/^[&!]/.test(value)) consider(name, value.replace(/^(?:[&!][\w!./-]{1,60}\s+){1,2}/, ''));
    if (value.includes('\\')) consider(name, value.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1'));
    if (/^[[{]/.test(value)) for (const [, , item = ''] of value.matchAll(/(["'])(.*?)\1/g)) consider(name, item);
  }
}

function withoutRemark(text: string): string {
  const at = text.search(/\s#/);
  return at === -1 ? text : text.slice(0, at).trimEnd();
}

/** Formats without names: .netrc, .pgpass, .htpasswd, .git-credentials. */
function fromCredentials(text: string, source: string, consider: (name: string, value: string) => void): void {
  for (const [, password = ''] of text.matchAll(/\bpassword[ \t]+(\S+)/g)) consider('password', password);
  for (const [address] of text.matchAll(/[a-z][a-z\d+.-]{0,30}:\/\/[^\s"'`<>]+/gi)) consider('address', address);
  for (const line of text.split(/\r?\n/)) {
    const ofTable = /pgpass/.test(source) ? /^[^:]*:[^:]*:[^:]*:[^:]*:(.+)$/.exec(line) : null;
    const ofUser = /htpasswd/.test(source) ? /^[^:]+:(.+)$/.exec(line) : null;
    const password = ofTable?.[1] ?? ofUser?.[1];
    if (password !== undefined) consider('password', password);
  }
}

function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function decodedText(text: string): string | null {
  try {
    return atob(text);
  } catch {
    return null;
  }
}
