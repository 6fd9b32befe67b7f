import { notSupported } from '../errors/node-error.ts';
import type { BuiltinExports } from '../node-host.ts';
import { createBindings } from './process/bindings.ts';
import { createReport } from './process/report.ts';

/** Members of `process` that few programs ask for. */
export const processParts = {
  createBindings,
  createReport,
  /** What one process of a browser cannot do. */
  refusals: (): BuiltinExports =>
    Object.fromEntries(
      (
        [
          ['execve', 'a process is a worker; use child_process.spawn'],
          ['setuid', 'there is one user'],
          ['setgid', 'there is one user'],
          ['seteuid', 'there is one user'],
          ['setegid', 'there is one user'],
          ['setgroups', 'there is one user'],
          ['initgroups', 'there is one user'],
        ] as const
      ).map(([name, reason]) => [
        name,
        () => {
          throw notSupported(`process.${name}`, reason);
        },
      ]),
    ),
};

export type ProcessParts = typeof processParts;
