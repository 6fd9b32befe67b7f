import { NpmError } from '../npm-error.ts';
import { isPackageName } from '../package-spec.ts';
import type { CachedDownload, DownloadCache } from './download-cache.ts';
import { verifyIntegrity } from './integrity.ts';
import { Packument } from './packument.ts';
import { TaskLimit } from './task-limit.ts';

const abbreviatedType = 'application/vnd.npm.install-v1+json';
/** The number of concurrent requests; the browser itself allows about six per host over HTTP/1.1. */
const concurrentRequests = 12;
const attempts = 3;
/** How long a cached document is used without revalidation, in milliseconds; npm's own value. */
const metadataFreshness = 300_000;

/** `offline` fetches nothing; `prefer-offline` fetches only what is not cached; `prefer-online` always revalidates cached entries. */
export type CacheUse = 'normal' | 'offline' | 'prefer-offline' | 'prefer-online';

export interface RegistryClientOptions {
  /** `<origin>/registry/`, with the trailing slash. */
  registryUrl: string;
  fetch: typeof globalThis.fetch;
  cache: DownloadCache;
  cacheUse: CacheUse;
  /** Throws for a package that must not be requested from this registry. */
  assertServed: (name: string) => void;
  signal: AbortSignal;
  now: () => number;
  /** Waits between attempts, in milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
}

/** Returns the path of a tarball below the registry's URL, from the URL in its metadata (or in a lock file). */
export function tarballPath(name: string, version: string, address: string | null): string {
  const file = address === null ? null : /\/-\/([^/?#]+\.t(?:gz|ar\.gz))(?:[?#].*)?$/.exec(address)?.[1];
  return `${name}/-/${file ?? `${name.split('/').at(-1) ?? name}-${version}.tgz`}`;
}

/** Fetches package documents and tarballs through the sandbox's registry proxy, each once and a few at a time. */
export class RegistryClient {
  readonly #packuments = new Map<string, Promise<Packument>>();
  readonly #tarballs = new Map<string, Promise<Uint8Array>>();
  // Separate limits, so that a hundred queued tarballs cannot delay a document that everything waits for.
  readonly #metadataLimit = new TaskLimit(concurrentRequests);
  readonly #tarballLimit = new TaskLimit(concurrentRequests);
  /** All attempts of one request failed; later requests are tried only once. */
  #isDown = false;

  constructor(private readonly options: RegistryClientOptions) {}

  get cache(): DownloadCache {
    return this.options.cache;
  }

  /** Returns the package's document in the registry's short form. */
  packument(name: string): Promise<Packument> {
    let promise = this.#packuments.get(name);
    if (!promise) {
      promise = this.#metadataLimit.run(() => this.#loadPackument(name, abbreviatedType));
      // Once another package has failed the installation, nothing may be waiting for this promise.
      promise.catch(() => undefined);
      this.#packuments.set(name, promise);
    }
    return promise;
  }

  /** Returns the document of one version, which is far smaller than the package's, or null if the registry does not provide it. */
  version(name: string, version: string): Promise<unknown> {
    return this.#metadataLimit.run(() => this.#loadVersion(name, version));
  }

  /** Returns the whole document, with descriptions and times (`npm view`). */
  fullPackument(name: string): Promise<Packument> {
    return this.#loadPackument(name, 'application/json');
  }

  /** Returns a tarball of the registry whose content matches `integrity`. It is fetched only once. */
  tarball(path: string, integrity: string | null): Promise<Uint8Array> {
    const name = path.slice(0, path.indexOf('/-/'));
    return this.#tarball(this.options.registryUrl + path, path, integrity, () => this.options.assertServed(name));
  }

  /** Returns a tarball at any URL that allows cross-origin reads; those of public code hosts, which do not, go through the server. */
  remoteTarball(url: string, integrity: string | null): Promise<Uint8Array> {
    const address = isRelayed(url) ? `${this.options.registryUrl}-/archive?address=${encodeURIComponent(url)}` : url;
    return this.#tarball(address, url, integrity, () => undefined);
  }

  /** Releases a tarball's memory once it is on disk. */
  forgetTarball(path: string, integrity: string | null): void {
    this.#tarballs.delete(`${this.options.registryUrl}${path}#${integrity}`);
  }

  #tarball(url: string, subject: string, integrity: string | null, assertServed: () => void): Promise<Uint8Array> {
    const key = `${url}#${integrity}`;
    let promise = this.#tarballs.get(key);
    if (!promise) {
      promise = this.#tarballLimit.run(() => {
        assertServed();
        return this.#loadTarball(url, subject, integrity);
      });
      promise.catch(() => undefined);
      this.#tarballs.set(key, promise);
    }
    return promise;
  }

  async #loadPackument(name: string, accept: string): Promise<Packument> {
    if (!isPackageName(name)) throw new NpmError('EINVALIDPACKAGENAME', [`Invalid package name "${name}"`]);
    this.options.assertServed(name);
    const url = this.options.registryUrl + name.replace('/', '%2f');
    const cacheKey = accept === abbreviatedType ? url : `${url}?full`;
    const cached = await this.options.cache.read(cacheKey);
    if (cached && this.#isFresh(cached)) return readPackument(name, cached.body);
    const headers = new Headers({ accept });
    if (cached?.etag) headers.set('if-none-match', cached.etag);
    let answer: Answer;
    try {
      answer = await this.#request(url, headers);
      if (answer.response.status === 304 && cached) {
        this.options.cache.confirm(cacheKey);
        return readPackument(name, cached.body);
      }
      checkAnswer(answer, name, url);
    } catch (error) {
      // Without the registry, an old document still describes the cached tarballs.
      if (cached && this.#isDown) return readPackument(name, cached.body);
      throw error;
    }
    const packument = readPackument(name, answer.body);
    this.options.cache.write(cacheKey, answer.body, answer.response.headers.get('etag'));
    return packument;
  }

  async #loadVersion(name: string, version: string): Promise<unknown> {
    if (!isPackageName(name)) return null;
    this.options.assertServed(name);
    const url = `${this.options.registryUrl}${name.replace('/', '%2f')}/${version}`;
    // A published version never changes, so a cached one needs no revalidation.
    const cached = await this.options.cache.read(url);
    if (cached) return parseOrNull(cached.body);
    if (this.options.cacheUse === 'offline' || this.#isDown) return null;
    const { response, body } = await this.#request(url, new Headers({ accept: 'application/json' }));
    const document = response.ok ? parseOrNull(body) : null;
    if (document !== null) this.options.cache.write(url, body, null);
    return document;
  }

  #isFresh({ checkedAt }: CachedDownload): boolean {
    const { cacheUse, now } = this.options;
    if (cacheUse === 'offline' || cacheUse === 'prefer-offline' || this.#isDown) return true;
    return cacheUse === 'normal' && now() - checkedAt < metadataFreshness;
  }

  async #loadTarball(url: string, subject: string, integrity: string | null): Promise<Uint8Array> {
    const cached = await this.options.cache.read(url);
    // Without an integrity to check, the cached copy may be outdated.
    const isTrusted = integrity !== null || (url.startsWith(this.options.registryUrl) && !url.includes('/-/archive?'));
    if (cached && isTrusted && (await verifyIntegrity(cached.body, integrity)).ok) return cached.body;
    let body = await this.#download(url, subject, 'default');
    let verdict = await verifyIntegrity(body, integrity);
    if (!verdict.ok) {
      // The browser's own cache may contain a truncated download.
      body = await this.#download(url, subject, 'reload');
      verdict = await verifyIntegrity(body, integrity);
    }
    if (!verdict.ok) {
      throw new NpmError('EINTEGRITY', [
        `${verdict.algorithm} integrity checksum failed when using ${verdict.algorithm}: wanted ${verdict.wanted} but got ${verdict.actual}. (${body.length} bytes)`,
        `The content of ${subject} is not what the registry or the lock file promised; nothing of it was installed.`,
      ]);
    }
    this.options.cache.write(url, body, null);
    return body;
  }

  async #download(url: string, subject: string, cache: RequestCache): Promise<Uint8Array> {
    const answer = await this.#request(url, new Headers(), cache);
    checkAnswer(answer, subject, url);
    return answer.body;
  }

  /** Requests a URL including its body: a connection that breaks in the middle of a response is retried like one that breaks before. */
  async #request(url: string, headers: Headers, cache: RequestCache = 'default'): Promise<Answer> {
    const isOwn = url.startsWith(this.options.registryUrl);
    if (this.options.cacheUse === 'offline') throw notCached(url);
    const lastAttempt = this.#isDown ? 1 : attempts;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await this.options.fetch(url, { headers, cache, signal: this.options.signal, credentials: 'omit' });
        const isPassing = response.status === 429 || response.status >= 500;
        if (!isPassing || attempt >= lastAttempt) {
          if (response.status >= 500 && isOwn) this.#isDown = true;
          return { response, body: new Uint8Array(await response.arrayBuffer()) };
        }
        await response.body?.cancel();
      } catch {
        this.options.signal.throwIfAborted();
        if (attempt >= lastAttempt) {
          if (!isOwn) throw unreadable(url);
          this.#isDown = true;
          throw new NpmError('ENETUNREACH', [
            'network The package registry cannot be reached.',
            'network This machine may be offline, or the server of this page has stopped.',
            'network Packages that were installed before are cached and can still be installed.',
          ]);
        }
      }
      await this.options.pause(250 * 4 ** (attempt - 1));
    }
  }
}

interface Answer {
  response: Response;
  body: Uint8Array;
}

function checkAnswer({ response, body }: Answer, subject: string, url: string): void {
  if (response.ok) return;
  const path = new URL(url).pathname;
  if (response.status === 404) {
    throw new NpmError('E404', [
      `404 Not Found - GET ${path}`,
      '404',
      `404  The requested resource '${subject}' could not be found or you do not have permission to access it.`,
      '404',
      '404 Note that you can also install from a folder.',
    ]);
  }
  const text = new TextDecoder().decode(body.subarray(0, 300));
  throw new NpmError(`E${response.status}`, [`${response.status} ${response.statusText} - GET ${path}`, text].filter(Boolean));
}

const relayedHosts = new Set(['codeload.github.com', 'github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org', 'pkg.pr.new']);

function isRelayed(url: string): boolean {
  return relayedHosts.has(/^https:\/\/([^/?#]+)/.exec(url)?.[1] ?? '');
}

function notCached(url: string): NpmError {
  return new NpmError('ENOTCACHED', [
    `request to ${new URL(url).pathname} failed: cache mode is 'only-if-cached' but no cached response is available.`,
  ]);
}

function unreadable(url: string): NpmError {
  return new NpmError('EFETCH', [
    `The archive at ${url} cannot be fetched.`,
    'The engine lives in a page: it may read only what the other host lets pages read (CORS), and nothing over plain http from an https page.',
    'Ask for a version of the package from the registry, or put the archive into the project and use file:.',
  ]);
}

function parseOrNull(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

function readPackument(name: string, body: Uint8Array): Packument {
  let raw: unknown;
  try {
    raw = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new NpmError('EJSONPARSE', [`The registry's answer for ${name} is not JSON.`]);
  }
  return new Packument(name, raw);
}
