import type { OpenFile } from './open-file.ts';

/** The open descriptors of one (sub)shell or command. Each entry holds one reference. */
export class DescriptorTable {
  readonly #files = new Map<number, OpenFile>();

  get(number: number): OpenFile | null {
    return this.#files.get(number) ?? null;
  }

  /** Takes ownership of the caller's reference. */
  set(number: number, file: OpenFile): void {
    const former = this.#files.get(number);
    this.#files.set(number, file);
    former?.release();
  }

  close(number: number): void {
    this.#files.get(number)?.release();
    this.#files.delete(number);
  }

  /** Returns the lowest free number from 10 up, as bash assigns for `{name}>file`. */
  freeNumber(): number {
    let number = 10;
    while (this.#files.has(number)) number += 1;
    return number;
  }

  numbers(): number[] {
    return [...this.#files.keys()].sort((left, right) => left - right);
  }

  fork(): DescriptorTable {
    const copy = new DescriptorTable();
    for (const [number, file] of this.#files) copy.#files.set(number, file.retain());
    return copy;
  }

  dispose(): void {
    for (const file of this.#files.values()) file.release();
    this.#files.clear();
  }
}
