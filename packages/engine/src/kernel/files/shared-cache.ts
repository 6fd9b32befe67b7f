import type { ProcessGrant } from 'devonz-engine-protocol/process-grant';

function sizeOf(key: string, value: Uint8Array): number {
  return key.length + value.byteLength;
}

/**
 * Returns the trust level of a process that keeps a value, 0 being the most trusted. A value is only visible to processes with the same or
 * fewer permissions; otherwise a program that may not change an installed package could plant a wrong result of reading it for one that
 * may.
 */
function levelOf(grant: ProcessGrant | null): number {
  return grant === null ? 0 : grant.secrets === 'deny' && grant.protectedWrites === 'deny' ? 2 : 1;
}

function nameOf(level: number, key: string): string {
  return `${level}${key}`;
}

/** Values that processes keep for one another (`keep`, `recall`), limited in size: the least recently used is evicted first. */
export class SharedCache {
  // In order of use.
  readonly #values = new Map<string, Uint8Array>();
  #totalBytes = 0;

  constructor(private readonly maxBytes: number) {}

  keep(key: string, value: Uint8Array, grant: ProcessGrant | null): void {
    const name = nameOf(levelOf(grant), key);
    this.#forget(name);
    const size = sizeOf(name, value);
    // The size comes from a process; this form of the comparison also rejects NaN.
    if (!(size <= this.maxBytes)) return;
    this.#values.set(name, value);
    this.#totalBytes += size;
    for (const oldest of this.#values.keys()) {
      if (this.#totalBytes <= this.maxBytes) return;
      this.#forget(oldest);
    }
  }

  recall(key: string, grant: ProcessGrant | null): Uint8Array {
    for (let level = 0; level <= levelOf(grant); level += 1) {
      const name = nameOf(level, key);
      const value = this.#values.get(name);
      if (value === undefined) continue;
      this.#values.delete(name);
      this.#values.set(name, value);
      return value;
    }
    return new Uint8Array(0);
  }

  #forget(name: string): void {
    const value = this.#values.get(name);
    if (value === undefined) return;
    this.#totalBytes -= sizeOf(name, value);
    this.#values.delete(name);
  }
}
