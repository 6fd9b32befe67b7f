import { readArguments, type Use } from '../parse/arguments.ts';
import type { CommandPart } from '../parse/command-part.ts';
import { GIT_COMMANDS } from './git-table.ts';
import { looksAtOwnServer } from './own-server.ts';
import { PROGRAM_TABLE } from './program-table.ts';

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Programs that print file contents or file names. Excluded are pagers, programs that do not end, and those with a scripting language. */
const LOOKING = set(
  'cat tac nl head tail wc fold cut paste join comm column cmp diff rev od hexdump hd xxd strings cksum sum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum sort uniq sed jq ls dir vdir tree stat du file realpath readlink which type whereis grep egrep fgrep rgrep rg find fd fdfind pwd tar bsdtar jar unzip zipinfo gzip xz zstd 7z 7za 7zr ar',
);
/** Programs that need not ask if another part of the line looks. On their own, they do not show anything existing. */
const BESIDE = set('echo printf true false : exit seq expr basename dirname tr numfmt factor cd set test [ date whoami uname arch nproc');
/** Programs that only run the command after them, which is a separate part. */
const BEFORE = set('time timeout nice command builtin');
const DURATION = /^\d+(?:\.\d+)?[smh]?$/;
const VERSIONED = set('node npm pnpm yarn git tsc');

const LOOKING_USES: ReadonlySet<Use> = new Set<Use>(['read', 'measure', 'list', 'text']);
const NEVER_ENDING = ['f', 'F', 'follow', 'retry'];
const WRITING = ['i', 'in-place'];

/** For programs that list names, matches flags that neither show sizes or times nor select by them. */
const NAMING_FLAGS: Readonly<Record<string, RegExp>> = {
  ls: /^-(?:[1aAdFpRCxmBQ]+|-(?:all|almost-all|recursive|directory|classify|color(?:=\w+)?|group-directories-first))$/,
  tree: /^-(?:[adfilqnCLPI]+|-(?:prune|noreport|dirsfirst|filesfirst|gitignore))$/,
  find: /^-(?:i?name|i?path|i?wholename|i?regex|regextype|x?type|maxdepth|mindepth|prune|print0?|not|and|or|[aoHLP])$/,
  fd: /^-(?:[etdEcgHIuaspFL]+|-(?:extension|type|max-depth|min-depth|exclude|color|glob|hidden|no-ignore|absolute-path|full-path|follow)(?:=.*)?)$/,
};
const SAME_FLAGS: Readonly<Record<string, string>> = { dir: 'ls', fdfind: 'fd' };
const SIZING = set('stat du vdir');

/** Git commands that show no file content, present or past. */
const GIT_LOOKS = set('status log branch rev-parse ls-files describe remote');
const GIT_FLAGS = set(
  'n max-count skip oneline graph all decorate no-decorate stat shortstat numstat summary name-only name-status no-merges merges first-parent author committer since after until before grep pretty format date abbrev abbrev-commit no-abbrev-commit color no-color reverse follow s short b branch porcelain u untracked-files ignored long v verbose a r remotes list show-current merged no-merged contains sort show-toplevel abbrev-ref git-dir is-inside-work-tree verify q quiet tags always dirty o others c cached m modified d deleted exclude-standard column no-column',
);

/**
 * Returns true if a whole line only looks: every program is known to only read, measure, list and print, and every word is known in
 * advance. So does one that only moves the agent's shell, because each later command is judged by the folder in which it runs. The guards have already passed every part: nothing outside the project, no secret, no pattern that could match one.
 */
export function onlyLooks(parts: readonly CommandPart[], hasFileWall: boolean): boolean {
  const looks = parts.map((part) => lookOf(part, hasFileWall));
  return !looks.includes('more') && (looks.includes('looks') || parts.every(isMove));
}

function isMove({ words }: CommandPart): boolean {
  return words[0]?.text === 'cd' && words.every(({ kind }) => kind === 'literal');
}

/** `looks`: shows something existing. `beside`: need not ask in a line in which another part looks. `more`: does more than that. */
type Look = 'looks' | 'beside' | 'more';

export function lookOf(part: CommandPart, hasFileWall: boolean): Look {
  const { words, assignments, redirects } = part;
  if (part.isGrammar === true && words.length === 0) return redirects.every(isQuiet) && !assignsMore(part) ? 'beside' : 'more';
  const [program, ...operands] = words;
  if (program?.kind !== 'literal' || assignments.length > 0 || !redirects.every(isQuiet) || part.launch !== undefined) return 'more';
  if (words.some(({ kind }) => kind === 'unknown')) return 'more';
  if (program.value === '[[') return 'beside';
  if (part.wraps) return BEFORE.has(program.value) ? 'beside' : 'more';
  const [first] = operands;
  if (VERSIONED.has(program.value) && operands.length === 1 && /^(?:--version|-v)$/.test(first?.text ?? '')) return 'looks';
  if (program.value === 'sleep') return operands.length === 1 && DURATION.test(first?.text ?? '') ? 'looks' : 'more';
  if (program.value === 'curl') return hasFileWall && looksAtOwnServer(operands) ? 'looks' : 'more';
  if (program.value === 'git') return hasFileWall && gitLooks(part) ? 'looks' : 'more';
  const isLooking = LOOKING.has(program.value);
  if (!isLooking && !BESIDE.has(program.value)) return 'more';
  const entry = PROGRAM_TABLE.get(program.value);
  if (entry === undefined) return 'more';
  const { uses, flags } = readArguments(entry, operands);
  if (!uses.every(({ use }) => LOOKING_USES.has(use))) return 'more';
  if (program.value === 'sed' && WRITING.some((flag) => flags.has(flag))) return 'more';
  // Without a wall, a folder listing reveals the size and age of its secret files.
  if (!hasFileWall && saysSizes(program.value, operands)) return 'more';
  if (program.value === 'tail' && NEVER_ENDING.some((flag) => flags.has(flag))) return 'more';
  return isLooking ? 'looks' : 'beside';
}

/** Returns true if a program that lists names shows or selects by size or age. */
export function saysSizes(program: string, operands: CommandPart['words']): boolean {
  if (SIZING.has(program)) return true;
  const name = SAME_FLAGS[program] ?? program;
  const naming = Object.hasOwn(NAMING_FLAGS, name) ? NAMING_FLAGS[name] : undefined;
  return naming !== undefined && operands.some(({ text }) => text.startsWith('-') && !naming.test(text));
}

/** A loop variable belongs to the grammar. */
function assignsMore({ assignments, text }: CommandPart): boolean {
  return assignments.length > 0 && !text.startsWith('for ');
}

function gitLooks({ words }: CommandPart): boolean {
  const [command, ...operands] = words.slice(1).filter(({ text }) => text !== '--no-pager');
  const name = command?.kind === 'literal' ? command.value : '';
  const entry = GIT_LOOKS.has(name) ? GIT_COMMANDS.get(name) : undefined;
  if (entry === undefined) return false;
  const read = readArguments(entry, operands);
  if (![...read.flags, ...read.written].every((flag) => GIT_FLAGS.has(flag) || /^\d+$/.test(flag))) return false;
  // With a name, it creates a branch or a remote.
  return !(name === 'branch' || name === 'remote') || read.operands.length === 0;
}

/** Returns true if nothing is written: the output is discarded or merged with the rest. */
function isQuiet({ operator, target }: CommandPart['redirects'][number]): boolean {
  if (/^<(?:<[<-]?)?$/.test(operator)) return true;
  if (target?.kind !== 'literal') return false;
  return target.value === '/dev/null' || (operator.endsWith('&') && /^(?:\d+|-)$/.test(target.value));
}
