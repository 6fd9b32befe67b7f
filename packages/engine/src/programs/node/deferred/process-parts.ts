import { notSupported } from '../errors/node-error.ts';
import type { BuiltinExports } from '../node-host.ts';
import { createBindings } from './process/bindings.ts';
import { createEnvironmentFlags } from './process/environment-flags.ts';
import { createReport } from './process/report.ts';
import { users } from './process/users.ts';

/** Members of `process` that few programs use. */
export const processParts = {
  createBindings,
  createReport,
  createEnvironmentFlags,
  /** Functions that a process in a browser cannot support. */
  refusals: (): BuiltinExports => ({
    ...users,
    execve: () => {
      throw notSupported('process.execve', 'a process is a worker; use child_process.spawn');
    },
  }),
};

export type ProcessParts = typeof processParts;
