/** How much of a file its holder has: as SQLite and others agree on who writes a file that several have open. */
export const LockLevel = {
  NONE: 0,
  /** Reads; others may, too. */
  SHARED: 1,
  /** Will write; others still read, and nobody else will write. */
  RESERVED: 2,
  /** Waits for those who still read; nobody begins to. */
  PENDING: 3,
  /** Writes, and nobody else has the file. */
  EXCLUSIVE: 4,
} as const;

/** The locks of one file. They bind only those who ask. */
export class FileLocks {
  readonly #readers = new Set<object>();
  #writer: object | null = null;
  #isWaiting = false;

  /** Takes or gives back until the level is reached, as far as the others allow; the level that is held then. */
  change(holder: object, wanted: number): number {
    const held = this.levelOf(holder);
    if (wanted <= LockLevel.SHARED || wanted < held) return this.#lower(holder, wanted);
    return this.#raise(holder, wanted);
  }

  levelOf(holder: object): number {
    if (this.#writer !== holder) return this.#readers.has(holder) ? LockLevel.SHARED : LockLevel.NONE;
    if (!this.#isWaiting) return LockLevel.RESERVED;
    return this.#readers.size > 1 ? LockLevel.PENDING : LockLevel.EXCLUSIVE;
  }

  /** Whether another one is about to write. */
  hasOtherWriter(holder: object): boolean {
    return this.#writer !== null && this.#writer !== holder;
  }

  #raise(holder: object, wanted: number): number {
    if (!this.hasOtherWriter(holder)) {
      this.#readers.add(holder);
      this.#writer = holder;
      if (wanted > LockLevel.RESERVED) this.#isWaiting = true;
    }
    return this.levelOf(holder);
  }

  #lower(holder: object, wanted: number): number {
    if (this.#writer === holder && wanted <= LockLevel.SHARED) {
      this.#writer = null;
      this.#isWaiting = false;
    }
    if (wanted === LockLevel.NONE) this.#readers.delete(holder);
    else if (!(this.#isWaiting && this.hasOtherWriter(holder))) this.#readers.add(holder);
    return this.levelOf(holder);
  }
}
