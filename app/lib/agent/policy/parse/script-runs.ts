import type { ScriptRun } from '../../contract/script-run.ts';
import { resolveFrom } from '../paths/possible-directories.ts';
import type { CommandPart } from './command-part.ts';
import type { ShellWord } from './shell-word.ts';

/** Scripts that run without `run`. */
const SHORT_NAMES: ReadonlySet<string> = new Set(['test', 't', 'tst', 'start', 'stop', 'restart']);
const QUIET = /^(?:-s|--silent|--if-present|-q|--quiet)$/;
const FOLDER_FLAG = /^(?:--prefix|-C|--dir|--cwd)$/;
const WORKSPACE_FLAG = /^(?:-w|--workspace|--filter|-F)$/;
const EVERY_FLAG = /^(?:-r|--recursive|--ws|--workspaces|-ws|-A|--all)$/;

/** A script run with the words passed to its script, in shell syntax. */
interface FoundRun extends ScriptRun {
  extra: string;
}

export function scriptRunOf(part: CommandPart, projectRoot: string): ScriptRun | null {
  const found = findRun(part, projectRoot);
  if (found === null) return null;
  const { extra: _extra, ...run } = found;
  return run;
}

/** Returns the words that are appended to the script's own text. */
export function extraWordsOf(part: CommandPart, projectRoot: string): string {
  return findRun(part, projectRoot)?.extra ?? '';
}

export function isSameRun(a: ScriptRun, b: ScriptRun): boolean {
  return a.folder === b.folder && a.name === b.name && a.workspace === b.workspace && a.runner === b.runner;
}

/**
 * Returns true if the script's name suggests that it reaches outside. It asks even if commands are auto-approved, but a rule may allow it.
 */
export function isOutwardScript({ name }: ScriptRun): boolean {
  return /^(?:deploy|publish|release)(?:[:_-]|$)/.test(name);
}

/** Returns true for scripts that build, test or serve a project during development. */
export function isWorkScript({ name }: ScriptRun): boolean {
  return /^(?:pre|post)?(?:build|compile|bundle|test|tests|tst|t|unit|e2e|spec|coverage|check|ci|verify|lint|format|fmt|type-?check|types|tsc|dev|develop|start|serve|preview|watch|storybook)(?:[:_./-]|$)/i.test(
    name,
  );
}

function findRun(part: CommandPart, projectRoot: string): FoundRun | null {
  const [program, ...words] = part.words;
  if (program?.kind !== 'literal') return null;
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program.value)) return packageRun(program.value, words, part, projectRoot);
  if (/^g?make$/.test(program.value)) return makeRun(words, part, projectRoot);
  return /^node(?:js)?$/.test(program.value) ? nodeRun(words, part, projectRoot) : null;
}

/** The location of a script according to the flags before its name. */
interface Where {
  folder: string;
  workspace: string | null;
}

function packageRun(program: string, words: readonly ShellWord[], part: CommandPart, projectRoot: string): FoundRun | null {
  const where: Where = { folder: '.', workspace: null };
  let at = skipFlags(words, 0, where, program);
  if (program === 'yarn' && literalOf(words[at]) === 'workspace') {
    where.workspace = literalOf(words[at + 1]);
    at = skipFlags(words, at + 2, where, program);
  }
  const command = literalOf(words[at]);
  let name: string | null = null;
  if (/^(?:run|run-script|rum|urn)$/.test(command)) {
    at = skipFlags(words, at + 1, where, program);
    const given = literalOf(words[at]);
    name = given === '' || given.startsWith('-') ? null : given;
  } else if (program === 'bun' && command === 'test')
    return null; // Bun's own test runner.
  else if (SHORT_NAMES.has(command)) name = command === 't' || command === 'tst' ? 'test' : command;
  // yarn and pnpm run a script by its bare name.
  else if (program !== 'npm' && /^[a-z][\w:.-]*$/i.test(command)) name = command;
  if (name === null) return null;
  const rest = words.slice(at + 1);
  const given = program === 'npm' ? givenByNpm(rest, where) : rest;
  return { folder: folderOf(part, where.folder, projectRoot), name, ...workspaceOf(where), extra: asText(given) };
}

function workspaceOf({ workspace }: Where): { workspace?: string } {
  return workspace === null ? {} : { workspace };
}

function skipFlags(words: readonly ShellWord[], from: number, where: Where, program: string): number {
  let at = from;
  for (; at < words.length; at++) {
    const taken = readFlag(words, at, where, program);
    if (taken === 0) break;
    at += taken - 1;
  }
  return at;
}

/** Returns how many words the flag at `at` takes; 0 if there is no flag. */
function readFlag(words: readonly ShellWord[], at: number, where: Where, program: string): number {
  const word = literalOf(words[at]);
  if (!word.startsWith('-') || word === '--') return 0;
  const [flag = '', ...rest] = word.split('=');
  const hasValue = rest.length > 0;
  const value = hasValue ? rest.join('=') : literalOf(words[at + 1]);
  if (EVERY_FLAG.test(flag)) where.workspace = '*';
  // pnpm's -w is the workspace root; yarn and bun have no such flag.
  else if (flag === '-w' && program === 'pnpm') return 1;
  else if (WORKSPACE_FLAG.test(flag)) {
    where.workspace = value;
    return hasValue ? 1 : 2;
  } else if (FOLDER_FLAG.test(flag)) {
    where.folder = value === '' ? '.' : value;
    return hasValue ? 1 : 2;
  }
  return 1;
}

/** Returns the words that npm passes to the script: npm consumes flags before `--` wherever they are. */
function givenByNpm(rest: readonly ShellWord[], where: Where): ShellWord[] {
  const dashes = rest.findIndex((word) => word.text === '--');
  const own = dashes === -1 ? rest : rest.slice(0, dashes);
  const given: ShellWord[] = [];
  for (let at = 0; at < own.length; at++) {
    const taken = readFlag(own, at, where, 'npm');
    const word = own[at];
    if (taken > 0) at += taken - 1;
    else if (word !== undefined) given.push(word);
  }
  return dashes === -1 ? given : [...given, ...rest.slice(dashes + 1)];
}

function nodeRun(words: readonly ShellWord[], part: CommandPart, projectRoot: string): FoundRun | null {
  const at = words.findIndex((word) => /^--run(?:=|$)/.test(literalOf(word)));
  if (at === -1) return null;
  const attached = /^--run=(.+)$/.exec(literalOf(words[at]))?.[1];
  const name = attached ?? literalOf(words[at + 1]);
  if (name === '' || name.startsWith('-')) return null;
  const rest = words.slice(at + (attached === undefined ? 2 : 1)).filter((word) => word.text !== '--');
  return { folder: folderOf(part, '.', projectRoot), name, runner: 'node', extra: asText(rest) };
}

/** The run's name lists all targets; it is empty for the Makefile's first target. */
function makeRun(words: readonly ShellWord[], part: CommandPart, projectRoot: string): FoundRun | null {
  const targets: string[] = [];
  let folder = '.';
  for (let at = 0; at < words.length; at++) {
    const word = literalOf(words[at]);
    const attached = /^(?:-C|--directory=)(.+)$/.exec(word)?.[1];
    if (attached !== undefined) folder = attached;
    else if (word === '-C' || word === '--directory') folder = literalOf(words[++at]);
    else if (/^-[jlo]$/.test(word)) at += /^\d+$/.test(literalOf(words[at + 1])) ? 1 : 0;
    // A file other than the Makefile, or a variable that its recipes may use.
    else if (/^(?:-f|--file|--makefile|-I|--eval|-E)/.test(word) || (!word.startsWith('-') && word.includes('=')))
      return { folder: null, name: words.map(({ text }) => text).join(' '), runner: 'make', extra: '' };
    else if (!word.startsWith('-')) targets.push(word);
  }
  return { folder: folderOf(part, folder, projectRoot), name: targets.join(' '), runner: 'make', extra: '' };
}

function folderOf({ place }: CommandPart, folder: string, projectRoot: string): string | null {
  if (place === null || place.length !== 1) return null;
  return resolveFrom(place, folder, projectRoot)?.[0] ?? null;
}

function literalOf(word: ShellWord | undefined): string {
  return word?.kind === 'literal' ? word.value : '';
}

function asText(words: readonly ShellWord[]): string {
  return words.map((word) => (word.kind === 'literal' && !QUIET.test(word.value) ? quoted(word.value) : word.text)).join(' ');
}

function quoted(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
