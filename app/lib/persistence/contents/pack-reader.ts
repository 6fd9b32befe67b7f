import type { Hasher } from '../../agent/contract/ports.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import type { DevonzDatabase } from '../migrations/database-schema.ts';
import { openPack, type PackEntry, packId } from './content-pack.ts';
import { contentStoresOf, packEntries } from './stored-contents.ts';

/** How much content stays in memory: contents that were imported together are often read together. In bytes. */
const LARGEST_HELD = 4 * 1024 * 1024;

type Contents = ReadonlyMap<ContentHash, Uint8Array>;

/** `isRestored`: the row that lists the pack was damaged, but its contents were found. */
type ReportPack = (id: string, isRestored: boolean) => void;

/** Reads contents that are in packs. A pack never changes, so the most recently opened ones are cached. */
export class PackReader {
  readonly #database: DevonzDatabase;
  readonly #hasher: Hasher | undefined;
  readonly #report: ReportPack;
  /** Cache by id, most recently used last. */
  readonly #held = new Map<string, Contents>();
  readonly #damaged = new Set<string>();
  /** Packs without a readable list row, by content; null until they have been searched. */
  #strays: Promise<ReadonlyMap<ContentHash, string>> | null = null;

  /** `hasher` is needed to recognise a pack whose list row is damaged; without it, its contents are not found. */
  constructor(database: DevonzDatabase, hasher: Hasher | undefined, report: ReportPack) {
    this.#database = database;
    this.#hasher = hasher;
    this.#report = report;
  }

  /** Reads a content that has no row of its own; null if no pack has it, or only a damaged one. */
  async read(hash: ContentHash): Promise<Uint8Array | null> {
    const found = (await this.#packOf(hash))?.get(hash);
    if (found !== undefined) return found.slice();
    if (this.#hasher === undefined) return null;
    this.#strays ??= this.#findStrays(this.#hasher);
    const id = (await this.#strays).get(hash);
    return id === undefined ? null : ((await this.#open(id))?.get(hash)?.slice() ?? null);
  }

  /** Adds contents from packs to `contents`, up to the first that is in no pack. Returns the rest, starting with that one. */
  async readAll(hashes: readonly ContentHash[], contents: Map<ContentHash, Uint8Array>): Promise<ContentHash[]> {
    const left = new Set(hashes);
    for (const first of hashes) {
      if (!left.has(first)) continue;
      const pack = await this.#packOf(first);
      for (const [hash, content] of pack ?? []) if (left.delete(hash)) contents.set(hash, content.slice());
      if (left.has(first)) break;
    }
    return [...left];
  }

  async #packOf(hash: ContentHash): Promise<Contents | null> {
    for (const contents of this.#held.values()) if (contents.has(hash)) return contents;
    const transaction = this.#database.transaction(['packed', 'packs']);
    const id = await transaction.objectStore('packed').index('hashes').getKey(hash);
    return id === undefined ? null : this.#opened(id, await transaction.objectStore('packs').get(id));
  }

  async #open(id: string): Promise<Contents | null> {
    return this.#held.get(id) ?? this.#opened(id, await this.#database.get('packs', id));
  }

  async #opened(id: string, stored: unknown): Promise<Contents | null> {
    const contents = await openPack(stored);
    if (contents !== null) this.#hold(id, contents);
    else if (!this.#damaged.has(id)) {
      this.#damaged.add(id);
      this.#report(id, false);
    }
    return contents;
  }

  #hold(id: string, contents: Contents): void {
    this.#held.set(id, contents);
    let size = 0;
    for (const [each, held] of [...this.#held].reverse()) {
      for (const { byteLength } of held.values()) size += byteLength;
      if (size > LARGEST_HELD && each !== id) this.#held.delete(each);
    }
  }

  /** A pack contains its own list, which is used if the list row is damaged. */
  async #findStrays(hasher: Hasher): Promise<ReadonlyMap<ContentHash, string>> {
    const entries: PackEntry[] = [];
    for await (const entry of packEntries(contentStoresOf(this.#database).packed)) entries.push(entry);
    const whole = new Set<string>();
    for (const { id, hashes } of entries) if ((await packId(hashes, hasher)) === id) whole.add(id);
    const strays = new Map<ContentHash, string>();
    for (const id of await this.#database.getAllKeys('packs')) {
      if (whole.has(id)) continue;
      const contents = await openPack(await this.#database.get('packs', id));
      this.#report(id, contents !== null);
      for (const hash of contents?.keys() ?? []) strays.set(hash, id);
    }
    return strays;
  }
}
