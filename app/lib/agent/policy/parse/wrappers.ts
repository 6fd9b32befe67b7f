import { because, type Reason } from '../../../protocol/texts/reason.ts';
import { PROGRAM_TABLE } from '../programs/program-table.ts';
import { type Launch, launchOf } from './launchers.ts';
import type { ShellWord } from './shell-word.ts';

/** The command or script that a program runs from its own command line. */
export type Wrapped =
  | {
      type: 'command';
      words: readonly ShellWord[];
      /** `name=value` words before the command, as `env` accepts them. */
      assignments: readonly string[];
      asks: Reason | null;
      /** Set if it starts an installed package's program. */
      launch?: Launch;
      /** Words from the input are appended or replace some words. */
      isFed: boolean;
    }
  | { type: 'script'; source: string; isSameShell: boolean }
  /** It runs something unknown. */
  | { type: 'opaque'; why: Reason };

interface WrapperEntry {
  /** Short flags with a separate value. */
  values?: string;
  /** Short flags without a value. */
  plain?: string;
  /** Short flags whose optional value is in the same word. */
  attached?: string;
  long?: readonly string[];
  longValues?: readonly string[];
  longAttached?: readonly string[];
  /** Number of words between the flags and the command. */
  skip?: number;
  takesAssignments?: boolean;
  asks?: Reason;
  /** Operands known only at run time are appended. */
  adds?: boolean;
}

const HIDDEN = because('it runs another command in a way this check does not follow');

const WRAPPERS: ReadonlyMap<string, WrapperEntry> = new Map<string, WrapperEntry>([
  ['env', { plain: 'iv', long: ['ignore-environment', 'debug'], takesAssignments: true }],
  ['cross-env', { takesAssignments: true }],
  ['command', {}],
  ['builtin', {}],
  ['nohup', {}],
  ['time', { plain: 'pvq', long: ['portability', 'verbose', 'quiet'] }],
  ['nice', { values: 'n', longValues: ['adjustment'], plain: '0123456789' }],
  ['ionice', { values: 'cn', plain: 't' }],
  [
    'timeout',
    { values: 'sk', plain: 'v', long: ['foreground', 'preserve-status', 'verbose'], longValues: ['signal', 'kill-after'], skip: 1 },
  ],
  ['stdbuf', { values: 'ioe', longValues: ['input', 'output', 'error'] }],
  ['setsid', { plain: 'fw', long: ['fork', 'wait'] }],
  ['unbuffer', { plain: 'p' }],
  ['chronic', {}],
  ['busybox', {}],
  ['toybox', {}],
  ['caffeinate', { plain: 'dimsu' }],
  [
    'xargs',
    {
      values: 'dEILnPs',
      plain: '0rtxo',
      attached: 'eil',
      long: ['null', 'no-run-if-empty', 'verbose', 'exit'],
      longAttached: ['eof', 'replace', 'max-lines'],
      longValues: ['delimiter', 'max-args', 'max-procs', 'max-chars'],
      adds: true,
    },
  ],
  ['sudo', { plain: 'EHnSbki', values: 'ugCDhpRrtTU', asks: because('it runs with other rights') }],
  ['doas', { plain: 'ns', values: 'u', asks: because('it runs with other rights') }],
  ['exec', { plain: 'cl', values: 'a', asks: because('it replaces the shell') }],
  [
    'npx',
    {
      plain: 'y',
      long: ['yes', 'no', 'no-install'],
      values: 'p',
      longValues: ['package'],
      asks: because('it downloads and runs a package'),
    },
  ],
  ['pnpx', { asks: because('it downloads and runs a package') }],
  ['bunx', { plain: 'y', asks: because('it downloads and runs a package') }],
]);

const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ash', 'ksh', 'mksh', 'jsh']);

export function isShell(program: string): boolean {
  return SHELLS.has(program);
}

/** Returns what the program runs from its command line; null if it runs nothing, as far as this table knows. */
export function unwrap(words: readonly ShellWord[]): Wrapped | null {
  const [program, ...rest] = words;
  if (program?.kind !== 'literal') return null;
  const name = program.value;
  if (SHELLS.has(name)) return unwrapShell(rest);
  if (name === 'eval') return unwrapEval(rest);
  if (name === 'watch') return unwrapWatch(rest);
  const launch = launchOf(words);
  if (launch !== null) return { type: 'command', words: launch.words, assignments: [], asks: null, isFed: false, launch };
  if ((name === 'pnpm' || name === 'yarn') && rest[0]?.text === 'exec') return { type: 'opaque', why: HIDDEN };
  const entry = WRAPPERS.get(name);
  return entry === undefined ? null : unwrapEntry(name, entry, rest);
}

function unwrapEntry(name: string, entry: WrapperEntry, rest: readonly ShellWord[]): Wrapped | null {
  let at = 0;
  for (; at < rest.length; at++) {
    const word = rest[at];
    if (word?.kind !== 'literal') return { type: 'opaque', why: HIDDEN };
    if (!word.value.startsWith('-') || word.value === '-') break;
    if (word.value === '--') {
      at++;
      break;
    }
    // `command -v node` only looks up.
    if (name === 'command' && /^-[vV]$/.test(word.value)) return null;
    const taken = wordsOfFlag(entry, word.value);
    if (taken === null) return { type: 'opaque', why: because('its flag {flag} is not known', { flag: word.value }) };
    at += taken - 1;
  }
  at += entry.skip ?? 0;
  const assignments: string[] = [];
  for (; entry.takesAssignments === true && at < rest.length; at++) {
    const word = rest[at];
    if (word?.kind === 'unknown' && word.text.includes('=')) return { type: 'opaque', why: HIDDEN };
    if (word?.kind !== 'literal' || !/^[^-=][^=]*=/.test(word.value)) break;
    assignments.push(word.value);
  }
  if (rest[at] === undefined) return withoutCommand(name, assignments);
  const words = name === 'xargs' ? withReplaced(rest.slice(at), replacedTexts(rest.slice(0, at))) : rest.slice(at);
  const isUnknownApplet = (name === 'busybox' || name === 'toybox') && !isApplet(words[0]);
  return inner(words, assignments, { asks: isUnknownApplet ? HIDDEN : (entry.asks ?? null), adds: entry.adds === true });
}

/** Returns the texts that `xargs` replaces with its input anywhere in the words of the command, including its name. */
function replacedTexts(flags: readonly ShellWord[]): string[] {
  const found: string[] = [];
  for (const [index, word] of flags.entries()) {
    const flag = word.kind === 'literal' ? word.value : '';
    const long = /^--replace(?:=([\s\S]*))?$/.exec(flag);
    const short = /^-[0rtxo]*([Ii])([\s\S]*)$/.exec(flag);
    const next = flags[index + 1];
    if (long !== null) found.push(long[1] ?? '{}');
    else if (short?.[1] === 'i') found.push(short[2] || '{}');
    else if (short !== null) found.push(short[2] || (next?.kind === 'literal' ? next.value : ''));
  }
  return found;
}

function withReplaced(words: readonly ShellWord[], texts: readonly string[]): readonly ShellWord[] {
  return words.map((word) => {
    const value = word.kind === 'unknown' ? word.text : word.value;
    return texts.some((text) => value.includes(text)) ? { kind: 'unknown', text: word.text, why: null, rough: value } : word;
  });
}

/** Multi-call programs: only applets known under their own names are followed. */
function isApplet(word: ShellWord | undefined): boolean {
  return word?.kind === 'literal' && (PROGRAM_TABLE.has(word.value) || SHELLS.has(word.value) || WRAPPERS.has(word.value));
}

function withoutCommand(name: string, assignments: readonly string[]): Wrapped | null {
  if (name === 'env') return { type: 'opaque', why: because('it prints the environment, which may hold keys') };
  // Without a command, it prints its input.
  return name === 'xargs'
    ? null
    : assignments.length > 0 || WRAPPERS.get(name)?.asks !== undefined
      ? { type: 'opaque', why: HIDDEN }
      : null;
}

function inner(
  words: readonly ShellWord[],
  assignments: readonly string[],
  { asks, adds }: { asks: Reason | null; adds: boolean },
): Wrapped | null {
  if (words.length === 0) return { type: 'opaque', why: HIDDEN };
  const added: ShellWord[] = adds ? [{ kind: 'unknown', text: '…', why: null }] : [];
  return { type: 'command', words: [...words, ...added], assignments, asks, isFed: adds };
}

/** Returns how many words the flag takes; null if the flag is unknown. */
function wordsOfFlag(entry: WrapperEntry, flag: string): number | null {
  if (flag.startsWith('--')) {
    const [name = '', value] = flag.slice(2).split('=', 2);
    if (entry.long?.includes(name) === true && value === undefined) return 1;
    if (entry.longAttached?.includes(name) === true) return 1;
    if (entry.longValues?.includes(name) === true) return value === undefined ? 2 : 1;
    return null;
  }
  for (let index = 1; index < flag.length; index++) {
    const letter = flag[index] ?? '';
    if (entry.attached?.includes(letter) === true) return 1;
    if (entry.values?.includes(letter) === true) return index === flag.length - 1 ? 2 : 1;
    if (entry.plain?.includes(letter) !== true) return null;
  }
  return 1;
}

/** Reads `bash -c TEXT`, which only flags without effect on the judgement may precede. */
function unwrapShell(rest: readonly ShellWord[]): Wrapped {
  let takesCommand = false;
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at];
    // The inserted input makes it ask; the rest of the script is still checked.
    if (takesCommand && word?.kind === 'unknown' && word.rough !== undefined)
      return { type: 'script', source: word.rough, isSameShell: false };
    if (word?.kind !== 'literal') break;
    if (/^-[elux]*c[elux]*$/.test(word.value)) takesCommand = true;
    else if (takesCommand && !/^[-+]/.test(word.value)) return { type: 'script', source: word.value, isSameShell: false };
    else if (/^-[elux]*o$/.test(word.value) && rest[at + 1]?.text === 'pipefail') at++;
    else if (!/^(?:-[elux]+|--(?:noprofile|norc|posix))$/.test(word.value)) break;
  }
  return { type: 'opaque', why: because('it is a shell that runs what this check does not see') };
}

function unwrapEval(rest: readonly ShellWord[]): Wrapped {
  const words = rest[0]?.kind === 'literal' && rest[0].value === '--' ? rest.slice(1) : rest;
  const values = words.map((word) => (word.kind === 'literal' ? word.value : null));
  if (values.length === 0 || values.includes(null))
    return { type: 'opaque', why: because('it runs a text that is only known when it runs') };
  return { type: 'script', source: values.join(' '), isSameShell: true };
}

/** Joins its words and passes them to a shell. */
function unwrapWatch(rest: readonly ShellWord[]): Wrapped {
  let at = 0;
  for (; at < rest.length; at++) {
    const word = rest[at];
    if (word?.kind !== 'literal' || !/^-[tbecgd]*n?[\d.]*$/.test(word.value) || word.value === '-') break;
    if (word.value.endsWith('n')) at++;
  }
  const script = unwrapEval(rest.slice(at));
  const first = rest[at];
  if (script.type === 'opaque' || (first?.kind === 'literal' && first.value.startsWith('-'))) return { type: 'opaque', why: HIDDEN };
  return { type: 'script', source: script.type === 'script' ? script.source : '', isSameShell: false };
}
