// Next.js bundles with Turbopack unless an option says otherwise, and Turbopack is native machine code. The scripts that `create-next-app`
// writes into package.json must work all the same, so the command line of Next's program is changed as if it had `--webpack`.

export interface SettledCommandLine {
  args: string[];
  /** The text for standard error, or null if nothing was changed. */
  note: string | null;
}

const TURBOPACK_OPTIONS = new Set(['--turbopack', '--turbo']);
const ASKS_FOR_WORDS = new Set(['-h', '--help', '-v', '--version']);
/** The first version with Turbopack as the default and `--webpack` as the option against it. */
const FIRST_WITH_TURBOPACK_AS_DEFAULT = 16;

/** Returns the adjusted arguments of Next's program for this version of its package. */
export function settleNextCommandLine(version: string, args: readonly string[]): SettledCommandLine {
  const unchanged = { args: [...args], note: null };
  // `next` alone and `next ./folder` mean `next dev`.
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
