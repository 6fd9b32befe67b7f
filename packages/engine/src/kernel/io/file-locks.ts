/** The levels of a file lock, as SQLite and others use them to agree on who writes a file that several have open. */
export const LockLevel = {
  NONE: 0,
  /** Reading; others may read, too. */
  SHARED: 1,
  /** Will write. Others may still read, but not write. */
  RESERVED: 2,
  /** Waits for the remaining readers; no new ones may start. */
  PENDING: 3,
  /** Writing, with exclusive access. */
  EXCLUSIVE: 4,
} as const;

/** The locks of one file. They are advisory: they affect only processes that request locks. */
export class FileLocks {
  readonly #readers = new Set<object>();
  #writer: object | null = null;
  #isWaiting = false;

  /** Raises or lowers the lock toward the wanted level, as far as others allow. Returns the resulting level. */
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

  /** Returns whether another holder is about to write. */
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
