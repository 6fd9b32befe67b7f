import type { ProgramName } from './program.ts';

/** Commands that `coreutils` serves by `argv[0]`'s base name. A name here appears as an executable in /bin and /usr/bin. */
export const coreutilNames: readonly string[] = (
  '[ arch awk base32 base64 basename bc cat chmod clear cmp code column comm cp csplit curl cut date ' +
  'dd diff dirname du echo egrep env expand expr factor false fgrep file find fmt fold free grep ' +
  'groups gunzip gzip hd head hexdump hostname id join jq kill killall less ln ls md5sum mkdir mktemp ' +
  'more mv nice nl nohup nproc numfmt od paste pgrep pkill printenv printf ps pwd readlink realpath ' +
  'rev rg rm rmdir sed seq setsid sha1sum sha256sum sha384sum sha512sum shuf sleep sort split stat ' +
  'stdbuf strings sync tac tail tar tee test time timeout top touch tr tree true truncate tsort tty ' +
  'uname unexpand uniq unzip watch wc which whoami xargs xdg-open xxd yes zcat zip'
).split(' ');

/** File name in /bin and /usr/bin → the program it runs. */
export const builtInPrograms: ReadonlyMap<string, ProgramName> = new Map<string, ProgramName>([
  ['node', 'node'],
  ['npm', 'npm'],
  ['npx', 'npx'],
  // npm answers for these by argv[0], and says so.
  ['pnpm', 'npm'],
  ['yarn', 'npm'],
  ['bun', 'npm'],
  ['pnpx', 'npm'],
  ['bunx', 'npm'],
  ['jsh', 'jsh'],
  ['sh', 'jsh'],
  ['bash', 'jsh'],
  ...coreutilNames.map((name) => [name, 'coreutils'] as const),
]);

/** First line of a built-in's file; `spawn` reads it as it reads `#!`, so copies and links of a built-in work too. */
export const BUILT_IN_MARK = '#!built-in:';

export function isProgramName(name: string): name is ProgramName {
  return name === 'node' || name === 'jsh' || name === 'npm' || name === 'npx' || name === 'coreutils';
}
