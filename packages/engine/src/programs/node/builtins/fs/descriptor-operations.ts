import { Buffer } from '../../base/buffer-class.ts';
import { shapeSystemError } from '../../errors/shape-system-error.ts';
import { validateInteger } from '../../errors/validate.ts';
import type { NodeHost } from '../../node-host.ts';
import { readArguments, vectorArgument, writeArguments } from './descriptor-arguments.ts';
import { type Stats, statsOf } from './file-stats.ts';
import { descriptorArgument, modeArgument, optionsArgument, ownerArguments, timeArgument } from './fs-arguments.ts';

type Operation = (...args: unknown[]) => unknown;

/** The operations on open descriptors; see `FileOperations`. */
export class DescriptorOperations {
  constructor(protected readonly host: NodeHost) {}

  /** Runs `call`, and rewords its errors as Node does for this system call. */
  protected attempt<Result>(syscall: string, path: string | undefined, call: () => Result, dest?: string): Result {
    try {
      return call();
    } catch (error) {
      throw shapeSystemError(error, { syscall, path, dest });
    }
  }

  readonly close = (descriptor: unknown): void => {
    const number = descriptorArgument(descriptor);
    this.attempt('close', undefined, () => this.host.system.sync('close', number));
  };

  readonly fstat = (descriptor: unknown, given?: unknown): Stats => {
    const number = descriptorArgument(descriptor);
    const isBig = optionsArgument(given).bigint === true;
    return this.attempt('fstat', undefined, () => statsOf(this.host.system.sync('fstat', number), isBig));
  };

  readonly fchown = (descriptor: unknown, user: unknown, group: unknown): void => {
    const number = descriptorArgument(descriptor);
    ownerArguments(user, group);
    this.attempt('fchown', undefined, () => this.host.system.sync('fstat', number));
  };

  readonly fchmod = (descriptor: unknown, mode: unknown): void => {
    const number = descriptorArgument(descriptor);
    const permissions = modeArgument(mode);
    this.attempt('fchmod', undefined, () => this.host.system.sync('fchmod', number, permissions));
  };

  readonly futimes = (descriptor: unknown, accessed: unknown, modified: unknown): void => {
    const number = descriptorArgument(descriptor);
    const times = [timeArgument(accessed), timeArgument(modified)] as const;
    this.attempt('futime', undefined, () => this.host.system.sync('futimes', number, ...times));
  };

  readonly ftruncate = (descriptor: unknown, length?: unknown): void => {
    const number = descriptorArgument(descriptor);
    const wanted = length ?? 0;
    validateInteger(wanted, 'len');
    this.attempt('ftruncate', undefined, () => this.host.system.sync('ftruncate', number, Math.max(0, wanted)));
  };

  readonly fsync = (descriptor: unknown): void => {
    const number = descriptorArgument(descriptor);
    this.attempt('fsync', undefined, () => this.host.system.sync('fsync', number));
  };

  /** Returns the number of bytes written. Accepts a text or bytes, with Node's two argument orders. */
  readonly write = (descriptor: unknown, data: unknown, ...rest: unknown[]): number => {
    const number = descriptorArgument(descriptor);
    const { bytes, position } = writeArguments(data, rest);
    return this.attempt('write', undefined, () => this.host.system.sync('write', number, bytes, position));
  };

  readonly read = (descriptor: unknown, target: unknown, ...rest: unknown[]): number => {
    const number = descriptorArgument(descriptor);
    const { view, length, position } = readArguments(target, rest);
    if (length === 0) return 0;
    const bytes = this.attempt('read', undefined, () => this.host.system.sync('read', number, length, position));
    view.set(bytes);
    return bytes.length;
  };

  readonly readv = (descriptor: unknown, views: unknown, position?: unknown): number =>
    this.#vector(this.read, descriptor, views, position);
  readonly writev = (descriptor: unknown, views: unknown, position?: unknown): number =>
    this.#vector(this.write, descriptor, views, position);

  #vector(operation: Operation, descriptor: unknown, views: unknown, position: unknown): number {
    const number = descriptorArgument(descriptor);
    let total = 0;
    for (const view of vectorArgument(views)) {
      const at = typeof position === 'number' ? position + total : null;
      const count = Number(operation(number, view, 0, view.byteLength, at));
      total += count;
      if (count < view.byteLength) break;
    }
    return total;
  }

  protected readAll(descriptor: number): Uint8Array {
    const chunks: Uint8Array[] = [];
    for (;;) {
      const chunk = this.attempt('read', undefined, () => this.host.system.sync('read', descriptor, 65_536, null));
      if (chunk.length === 0) return Buffer.concat(chunks);
      chunks.push(chunk);
    }
  }

  protected writeAll(descriptor: number, bytes: Uint8Array): void {
    for (let offset = 0; offset < bytes.length; ) {
      const part = bytes.subarray(offset);
      offset += this.attempt('write', undefined, () => this.host.system.sync('write', descriptor, part, null));
    }
  }
}
