import type { BuiltinExports, NodeHost } from '../node-host.ts';
import { createFsConstants } from './fs/fs-constants.ts';

/** The deprecated `constants` module, which merges all constants into one object. */
export function createConstantsModule(host: NodeHost): BuiltinExports {
  const { dlopen, errno, priority, signals } = host.builtin('os').constants as Record<string, object>; // Plain tables of numbers.
  const crypto = host.builtin('crypto').constants as object;
  // It has a prototype because programs call object methods on it (graceful-fs: `hasOwnProperty`).
  return Object.freeze(Object.assign({}, dlopen, errno, priority, signals, createFsConstants(), crypto));
}
