import { NpmError } from '../npm-error.ts';
import { isPackageName } from '../package-spec.ts';
import type { DownloadCache } from './download-cache.ts';
import { verifyIntegrity } from './integrity.ts';
import { Packument } from './packument.ts';
import { TaskLimit } from './task-limit.ts';

const abbreviatedType = 'application/vnd.npm.install-v1+json';
/** Concurrent requests; the browser itself allows about six a host over HTTP/1.1. */
const concurrentRequests = 12;
const attempts = 3;
/** For how long a document is taken from the cache unasked, in milliseconds; npm's own figure. */
const metadataFreshness = 300_000;

export interface RegistryClientOptions {
  /** `<origin>/registry/`, with the slash. */
  registryUrl: string;
  fetch: typeof globalThis.fetch;
  cache: DownloadCache;
  signal: AbortSignal;
  now: () => number;
  /** Waits between attempts, in milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
}

/** The path of a tarball below the registry's address, from what its metadata (or a lock file) calls it. */
export function tarballPath(name: string, version: string, address: string | null): string {
  const file = address === null ? null : /\/-\/([^/?#]+\.t(?:gz|ar\.gz))(?:[?#].*)?$/.exec(address)?.[1];
  return `${name}/-/${file ?? `${name.split('/').at(-1) ?? name}-${version}.tgz`}`;
}

/** Everything that is fetched: package documents and tarballs, each once, a few at a time, through the sandbox's registry proxy. */
export class RegistryClient {
  readonly #packuments = new Map<string, Promise<Packument>>();
  readonly #tarballs = new Map<string, Promise<Uint8Array>>();
  // Of their own: a hundred waiting tarballs must not stand before the one document everything waits for.
  readonly #metadataLimit = new TaskLimit(concurrentRequests);
  readonly #tarballLimit = new TaskLimit(concurrentRequests);

  constructor(private readonly options: RegistryClientOptions) {}

  /** The package's document in the registry's short form. */
  packument(name: string): Promise<Packument> {
    let promise = this.#packuments.get(name);
    if (!promise) {
      promise = this.#metadataLimit.run(() => this.#loadPackument(name, abbreviatedType));
      // Nobody may wait for it any more once another package has failed the installation.
      promise.catch(() => undefined);
      this.#packuments.set(name, promise);
    }
    return promise;
  }

  /** The whole document, with descriptions and times (`npm view`). */
  fullPackument(name: string): Promise<Packument> {
    return this.#loadPackument(name, 'application/json');
  }

  /** A tarball whose content is what `integrity` says. Asked for again, it is not fetched again. */
  tarball(path: string, integrity: string | null): Promise<Uint8Array> {
    const key = `${path}#${integrity}`;
    let promise = this.#tarballs.get(key);
    if (!promise) {
      promise = this.#tarballLimit.run(() => this.#loadTarball(path, integrity));
      promise.catch(() => undefined);
      this.#tarballs.set(key, promise);
    }
    return promise;
  }

  /** Lets a tarball's memory go once it is on disk. */
  forgetTarball(path: string, integrity: string | null): void {
    this.#tarballs.delete(`${path}#${integrity}`);
  }

  async #loadPackument(name: string, accept: string): Promise<Packument> {
    if (!isPackageName(name)) throw new NpmError('EINVALIDPACKAGENAME', [`Invalid package name "${name}"`]);
    const url = this.options.registryUrl + name.replace('/', '%2f');
    const cacheKey = accept === abbreviatedType ? url : `${url}?full`;
    const cached = await this.options.cache.read(cacheKey);
    if (cached && this.options.now() - cached.storedAt < metadataFreshness) return readPackument(name, cached.body);
    const headers = new Headers({ accept });
    if (cached?.etag) headers.set('if-none-match', cached.etag);
    let response: Response;
    try {
      response = await this.#request(url, headers);
    } catch (error) {
      // Offline: an old document still says what the cached tarballs are.
      if (cached && error instanceof NpmError && error.code === 'ENETUNREACH') return readPackument(name, cached.body);
      throw error;
    }
    if (response.status === 304 && cached) {
      await this.options.cache.write(cacheKey, cached.body, cached.etag);
      return readPackument(name, cached.body);
    }
    await this.#check(response, name, url);
    const body = new Uint8Array(await response.arrayBuffer());
    const packument = readPackument(name, body);
    await this.options.cache.write(cacheKey, body, response.headers.get('etag'));
    return packument;
  }

  async #loadTarball(path: string, integrity: string | null): Promise<Uint8Array> {
    const url = this.options.registryUrl + path;
    const cached = await this.options.cache.read(url);
    if (cached && (await verifyIntegrity(cached.body, integrity)).ok) return cached.body;
    const response = await this.#request(url, new Headers());
    await this.#check(response, path, url);
    const body = new Uint8Array(await response.arrayBuffer());
    const verdict = await verifyIntegrity(body, integrity);
    if (!verdict.ok) {
      throw new NpmError('EINTEGRITY', [
        `${verdict.algorithm} integrity checksum failed when using ${verdict.algorithm}: wanted ${verdict.wanted} but got ${verdict.actual}. (${body.length} bytes)`,
        `The content of ${path} is not what the registry or the lock file promised; nothing of it was installed.`,
      ]);
    }
    await this.options.cache.write(url, body, null);
    return body;
  }

  async #request(url: string, headers: Headers): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await this.options.fetch(url, { headers, signal: this.options.signal, credentials: 'omit' });
        const isPassing = response.status === 429 || response.status >= 500;
        if (!isPassing || attempt === attempts) return response;
        await response.body?.cancel();
      } catch {
        this.options.signal.throwIfAborted();
        if (attempt === attempts) {
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

  async #check(response: Response, subject: string, url: string): Promise<void> {
    if (response.ok) return;
    const path = new URL(url).pathname;
    const text = await response.text().catch(() => '');
    if (response.status === 404) {
      throw new NpmError('E404', [
        `404 Not Found - GET ${path}`,
        '404',
        `404  The requested resource '${subject}' could not be found or you do not have permission to access it.`,
        '404',
        '404 Note that you can also install from a folder.',
      ]);
    }
    throw new NpmError(
      `E${response.status}`,
      [`${response.status} ${response.statusText} - GET ${path}`, text.slice(0, 300)].filter(Boolean),
    );
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
