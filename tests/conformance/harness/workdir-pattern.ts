import { inject } from 'vitest';

/** Matches a path below the working directory of a client that was booted with `workdirName: 'project'`: on a bridge it is a real folder. */
export function workdirPattern(below = ''): RegExp {
  const escaped = below.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${inject('hostName') === 'engine' ? '/home/project' : '/.*/project'}${escaped}$`);
}
