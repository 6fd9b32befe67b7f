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
import { writesByRedirect } from '../programs/writes-by-redirect.ts';
import { HOME_FOLDER } from './home-folder.ts';
import { installsAsNamed, writesByWord } from './may-make-files.ts';

type CommandIntent = Extract<ToolIntent, { kind: 'command' }>;

/** Programs without a table that do what their words say and run no other code. */
const FILE_TOOLS: ReadonlySet<string> = new Set(
  'ln link rmdir unlink tar zip unzip gzip gunzip zcat dd split csplit mktemp install chown chgrp truncate shred curl wget printenv export kill pkill killall trap'.split(
    ' ',
  ),
);
/** Programs that give the content of their operands another name, under which it could be read. */
const MOVING: ReadonlySet<string> = new Set(['mv', 'ln', 'link', 'tar', 'zip', 'gzip', 'gunzip', 'dd', 'split', 'csplit', 'install']);
/** Programs that read piped input, and no files if none are named. */
const FILTERS: ReadonlySet<string> = new Set(
  'head tail grep egrep fgrep cat sort uniq wc cut tr tee jq nl rev tac fold column less more sed awk'.split(' '),
);
const QUIET: ReadonlySet<string> = new Set(
  'cd echo printf true false : sleep mkdir pwd exit wait test [ [[ export date basename dirname seq touch which uname whoami'.split(' '),
);
const MAX_SCRIPT_DEPTH = 3;

/**
 * Returns the guarded files that a command may touch. If approved: what the card lists before the answer, as far as the arguments show it;
 * if a program's code decides, the project's keys but no protected files. If not approved: nothing, except what the policy lets run on its
 * own (project scripts, installs, removal of node_modules). `isWithheld` means that a script may load new code of this run, so it gets no
 * keys without approval.
 */
export function fileTouches(intent: CommandIntent, projectRoot: string, isApproved: boolean, isWithheld = false): FileTouches {
  const collector = new TouchCollector(intent, projectRoot, isApproved, isWithheld);
  collector.command(intent.command, intent.cwd === null ? null : [intent.cwd], 0);
  if (isApproved) collector.access(intent.access);
  return collector.touches();
}

/** `named` is an operand of an unknown program: it counts only if it is clearly a protected file, since a path outside may be anything. */
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
      // The user read the command and approved it as it is.
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
      // Next to a search it gets no keys either, because the search would get them too.
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

  /** Adds the touches of the script text that was looked up for the question and is shown with the command. */
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

  /** Returns null if the directory is unknown. */
  #absolute(path: string, { place }: CommandPart): string[] | null {
    const text = path === '~' || path.startsWith('~/') ? HOME_FOLDER + path.slice(1) : path;
    if (text.startsWith('~')) return [];
    if (text.startsWith('/')) return [normalised(text)];
    return place === null ? null : place.map((folder) => normalised(`${this.#root}/${folder}/${text}`));
  }

  #shown(path: string): string {
    return path === this.#root ? '' : path.startsWith(`${this.#root}/`) ? path.slice(this.#root.length + 1) : path;
  }
}

type Role = 'script' | 'install' | 'run' | 'look' | 'quiet' | 'other';

/** The whole line shares one grant, so every part gets what any part may touch. */
function roleOf(part: CommandPart, root: string): Role {
  if (part.redirects.some(({ operator }) => /^<[&>]?$/.test(operator))) return 'other';
  if (scriptRunOf(part, root) !== null) return 'script';
  return packageTouches(part, false)?.kind ?? (isQuiet(part) ? 'quiet' : 'other');
}

/** Returns true if it names only build output, where no keys are kept. */
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

/** Returns true if the part reads no file under any name, so that it can learn a script's secrets only from its printed output. */
function isQuiet(part: CommandPart): boolean {
  if (part.isGrammar === true || part.words.length === 0 || part.wraps) return true;
  const program = programOf(part);
  if (program === null) return false;
  // Sizes and ages reveal something about key files that a script next to it may read.
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

/** Returns null if the word is known only at run time. */
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
