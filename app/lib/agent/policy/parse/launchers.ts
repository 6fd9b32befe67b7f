import type { ShellWord } from './shell-word.ts';

/** The start of an installed package's program, by name or by its path in `node_modules/.bin`. */
export interface Launch {
  /** The program's own name and its words. */
  words: readonly ShellWord[];
  /** The program as the command names it: `vitest`, or `./node_modules/.bin/vitest`. */
  named: string;
  /**
   * The behaviour if no installed package has the program: a package of that name is downloaded and run, another program of that name may
   * run, or the command fails.
   */
  otherwise: 'downloads' | 'may-run-another' | 'fails';
}

/** Flags of npx and `npm exec` that change neither what is run nor where it comes from. */
const NPX_FLAG = /^(?:-y|--yes|-q|--quiet|-s|--silent|--prefer-offline|--offline)$/;
const NO_DOWNLOAD = /^--no(?:-install)?$/;
const BUNX_FLAG = /^(?:-y|--bun)$/;
const INSTALLED_PLACE = /(?:^|\/)node_modules\/\.bin\/([\w.-]+)$/;

/** Returns the program that the words start by name. Null if they do not start one by name, or if other code judges that form. */
export function launchOf(words: readonly ShellWord[]): Launch | null {
  const [program, ...rest] = words;
  if (program?.kind !== 'literal') return null;
  const [command, ...behind] = rest;
  const first = command?.kind === 'literal' ? command.value : '';
  switch (program.value) {
    case 'npx':
      return afterFlags(rest, NPX_FLAG, 'downloads');
    case 'bunx':
      return afterFlags(rest, BUNX_FLAG, 'downloads');
    case 'bun':
      return first === 'x' ? afterFlags(behind, BUNX_FLAG, 'downloads') : null;
    case 'npm':
      return first === 'exec' || first === 'x' ? npmExec(behind) : null;
    case 'pnpm':
    case 'yarn':
      return first === 'exec' ? started(behind[0]?.text === '--' ? behind.slice(1) : behind, 'may-run-another') : null;
    default:
      return installedFile(program.value, rest);
  }
}

function afterFlags(words: readonly ShellWord[], plain: RegExp, otherwise: Launch['otherwise']): Launch | null {
  let end = otherwise;
  let at = 0;
  for (; words[at]?.text.startsWith('-') === true; at++) {
    const flag = words[at];
    if (flag?.kind !== 'literal') return null;
    if (flag.value === '--') return started(words.slice(at + 1), end);
    if (NO_DOWNLOAD.test(flag.value)) end = 'fails';
    else if (!plain.test(flag.value)) return null;
  }
  return started(words.slice(at), end);
}

/** npm takes every flag before `--` for itself, even after the program's name. */
function npmExec(words: readonly ShellWord[]): Launch | null {
  const dashes = words.findIndex(({ text }) => text === '--');
  const own = dashes === -1 ? words : words.slice(0, dashes);
  const flags = own.filter(({ text }) => text.startsWith('-'));
  if (!flags.every((flag) => flag.kind === 'literal' && (NPX_FLAG.test(flag.value) || NO_DOWNLOAD.test(flag.value)))) return null;
  const given = own.filter((word) => !flags.includes(word));
  const end = flags.some(({ text }) => NO_DOWNLOAD.test(text)) ? 'fails' : 'downloads';
  return started(dashes === -1 ? given : [...given, ...words.slice(dashes + 1)], end);
}

function started(words: readonly ShellWord[], otherwise: Launch['otherwise']): Launch | null {
  const [program] = words;
  return program?.kind === 'literal' ? { words, named: program.value, otherwise } : null;
}

function installedFile(place: string, rest: readonly ShellWord[]): Launch | null {
  const name = INSTALLED_PLACE.exec(place)?.[1];
  if (name === undefined) return null;
  return { words: [{ kind: 'literal', value: name, text: name }, ...rest], named: place, otherwise: 'may-run-another' };
}

/** Returns the folder of an installed program that is named by its place, as written; null for a plain name. */
export function folderOfPlace(named: string): string | null {
  return INSTALLED_PLACE.test(named) ? named.replace(/node_modules\/\.bin\/[\w.-]+$/, '') : null;
}

const ASKED_VERSION = /^([\w-][\w.-]*)@[\w.^~*-]+$/;

/**
 * Returns the program that a launcher names, even if the words could download a package: `npx vitest@1 run`, `npx -p vitest vitest run`,
 * `pnpm dlx vitest`. Null if the words have another form. `words` follow the launcher's name.
 */
export function packageNameOf(words: readonly ShellWord[]): { name: string; words: readonly ShellWord[] } | null {
  const behind = launchOf(words)?.words ?? downloadedWords(words);
  const [program, ...rest] = behind ?? [];
  if (program?.kind !== 'literal') return null;
  const name = ASKED_VERSION.exec(program.value)?.[1] ?? program.value;
  return { name, words: rest };
}

function downloadedWords(words: readonly ShellWord[]): readonly ShellWord[] | null {
  const [program, first, ...rest] = words;
  if (program?.kind !== 'literal' || first?.kind !== 'literal') return null;
  if (/^(?:pnpm|yarn)$/.test(program.value)) return first.value === 'dlx' ? rest : null;
  if (program.value === 'pnpx') return [first, ...rest];
  if (program.value !== 'npx') return null;
  if (/^(?:-p|--package)$/.test(first.value)) return rest.slice(1);
  return first.value.startsWith('--package=') ? rest : null;
}
