// Next.js bundles with Turbopack unless an option says otherwise, and Turbopack is compiled machine code. What `create-next-app` writes into
// package.json has to give a page all the same, so the command line of Next's own program is settled as if `--webpack` had been asked for.

export interface SettledCommandLine {
  args: string[];
  /** For the error output; null when nothing was changed. */
  note: string | null;
}

const TURBOPACK_OPTIONS = new Set(['--turbopack', '--turbo']);
const ASKS_FOR_WORDS = new Set(['-h', '--help', '-v', '--version']);
/** From here on Turbopack is the default, and `--webpack` the option against it. */
const FIRST_WITH_TURBOPACK_AS_DEFAULT = 16;

/** The arguments of Next's program, whose package is of this version. */
export function settleNextCommandLine(version: string, args: readonly string[]): SettledCommandLine {
  const unchanged = { args: [...args], note: null };
  // `next` alone, and `next ./folder`, are `next dev`.
  const command = args.find((arg) => !arg.startsWith('-'));
  const isBundling = command === undefined || command === 'dev' || command === 'build' || /[./]/.test(command);
  if (!isBundling || args.some((arg) => ASKS_FOR_WORDS.has(arg))) return unchanged;
  const settled = args.filter((arg) => !TURBOPACK_OPTIONS.has(arg));
  const isDefault = Number.parseInt(version, 10) >= FIRST_WITH_TURBOPACK_AS_DEFAULT;
  if (isDefault && !settled.includes('--webpack')) settled.push('--webpack');
  if (settled.length === args.length && settled.every((arg, index) => arg === args[index])) return unchanged;
  const note = `Turbopack is compiled machine code, which does not run in a browser: webpack bundles here (next ${command === 'build' ? 'build' : 'dev'} --webpack).`;
  return { args: settled, note };
}
