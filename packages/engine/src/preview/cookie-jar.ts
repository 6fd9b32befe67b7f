/** The cookies that the previewed page may read: its `document.cookie`. */
export interface ReadableCookies {
  read(): string;
  write(cookie: string): void;
}

interface HiddenCookie {
  name: string;
  value: string;
  path: string;
  /** In milliseconds since the epoch; infinite for a session cookie. */
  expiresAt: number;
  /** True if the cookie is also sent with a form submitted by another site's page. */
  isForForeignForms: boolean;
}

interface SetCookie {
  name: string;
  value: string;
  attributes: ReadonlyMap<string, string>;
}

/** The limit of browsers for one site. */
const MAX_COOKIES = 180;
const MAX_COOKIE_CHARACTERS = 4096;
/** How long a session cookie is kept for a later bridge. */
const SESSION_MS = 24 * 60 * 60 * 1000;

/**
 * The cookies of one preview. A service worker's response cannot set cookies in the browser, so readable cookies are set
 * on the bridge's document, and `HttpOnly` ones are kept here, in the bridge, which no page can reach. `keep` receives the
 * data that a later bridge can `restore`.
 */
export class CookieJar {
  #hidden: HiddenCookie[] = [];

  constructor(
    private readonly readable: ReadableCookies,
    private readonly now: () => number,
    private readonly keep: (cookies: string) => void = () => {},
  ) {}

  /** Stores the cookie of a `Set-Cookie` header. `target` is the path and query of the answered request. */
  store(header: string, target: string): void {
    const cookie = parseSetCookie(header);
    if (cookie === null || cookie.name.length + cookie.value.length > MAX_COOKIE_CHARACTERS) return;
    const { name, value, attributes } = cookie;
    const cookiePath = attributes.get('path')?.startsWith('/') ? (attributes.get('path') ?? '/') : defaultPath(pathOf(target));
    const others = this.#hidden.filter((kept) => kept.name !== name || kept.path !== cookiePath);
    const isReplaced = others.length < this.#hidden.length;
    this.#hidden = others;
    if (!attributes.has('httponly')) {
      this.readable.write(documentCookie(cookie));
      if (isReplaced) this.#tell();
      return;
    }
    // The page's own cookie of that name would be sent as well.
    if (namesOf(this.readable.read()).includes(name)) this.#forget(name);
    const expiresAt = this.#expiry(attributes);
    if (expiresAt <= this.now()) {
      if (isReplaced) this.#tell();
      return;
    }
    const isForForeignForms = attributes.get('samesite')?.toLowerCase() === 'none';
    this.#hidden.push({ name, value, path: cookiePath, expiresAt, isForForeignForms });
    if (this.#hidden.length > MAX_COOKIES) this.#hidden.shift();
    this.#tell();
  }

  /** Returns the value of a request's `Cookie` header, empty if there are no cookies to send. */
  header(target: string, isForeignForm = false): string {
    const path = pathOf(target);
    const now = this.now();
    this.#hidden = this.#hidden.filter(({ expiresAt }) => expiresAt > now);
    const hidden = this.#hidden
      .filter((cookie) => isBelow(path, cookie.path) && (!isForeignForm || cookie.isForForeignForms))
      .sort((first, second) => second.path.length - first.path.length);
    // A page cannot replace a cookie that it may not read.
    const names = new Set(this.#hidden.map(({ name }) => name));
    const readable = isForeignForm ? [] : pairsOf(this.readable.read()).filter((pair) => !names.has(nameOf(pair)));
    return [...hidden.map(({ name, value }) => (name === '' ? value : `${name}=${value}`)), ...readable].join('; ');
  }

  /** Handles `Clear-Site-Data: "cookies"`. */
  clear(): void {
    this.#hidden = [];
    this.#tell();
    for (const name of namesOf(this.readable.read())) this.#forget(name);
  }

  /** Restores the data kept by a former bridge of this preview; ignores anything else. */
  restore(kept: string): void {
    const cookies = keptCookies(kept);
    const isNew = ({ name, path }: HiddenCookie) => !this.#hidden.some((cookie) => cookie.name === name && cookie.path === path);
    this.#hidden = [...cookies.filter(isNew), ...this.#hidden].slice(-MAX_COOKIES);
  }

  #tell(): void {
    const cookies = this.#hidden.map((cookie) => ({
      ...cookie,
      expiresAt: Number.isFinite(cookie.expiresAt) ? cookie.expiresAt : this.now() + SESSION_MS,
    }));
    this.keep(cookies.length === 0 ? '' : JSON.stringify(cookies));
  }

  #forget(name: string): void {
    this.readable.write(`${name}=; path=/; max-age=0`);
  }

  #expiry(attributes: ReadonlyMap<string, string>): number {
    const age = attributes.get('max-age');
    if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0 ? 0 : this.now() + Number(age) * 1000;
    const expires = Date.parse(attributes.get('expires') ?? '');
    return Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires;
  }
}

/**
 * Replaces the cookies in the head of a WebSocket handshake by those of the jar: the page that wrote it does not see
 * hidden cookies, and a worker sees none.
 */
export function withCookies(handshake: Uint8Array, jar: Pick<CookieJar, 'header'>): Uint8Array {
  const text = Array.from(handshake, (byte) => String.fromCharCode(byte)).join('');
  const [, start, path, headers] = /^(GET (\S+) HTTP\/1\.1\r\n)([\s\S]*?\r\n)\r\n/.exec(text) ?? [];
  if (start === undefined || path === undefined || headers === undefined) return handshake;
  const cookies = jar.header(path);
  const others = headers.replace(/^cookie:.*\r\n/gim, '');
  const head = `${start}${others}${cookies === '' ? '' : `cookie: ${cookies}\r\n`}\r\n`;
  return Uint8Array.from(head + text.slice(start.length + headers.length + 2), (character) => character.charCodeAt(0));
}

function keptCookies(kept: string): HiddenCookie[] {
  try {
    const cookies: unknown = JSON.parse(kept);
    return Array.isArray(cookies) ? cookies.filter(isHiddenCookie) : [];
  } catch {
    return [];
  }
}

function isHiddenCookie(value: unknown): value is HiddenCookie {
  if (typeof value !== 'object' || value === null) return false;
  const { name, value: content, path, expiresAt, isForForeignForms } = value as Record<string, unknown>; // Each field is checked.
  const isText = [name, content, path].every((text) => typeof text === 'string');
  return isText && typeof expiresAt === 'number' && typeof isForForeignForms === 'boolean';
}

function parseSetCookie(header: string): SetCookie | null {
  const [pair = '', ...rest] = header.split(';');
  const [name, value] = split(pair);
  if (name === '' && value === '') return null;
  return { name, value, attributes: new Map(rest.map((part) => split(part)).map(([key, text]) => [key.toLowerCase(), text])) };
}

function split(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=');
  return at === -1 ? [pair.trim(), ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}

/** Formats a cookie for `document.cookie`. `Path` is widened, because the bridge, which sends the cookies, has a different path. */
function documentCookie({ name, value, attributes }: SetCookie): string {
  const kept = ['expires', 'max-age'].flatMap((key) => (attributes.has(key) ? [`${key}=${attributes.get(key)}`] : []));
  // Without `Secure`, browsers reject cookies whose names have these prefixes.
  if (/^__(secure|host)-/i.test(name)) kept.push('secure');
  return [`${name}=${value}`, 'path=/', ...kept].join('; ');
}

function pairsOf(cookies: string): string[] {
  return cookies.split(';').flatMap((pair) => (pair.trim() === '' ? [] : [pair.trim()]));
}

function namesOf(cookies: string): string[] {
  return pairsOf(cookies).map(nameOf);
}

function nameOf(pair: string): string {
  return split(pair)[0];
}

function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? '/';
}

/** Returns the default path of a cookie without one: the folder of the request's path. */
function defaultPath(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 1)) || '/';
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
