import type { SystemCalls, TreeChange } from '../../../abi/system-calls.ts';

/** Changes that are applied atomically: other processes see all of them or none, even if this process is killed. */
export class TreeEdit {
  readonly #changes: TreeChange[] = [];
  readonly #texts: Uint8Array[] = [];
  #size = 0;

  write(path: string, text: string): void {
    const content = new TextEncoder().encode(text);
    this.#changes.push({ type: 'write', path, offset: this.#size, length: content.byteLength, mode: 0o644 });
    this.#texts.push(content);
    this.#size += content.byteLength;
  }

  remove(path: string): void {
    this.#changes.push({ type: 'remove', path });
  }

  rename(from: string, to: string): void {
    this.#changes.push({ type: 'rename', from, to });
  }

  symlink(target: string, path: string): void {
    this.#changes.push({ type: 'symlink', target, path });
  }

  makeExecutable(path: string): void {
    this.#changes.push({ type: 'chmod', path, mode: 0o755 });
  }

  commit(system: SystemCalls): void {
    if (this.#changes.length === 0) return;
    const data = new Uint8Array(this.#size);
    let offset = 0;
    for (const text of this.#texts) {
      data.set(text, offset);
      offset += text.byteLength;
    }
    system.sync('changeTree', this.#changes, data);
  }
}
