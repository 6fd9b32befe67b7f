import type { CommandNode, CompoundList, PipelineNode, Statement } from 'unbash';
import { reasonText } from '../../protocol/texts/reason.ts';
import type { CommandCheck } from '../../protocol/tool-effect.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';
import { partsOf } from '../policy/decide-command.ts';
import { type CommandPart, roughWordsOf } from '../policy/parse/command-part.ts';
import { parseCommand } from '../policy/parse/parse-command.ts';
import { isSameRun, scriptRunOf } from '../policy/parse/script-runs.ts';
import { ranNoTest, saidBy } from './check-output.ts';
import { type CheckKind, checkOfProgram, kindByName } from './check-programs.ts';

type CommandIntent = Extract<ToolIntent, { kind: 'command' }>;

export interface CommandEnd {
  status: 'completed' | 'running' | 'timed_out';
  exitCode: number | null;
  output: string;
}

/** The part of a program's output that a pipe passes on: all of it, its beginning or end, or only lines that a filter selects. */
export type PipeFilter = 'none' | 'cut' | 'errors' | 'search';

/** One program of a command, in execution order. */
export interface Leaf {
  check: { kind: CheckKind; byName: boolean } | null;
  /** It changes nothing and at most prints. */
  isHarmless: boolean;
  /**
   * `own`: the command's exit code 0 means that this program exited with 0. `filtered`: it does not, but the output is only this program's.
   */
  exit: 'own' | 'filtered' | 'other';
  isHidden: boolean;
  filter: PipeFilter;
  /** The program and its arguments, for a check. */
  words: readonly string[];
  /** Why something that looks like a check is not one. */
  why: string | null;
}

type Exit = Leaf['exit'];

const DEEPEST = 12;
const HARMLESS =
  /^(?:echo|printf|cat|head|tail|true|:|wc|ls|pwd|date|exit|test|\[|grep|egrep|rg|sort|uniq|cd|sleep|which|env|export|set|unset|time|find|stat|du|tree|diff|cmp|jq|less|awk|cut|tr)$/;
const PASSES_ON = /^(?:cat|tee|less|more|sort|uniq|strip-ansi)$/;
const CUTS = /^(?:head|tail)$/;
const FILTERS = /^(?:head|tail|cat|tee|grep|egrep|rg|sed|less|more|awk|sort|uniq|cut|tr|strip-ansi)$/;

/** Returns what a command proved about the work: a build, type check, lint run or tests; null if it is not a check. */
export function commandCheck(intent: CommandIntent, end: CommandEnd, projectRoot: string): CommandCheck | null {
  const leaves = commandLeaves(intent, projectRoot);
  const last = leaves.findLastIndex(({ check }) => check !== null);
  const checks = leaves.filter((leaf) => leaf.check !== null);
  const [first] = checks;
  if (first?.check == null) {
    const empty = leaves.find(({ why }) => why !== null);
    const kind = empty === undefined ? null : kindByName(intent.command);
    return empty?.why == null || kind === null ? null : { kind, result: 'unproven', why: empty.why };
  }
  const { kind } = (checks.find(({ check }) => check?.kind === 'test') ?? first).check ?? first.check;
  const unproven = (why: string): CommandCheck => ({ kind, result: 'unproven', why });
  if (end.status !== 'completed') return unproven('it had not ended');
  if (leaves.slice(last + 1).some(({ isHarmless }) => !isHarmless)) return unproven('the same command does more after the check');
  const decisive = checks.find(({ exit }) => exit === 'own');
  if (decisive === undefined) return byOutput(checks, end.output, unproven);
  if (end.exitCode !== 0) return { kind, result: 'failed' };
  if (kind === 'test' && ranNoTest(end.output)) return unproven('it ran no test');
  if (decisive.isHidden && kind === 'test') return unproven('what it printed was not shown');
  if (decisive.check?.byName === true && end.output.trim() === '') return unproven('it printed nothing that shows what was checked');
  return { kind, result: 'passed' };
}

/** Returns the programs that a command runs, those of scripts and targets included, in execution order. */
export function commandLeaves(intent: CommandIntent, projectRoot: string): Leaf[] {
  return leavesOf(intent.command, intent.cwd, 'own', { intent, projectRoot, depth: 0, label: '' });
}

const NO_CHECK = { check: null, isHarmless: false, filter: 'none', words: [] } as const;

function byOutput(checks: readonly Leaf[], output: string, unproven: (why: string) => CommandCheck): CommandCheck {
  const isFiltered = checks.every(({ exit }) => exit === 'filtered');
  const said = isFiltered && !ranNoTest(output) ? saidBy(output) : null;
  if (said !== null) return { kind: unproven('').kind, result: said };
  return unproven(
    isFiltered
      ? 'its exit code is that of the program after the pipe, and its output does not say'
      : 'its exit code is lost in the command',
  );
}

interface Walk {
  intent: CommandIntent;
  projectRoot: string;
  depth: number;
  /** Name of the enclosing script or target. */
  label: string;
}

function leavesOf(command: string, folder: string | null, exit: Exit, walk: Walk): Leaf[] {
  const parsed = parseCommand(command);
  if (parsed.status === 'opaque' || walk.depth > DEEPEST) return [{ ...NO_CHECK, exit, isHidden: false, why: null }];
  return new LeafReader(command, folder, walk).statements(parsed.script.commands, exit);
}

class LeafReader {
  readonly #source: string;
  readonly #folder: string | null;
  readonly #walk: Walk;
  #hasPipefail = false;

  constructor(source: string, folder: string | null, walk: Walk) {
    this.#source = source;
    this.#folder = folder;
    this.#walk = walk;
  }

  statements(statements: readonly Statement[], exit: Exit): Leaf[] {
    return statements.flatMap(({ command, background }, index) => {
      const isLast = index === statements.length - 1 && background !== true;
      return this.#node(command, isLast ? exit : 'other');
    });
  }

  #node(node: PipelineNode | Statement['command'] | CommandNode | CompoundList, exit: Exit): Leaf[] {
    switch (node.type) {
      case 'Command':
        return this.#command(this.#source.slice(node.pos, node.end), exit, node.redirects.length > 0);
      case 'AndOr':
        // A success after `||` says nothing about the earlier failure.
        return node.commands.flatMap((one) => this.#node(one, node.operators.every((operator) => operator === '&&') ? exit : 'other'));
      case 'Pipeline':
        return this.#pipeline(node, exit);
      case 'CompoundList':
        return this.statements(node.commands, exit);
      case 'BraceGroup':
      case 'Subshell':
        return this.statements(node.body.commands, exit);
      case 'Redirected':
        return this.#node(node.command, exit).map((leaf) => ({ ...leaf, isHidden: true }));
      default:
        return [{ ...NO_CHECK, exit, isHidden: false, why: null }];
    }
  }

  #pipeline(node: Extract<PipelineNode, { type: 'Pipeline' }>, exit: Exit): Leaf[] {
    if (node.prefixes.some(({ type }) => type === 'Negation')) return node.commands.flatMap((one) => this.#node(one, 'other'));
    const later = node.commands.slice(1).map((one) => this.#source.slice(one.pos, one.end).trim());
    const isFiltered = later.every((text) => FILTERS.test(text.split(/\s/)[0] ?? ''));
    const before: Exit = this.#hasPipefail ? exit : isFiltered && exit === 'own' ? 'filtered' : 'other';
    return node.commands.flatMap((one, index) => {
      if (index === node.commands.length - 1) return this.#node(one, exit);
      const filter = filterOf(later.slice(index));
      return this.#node(one, before).map((leaf) => ({ ...leaf, filter: filter === 'none' ? leaf.filter : filter }));
    });
  }

  #command(text: string, exit: Exit, isRedirected: boolean): Leaf[] {
    if (/^set\s+-\w*o\s+pipefail\b|^set\s+-o\s+pipefail\b/.test(text)) this.#hasPipefail = true;
    const parts = partsOf(text, this.#folder === null ? null : [this.#folder], this.#walk.projectRoot);
    const isHidden = isRedirected && /(?:^|\s)(?:&?>|1>)\s*(?!&)\S/.test(text);
    if (typeof parts === 'string') return [{ ...NO_CHECK, exit, isHidden, why: null }];
    for (const part of parts) {
      const found = this.#part(part, exit, isHidden);
      if (found !== null) return found;
    }
    const isHarmless = parts.every((part) => part.words.length === 0 || HARMLESS.test(part.words[0]?.text ?? '')) && !isHidden;
    return [{ ...NO_CHECK, isHarmless, exit, isHidden, why: null }];
  }

  #part(part: CommandPart, exit: Exit, isHidden: boolean): Leaf[] | null {
    const [program = '', ...words] = roughWordsOf(part);
    const run = scriptRunOf(part, this.#walk.projectRoot);
    const script = run === null ? undefined : this.#walk.intent.scripts?.find((each) => isSameRun(each, run));
    if (run !== null && script?.lines !== undefined && (script.lines.length > 0 || program === 'npm' || run.runner !== undefined)) {
      const lines = script.lines.flatMap(({ label, command, folder }) =>
        leavesOf(command, folder, exit, { ...this.#walk, depth: this.#walk.depth + 1, label }).map((leaf) => ({
          ...leaf,
          isHidden: leaf.isHidden || isHidden,
        })),
      );
      if (lines.some(({ check, why }) => check !== null || why !== null)) return lines;
      const what =
        (script.undetermined && reasonText(script.undetermined)) ??
        (script.lines.length === 0 ? 'there is no such script' : `it runs “${script.lines.map(({ command }) => command).join(' && ')}”`);
      return [...lines, { ...NO_CHECK, exit, isHidden, why: `${part.text} is no check: ${what}` }];
    }
    if (part.wraps && !/^(?:npx|bunx|pnpx)$/.test(program)) return null;
    const check = checkOfProgram(program, words, this.#walk.label);
    return check === null ? null : [{ ...NO_CHECK, check, exit, isHidden, words: [program, ...words], why: null }];
  }
}

function filterOf(later: readonly string[]): PipeFilter {
  const filters = later.map((text): PipeFilter => {
    const program = text.split(/\s/)[0] ?? '';
    if (PASSES_ON.test(program)) return 'none';
    if (CUTS.test(program)) return 'cut';
    return /^(?:e?grep|rg)\b/.test(text) && /error/i.test(text) && !/\s-\w*v/.test(text) ? 'errors' : 'search';
  });
  return (['search', 'errors', 'cut'] as const).find((filter) => filters.includes(filter)) ?? 'none';
}
