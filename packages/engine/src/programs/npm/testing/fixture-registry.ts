import { computeIntegrity } from '../registry/integrity.ts';
import { makeArchive } from './make-archive.ts';

export interface FixturePackage {
  /** Everything in package.json except name and version. */
  manifest?: Record<string, unknown>;
  files?: Record<string, string>;
}

/** Packages by `name@version`. The last version of a name is its `latest`. */
export type FixturePackages = Record<string, FixturePackage>;

/** An in-memory registry, reached through `fetch`. Records the requests; a test can break individual responses. */
export class FixtureRegistry {
  readonly requests: string[] = [];
  /** Maps paths below `/registry/` to replacement responses. */
  readonly broken = new Map<string, () => Response | Promise<Response>>();
  isOffline = false;
  readonly #archives = new Map<string, Uint8Array>();
  readonly #documents = new Map<string, { 'dist-tags': Record<string, string>; versions: Record<string, unknown> }>();

  static async create(packages: FixturePackages): Promise<FixtureRegistry> {
    const registry = new FixtureRegistry();
    for (const [id, { manifest = {}, files = {} }] of Object.entries(packages)) {
      const at = id.indexOf('@', 1);
      await registry.#add(id.slice(0, at), id.slice(at + 1), manifest, files);
    }
    return registry;
  }

  /** Creates a registry from documents recorded from a real one, without archives. */
  static fromDocuments(
    documents: Record<string, { 'dist-tags': Record<string, string>; versions: Record<string, unknown> }>,
  ): FixtureRegistry {
    const registry = new FixtureRegistry();
    for (const [name, document] of Object.entries(documents)) registry.#documents.set(name, document);
    return registry;
  }

  readonly fetch: typeof globalThis.fetch = async (input) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const path = decodeURIComponent(url.pathname.replace(/^\/registry\//, ''));
    this.requests.push(path);
    if (this.isOffline) throw new TypeError('fetch failed');
    const broken = this.broken.get(path);
    if (broken) return broken();
    const archive = this.#archives.get(path);
    if (archive) return new Response(archive.slice());
    const document = this.#documents.get(path);
    return document ? Response.json(document) : Response.json({ error: 'Not found' }, { status: 404 });
  };

  setTag(name: string, tag: string, version: string): void {
    const document = this.#documents.get(name);
    if (document) document['dist-tags'][tag] = version;
  }

  async #add(name: string, version: string, manifest: Record<string, unknown>, files: Record<string, string>): Promise<void> {
    const archive = makeArchive({ 'package.json': JSON.stringify({ name, version, ...manifest }), ...files });
    const path = `${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
    this.#archives.set(path, archive);
    const document = this.#documents.get(name) ?? { 'dist-tags': {}, versions: {} };
    const { scripts: _scripts, license: _license, ...short } = manifest;
    document.versions[version] = {
      name,
      version,
      ...short,
      dist: { tarball: `http://packages.invalid/${path}`, integrity: await computeIntegrity(archive) },
    };
    document['dist-tags'].latest = version;
    this.#documents.set(name, document);
  }
}
