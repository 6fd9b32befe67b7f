import { systemError } from '../../abi/error-codes.ts';
import type { KernelLimits } from '../../abi/limits.ts';
import type { FileInode } from './inode.ts';

/**
 * The bytes of the files, and their total size. Invariant: `content` is zero beyond `size`. A file without a name is not counted, although
 * an open descriptor may still hold its bytes.
 */
export class Storage {
  readonly #limits: KernelLimits;
  #totalBytes = 0;

  constructor(limits: KernelLimits) {
    this.#limits = limits;
  }

  hold(inode: FileInode): void {
    this.#totalBytes += inode.size;
  }

  release(inode: FileInode): void {
    this.#totalBytes -= inode.size;
  }

  /** Replaces the content; `data` is owned by the file from then on. */
  replace(inode: FileInode, data: Uint8Array): void {
    this.#checkSize(inode, data.byteLength);
    // A view of a larger buffer would keep all of it alive.
    inode.content = data.byteLength === data.buffer.byteLength ? data : data.slice();
    this.#setSize(inode, data.byteLength);
  }

  write(inode: FileInode, data: Uint8Array, position: number): void {
    const end = position + data.byteLength;
    // The array would truncate a fraction, but the size would not; negative positions are invalid.
    if (!Number.isSafeInteger(position) || position < 0) throw systemError('EINVAL');
    this.#reserve(inode, end);
    inode.content.set(data, position);
    if (end > inode.size) this.#setSize(inode, end);
  }

  resize(inode: FileInode, size: number): void {
    this.#checkSize(inode, size);
    if (size > inode.size) this.#reserve(inode, size);
    else if (size === 0) inode.content = new Uint8Array(0);
    else inode.content.fill(0, size, inode.size);
    this.#setSize(inode, size);
  }

  #reserve(inode: FileInode, size: number): void {
    this.#checkSize(inode, Math.max(size, inode.size));
    const capacity = inode.content.byteLength;
    if (size <= capacity) return;
    const grown = new Uint8Array(capacity === 0 ? size : Math.max(size, Math.min(capacity * 2, this.#limits.maxFileBytes)));
    grown.set(inode.content.subarray(0, inode.size));
    inode.content = grown;
  }

  #checkSize(inode: FileInode, size: number): void {
    // Sizes come from programs: NaN exceeds no limit, and would make the total NaN permanently.
    if (!Number.isSafeInteger(size) || size < 0) throw systemError('EINVAL');
    if (size > this.#limits.maxFileBytes) throw systemError('EFBIG');
    if (this.#totalBytes - inode.size + size > this.#limits.maxTotalBytes) throw systemError('ENOSPC');
  }

  #setSize(inode: FileInode, size: number): void {
    if (inode.links.length > 0) this.#totalBytes += size - inode.size;
    inode.size = size;
  }
}
