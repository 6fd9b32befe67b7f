import { coreutilNames } from './coreutil-names.ts';
import type { ProgramName } from './program.ts';

/** Maps file names in /bin and /usr/bin to the programs that they run. */
export const builtInPrograms: ReadonlyMap<string, ProgramName> = new Map<string, ProgramName>([
  ['node', 'node'],
  ['npm', 'npm'],
  ['npx', 'npx'],
  // One program implements all of these, selected by argv[0].
  ['pnpm', 'npm'],
  ['yarn', 'npm'],
  ['bun', 'npm'],
  ['pnpx', 'npm'],
  ['bunx', 'npm'],
  ['yarnpkg', 'npm'],
  ['corepack', 'npm'],
  // Commands implemented with Node's modules, selected by argv[0].
  ['openssl', 'node'],
  ['python3', 'node'],
  ['sqlite3', 'node'],
  ['jsh', 'jsh'],
  ['sh', 'jsh'],
  ['bash', 'jsh'],
  ['dash', 'jsh'],
  ...coreutilNames.map((name) => [name, 'coreutils'] as const),
]);

/** The first line of a built-in's file; `spawn` reads it like `#!`, so copies and links of a built-in work too. */
export const BUILT_IN_MARK = '#!built-in:';

export function isProgramName(name: string): name is ProgramName {
  return name === 'node' || name === 'jsh' || name === 'npm' || name === 'npx' || name === 'coreutils';
}
