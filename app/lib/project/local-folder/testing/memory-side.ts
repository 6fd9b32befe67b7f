import { createHash } from 'node:crypto';
import type { Agreement, AgreementStore } from '../../../persistence/folder-store.ts';
import { type ContentHash, contentHashSchema } from '../../../protocol/ids.ts';
import type { SideListing, SyncSide, WriteOutcome } from '../sync-side.ts';

export function hashOf(content: Uint8Array | string): ContentHash {
  return contentHashSchema.parse(createHash('sha256').update(content).digest('hex'));
}

/** A side in memory. `before` is called before each operation takes effect, and may reject or change something itself. */
export class MemorySide implements SyncSide {
  readonly files = new Map<string, string>();
  readonly left = new Map<string, string>();
  /** Paths that this side refuses to store. */
  readonly refused = new Set<string>();
  /** False if another program uses every file, so that none can be removed. */
  removable = true;

  constructor(private readonly before: (operation: string) => Promise<void> = async () => undefined) {}

  async list(): Promise<SideListing> {
    await this.before('list');
    return { files: new Map([...this.files].map(([path, text]) => [path, hashOf(text)])), left: this.left };
  }

  async read(path: string) {
    await this.before('read');
    const text = this.files.get(path);
    return text === undefined ? null : { content: new TextEncoder().encode(text), hash: hashOf(text) };
  }

  async write(path: string, file: { content: Uint8Array }, expected: ContentHash | null): Promise<WriteOutcome> {
    await this.before(`write ${path}`);
    if (this.refused.has(path)) return { outcome: 'refused', why: 'It is not taken here.' };
    if (this.#hash(path) !== expected) return { outcome: 'changed' };
    this.files.set(path, new TextDecoder().decode(file.content));
    await this.before(`wrote ${path}`);
    return { outcome: 'done' };
  }

  async remove(path: string, expected: ContentHash): Promise<WriteOutcome> {
    await this.before(`remove ${path}`);
    if (!this.removable) return { outcome: 'refused', why: 'It is used.' };
    if (this.#hash(path) !== expected) return { outcome: 'changed' };
    this.files.delete(path);
    await this.before(`removed ${path}`);
    return { outcome: 'done' };
  }

  #hash(path: string): ContentHash | null {
    const text = this.files.get(path);
    return text === undefined ? null : hashOf(text);
  }
}

/** The agreements, in memory; like a database, they survive a simulated crash. */
export class MemoryAgreements implements AgreementStore {
  readonly kept = new Map<string, Agreement>();

  constructor(private readonly before: (operation: string) => Promise<void> = async () => undefined) {}

  async load() {
    await this.before('load');
    return new Map(this.kept);
  }

  async save(changes: ReadonlyMap<string, Agreement | null>) {
    await this.before('save');
    for (const [path, agreement] of changes) {
      if (agreement === null) this.kept.delete(path);
      else this.kept.set(path, agreement);
    }
    await this.before('saved');
  }
}
