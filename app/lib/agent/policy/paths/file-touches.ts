import { protectionOf } from 'devonz-engine-protocol/protected-paths';
import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import type { FileTouches } from '../../../protocol/tool-call.ts';
import type { ScriptRun } from '../../contract/script-run.ts';
import type { ToolIntent } from '../../contract/tool-definition.ts';
import { partsOf } from '../decide-command.ts';
import { readArguments } from '../parse/arguments.ts';
import type { CommandPart } from '../parse/command-part.ts';
import { programOf } from '../parse/command-part.ts';
import { isSameRun, scriptRunOf } from '../parse/script-runs.ts';
import type { ShellWord } from '../parse/shell-word.ts';
import { INTERPRETERS } from '../programs/interpreter-table.ts';
import { saysSizes } from '../programs/only-looks.ts';
import { packageTouches } from '../programs/package-touches.ts';
import { comparesTexts } from '../programs/plain-programs.ts';
import { PROGRAM_TABLE } from '../programs/program-table.ts';
import { installsAsNamed, writesByRedirect, writesByWord } from './may-make-files.ts';

type CommandIntent = Extract<ToolIntent, { kind: 'command' }>;

/** They do what their words say, though no table has the words: no code of anybody's. */
const FILE_TOOLS: ReadonlySet<string> = new Set(
  'ln link rmdir unlink tar zip unzip gzip gunzip zcat dd split csplit mktemp install chown chgrp truncate shred curl wget printenv export kill pkill killall trap'.split(
    ' ',
  ),
);
/** Of what they are given the content gets another name, by which it could be read. */
const MOVING: ReadonlySet<string> = new Set(['mv', 'ln', 'link', 'tar', 'zip', 'gzip', 'gunzip', 'dd', 'split', 'csplit', 'install']);
/** Programs that read what is piped to them, and no files where none are named. */
const FILTERS: ReadonlySet<string> = new Set(
  'head tail grep egrep fgrep cat sort uniq wc cut tr tee jq nl rev tac fold column less more sed awk'.split(' '),
);
const QUIET: ReadonlySet<string> = new Set(
  'cd echo printf true false : sleep mkdir pwd exit wait test [ [[ export date basename dirname seq touch which uname whoami'.split(' '),
);
const MAX_SCRIPT_DEPTH = 3;
const HOME = '/home';

/**
 * What a command may touch of files that are guarded. Approved: what the card says before the answer, as far as it can be determined from the
 * words; where a program's code decides, the project's keys, and nothing protected. Not approved: nothing, except what the policy lets
 * run as a thing of its own (scripts of the project, installations, the removal of node_modules). `isWithheld`: what a script would load may
 * be new in this run (`withheldSecrets`), so that it gets no keys unasked.
 */
export function fileTouches(intent: CommandIntent, projectRoot: string, isApproved: boolean, isWithheld = false): FileTouches {
  const collector = new TouchCollector(intent, projectRoot, isApproved, isWithheld);
  collector.command(intent.command, intent.cwd === null ? null : [intent.cwd], 0);
  if (isApproved) collector.access(intent.access);
  return collector.touches();
}

/** `named`: given to a program of unknown code, of which only what is plainly a protected file counts; a path outside may be anything. */
type WordUse = 'read' | 'write' | 'remove' | 'named';

class TouchCollector {
  readonly #intent: CommandIntent;
  readonly #root: string;
  readonly #isApproved: boolean;
  readonly #isWithheld: boolean;
  readonly #read = new Set<string>();
  readonly #write = new Set<string>();
  #hasSecrets = false;
  #isAnyProtected = false;

  constructor(intent: CommandIntent, projectRoot: string, isApproved: boolean, isWithheld: boolean) {
    this.#intent = intent;
    this.#root = projectRoot;
    this.#isApproved = isApproved;
    this.#isWithheld = isWithheld && !isApproved;
  }

  touches(): FileTouches {
    return { secrets: this.#hasSecrets, read: [...this.#read], write: [...this.#write], isAnyProtected: this.#isAnyProtected };
  }

  access({ read = [], write = [] }: NonNullable<CommandIntent['access']> = {}): void {
    for (const path of read) this.#read.add(path);
    for (const path of write) this.#write.add(path);
  }

  command(command: string, place: readonly string[] | null, depth: number): void {
    const parts = partsOf(command, place, this.#root);
    if (typeof parts === 'string') {
      // It was approved as it is, by who could read it.
      if (this.#isApproved) this.#unknown(true);
      return;
    }
    const roles = new Set(parts.map((part) => roleOf(part, this.#root)));
    const isInstalled = (part: CommandPart) => packageTouches(part, false)?.kind === 'install' && !installsAsNamed(part);
    const isNew = this.#isWithheld || parts.some((part) => writesByRedirect(part) || writesByWord(part) || isInstalled(part));
    const trust = { scripts: !isNew && !roles.has('other') && !roles.has('run'), packages: !roles.has('other') };
    for (const part of parts) this.#part(part, this.#isApproved ? { scripts: true, packages: true } : trust, depth);
  }

  #part(part: CommandPart, trust: { scripts: boolean; packages: boolean }, depth: number): void {
    const program = programOf(part);
    if (this.#isApproved) {
      for (const { operator, target } of part.redirects) {
        if (target !== null && !/^(?:\d+-?|-)$/.test(target.text)) this.#path(target, operator.startsWith('<') ? 'read' : 'write', part);
      }
    }
    if (program === null) {
      if (this.#isApproved && part.words.length > 0) this.#unknown(true);
      return;
    }
    if (part.wraps) return;
    const run = scriptRunOf(part, this.#root);
    if (run !== null) {
      // Beside a search it gets no keys either: the search would have them too.
      this.#hasSecrets ||= trust.scripts;
      if (this.#isApproved && depth < MAX_SCRIPT_DEPTH) this.#script(run, depth);
      return;
    }
    const packages = packageTouches(part, this.#isApproved);
    if (packages !== null) {
      if (trust.packages) this.access(packages);
      this.#hasSecrets ||= packages.kind !== 'look' && this.#isApproved;
      return;
    }
    if (this.#isApproved) this.#approvedProgram(program, part);
    else if (program === 'rm') this.#removedModules(part);
  }

  /** The text that was looked up when it was asked about, and is shown with the command. */
  #script(run: ScriptRun, depth: number): void {
    const script = this.#intent.scripts?.find((one) => isSameRun(one, run));
    for (const { command, folder } of script?.lines ?? []) this.command(command, [folder], depth + 1);
  }

  #approvedProgram(program: string, part: CommandPart): void {
    const operands = part.words.slice(1);
    const entry = PROGRAM_TABLE.get(program);
    if (entry !== undefined && !((program === '[' || program === 'test') && comparesTexts(program, operands))) {
      const { uses, flags } = readArguments(entry, operands);
      const isInPlace = program === 'sed' && (flags.has('i') || flags.has('in-place'));
      for (const { word, use } of uses) {
        if (use === 'read' || use === 'any') this.#path(word, isInPlace ? 'write' : 'read', part);
        if (use === 'write' || use === 'create' || use === 'remove')
          this.#path(word, use === 'remove' || program === 'mv' ? 'remove' : 'write', part);
        if (MOVING.has(program) && use !== 'text') this.#path(word, 'read', part);
      }
      return;
    }
    if (QUIET.has(program)) return;
    const isCode = INTERPRETERS.has(program) || !FILE_TOOLS.has(program);
    if (isCode) this.#unknown(false);
    for (const word of operands) {
      if (word.kind === 'literal' && word.value.startsWith('-')) continue;
      if (MOVING.has(program)) this.#path(word, 'read', part);
      if (word.kind === 'literal' || !isCode) this.#path(word, isCode ? 'named' : 'write', part);
    }
  }

  #removedModules(part: CommandPart): void {
    for (const word of part.words.slice(1)) {
      if (word.kind !== 'literal' || word.value.startsWith('-')) continue;
      for (const path of this.#absolute(word.value, part) ?? []) {
        if (/\/node_modules(?:\/|$)/.test(path)) this.#write.add(this.#shown(path));
      }
    }
  }

  #path(word: ShellWord, use: WordUse, part: CommandPart): void {
    const text = plainText(word);
    const found = text === null ? null : this.#absolute(text, part);
    if (found !== null) for (const path of found) this.#found(path, use);
    else if (use !== 'named') this.#unknown(use !== 'read');
  }

  #found(path: string, use: WordUse): void {
    const shown = this.#shown(path);
    if (path.startsWith('/dev/') || shown === '') return;
    if (use === 'read') {
      if (isSecretPath(path)) this.#read.add(shown);
    } else if (use === 'remove' || (this.#isGuarded(path) && !(use === 'named' && shown.startsWith('/')))) this.#write.add(shown);
  }

  #isGuarded(path: string): boolean {
    const shown = this.#shown(path);
    if (shown.startsWith('/')) return !shown.startsWith('/tmp/');
    return protectionOf(shown) !== null || /(?:^|\/)package\.json$/.test(shown);
  }

  #unknown(isWritten: boolean): void {
    this.#hasSecrets = true;
    this.#isAnyProtected ||= isWritten;
  }

  /** Null: in a folder that nobody knows. */
  #absolute(path: string, { place }: CommandPart): string[] | null {
    const text = path === '~' || path.startsWith('~/') ? HOME + path.slice(1) : path;
    if (text.startsWith('~')) return [];
    if (text.startsWith('/')) return [normalised(text)];
    return place === null ? null : place.map((folder) => normalised(`${this.#root}/${folder}/${text}`));
  }

  #shown(path: string): string {
    return path === this.#root ? '' : path.startsWith(`${this.#root}/`) ? path.slice(this.#root.length + 1) : path;
  }
}

type Role = 'script' | 'install' | 'run' | 'look' | 'quiet' | 'other';

/** All of a line is held to one grant: who else would have what one part of it may touch? */
function roleOf(part: CommandPart, root: string): Role {
  if (part.redirects.some(({ operator }) => /^<[&>]?$/.test(operator))) return 'other';
  if (scriptRunOf(part, root) !== null) return 'script';
  return packageTouches(part, false)?.kind ?? (isQuiet(part) ? 'quiet' : 'other');
}

/** It names folders or files of what is built, which nobody keeps keys in. */
function isNamedOutput(part: CommandPart): boolean {
  const named = part.words.slice(1).filter(({ text }) => !text.startsWith('-'));
  return (
    named.length > 0 &&
    named.every(
      (word) =>
        word.kind === 'literal' &&
        /^(?:\.\/)?(?:dist|build|out|coverage|node_modules)(?:\/[\w-][\w.-]*)*\/?$/.test(word.value) &&
        !isSecretPath(word.value),
    )
  );
}

/** It reads no file, by whatever name: nothing of what a script may read can reach it but by what the script prints. */
function isQuiet(part: CommandPart): boolean {
  if (part.isGrammar === true || part.words.length === 0 || part.wraps) return true;
  const program = programOf(part);
  if (program === null) return false;
  // How large and how old they are says something of files with keys, which a script beside it may read.
  if (
    isTest(program)
      ? part.words.some(({ text }) => /^-(?:nt|ot|ef|s|N)$/.test(text))
      : saysSizes(program, part.words.slice(1)) && !isNamedOutput(part)
  )
    return false;
  if (QUIET.has(program)) return true;
  if (program === 'find' && part.words.some(({ text }) => /^-(?:exec|ok|fprint|fls|files0)/.test(text))) return false;
  const entry = PROGRAM_TABLE.get(program);
  if (entry === undefined || (entry.operands !== 'list' && !FILTERS.has(program))) return false;
  const { uses, flags } = readArguments(entry, part.words.slice(1));
  const isRecursive = ['r', 'R', 'recursive', 'dereference-recursive', 'd', 'directories'].some((flag) => flags.has(flag));
  return !isRecursive && uses.every(({ use, value }) => use === 'text' || use === 'list' || use === 'write' || value === '-');
}

function isTest(program: string): boolean {
  return program === 'test' || program === '[' || program === '[[';
}

/** Null: it is only known when the command runs. */
function plainText(word: ShellWord): string | null {
  if (word.kind === 'literal') return word.value;
  return word.kind === 'unknown' && /^~(?:\/[\w./@-]*)?$/.test(word.text) ? word.text : null;
}

function normalised(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') kept.pop();
    else kept.push(segment);
  }
  return `/${kept.join('/')}`;
}
