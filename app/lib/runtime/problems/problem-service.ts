import type { EndedCheck } from '../../protocol/project-facts/ended-check.ts';
import type { Problem } from '../../protocol/project-facts/problem.ts';
import type { ProblemSource } from '../../protocol/project-facts/problem-source.ts';
import { $problems } from '../../stores/workbench.ts';
import { withoutEscapeCodes } from '../terminal-text.ts';
import { placeInOutput, placeInPage, relativePlace, type StackPlace } from './place-in-stack.ts';

export interface ProblemService extends ProblemSource {
  checked(checks: readonly EndedCheck[], output: string): void;
  addPreviewError(message: string, stack: string | undefined): void;
  /** Reads terminal output as it arrives. */
  scanOutput(chunk: string, whose: Terminal): void;
  /** A file was edited, so earlier problems may be fixed: the agent sees only later ones; the user sees the old ones until a program runs again. */
  onEdited(): void;
  /** Replaces all problems found by the type check. */
  setTypeProblems(problems: readonly Problem[]): void;
  clear(): void;
}

/** In their own terminals users mistype commands: the shell's messages about that are not the project's problems. */
type Terminal = 'agent' | 'user';

export interface ProblemPlaces {
  /** The project's absolute path. */
  root(): string;
  /** Whether the project has such a file. */
  isFile(path: string): boolean;
}

/** Reading state of one terminal. */
interface Reading {
  /** The beginning of an unfinished line. */
  rest: string;
  recent: string[];
}

type Found = Omit<Problem, 'count'>;

const LIMIT = 200;
/** A program can print a line of any length, and the agent reads it. In characters. */
const LONGEST_MESSAGE = 2_000;
/** Lines kept to find an error's place, which may be printed before or after its message. */
const CONTEXT_LINES = 12;

export function createProblemService({ root, isFile }: ProblemPlaces): ProblemService {
  let problems: Problem[] = [];
  let typeProblems: readonly Problem[] = [];
  let readings: Record<Terminal, Reading> = nothingRead();
  let stale = false;
  /** The checks that reported a problem, by `keyOf`. */
  const reporters = new Map<string, readonly EndedCheck[]>();
  const publish = () => $problems.set(withTypes(typeProblems, problems));

  /** Drops problems from before an edit, once a program has run again. */
  const forgetStale = () => {
    if (!stale) return;
    problems = [];
    reporters.clear();
    stale = false;
    publish();
  };
  const add = (whole: Found) => {
    const found = { ...whole, message: cut(whole.message) };
    forgetStale();
    const same = problems.find((known) => known.source === found.source && known.message === found.message && known.file === found.file);
    problems = same
      ? problems.map((known) => (known === same ? { ...known, ...found, count: known.count + 1 } : known))
      : [{ ...found, count: 1 }, ...problems].slice(0, LIMIT);
    publish();
  };

  /** Sets the place of the newest terminal problem when a stack line names one. */
  const addPlace = (line: string) => {
    const newest = problems[0];
    const place = /^\s*(?:at|❯) /.test(line) ? (placeInOutput(line, root()) ?? relativePlace(line, isFile)) : null;
    if (place === null || !newest || newest.source === 'preview' || newest.file !== undefined) return;
    problems = withNewest({ ...newest, ...place }, problems.slice(1));
    publish();
  };

  const scanLine = (raw: string, whose: Terminal) => {
    const reading = readings[whose];
    const line = plainLine(raw);
    if (line === '') return;
    forgetStale();
    const found = problemIn(line, whose);
    if (found) add({ ...found, ...(found.file === undefined ? placeBefore(reading.recent, root()) : {}) });
    else addPlace(line);
    reading.recent = found ? [] : [...reading.recent, line].slice(-CONTEXT_LINES);
  };

  return {
    list(source) {
      const known = withTypes(typeProblems, stale ? [] : problems);
      return source === 'all' ? known : known.filter((problem) => problem.source === source);
    },
    addPreviewError(message, stack) {
      const place = stack === undefined ? null : placeInPage(stack, isFile);
      add({ source: 'preview', message, ...(place ?? {}) });
    },
    scanOutput(chunk, whose) {
      const reading = readings[whose];
      const lines = (reading.rest + chunk).split('\n');
      reading.rest = (lines.pop() ?? '').slice(-4_000);
      for (const line of lines) scanLine(line, whose);
    },
    checked(checks, output) {
      if (checks.length === 0) return;
      problems = stillThere(problems, { checks, output, reporters });
      publish();
    },
    onEdited() {
      stale = true;
    },
    setTypeProblems(found) {
      if (found.length === 0 && typeProblems.length === 0) return;
      typeProblems = found.slice(0, LIMIT).map((problem) => ({ ...problem, message: cut(problem.message) }));
      publish();
    },
    clear() {
      problems = [];
      typeProblems = [];
      readings = nothingRead();
      reporters.clear();
      publish();
    },
  };
}

/** The newest problem comes first; if it is known at its place, which was found after its message, it is counted again. */
function withNewest(newest: Problem, earlier: readonly Problem[]): Problem[] {
  const same = earlier.find((known) => known.source === newest.source && placeAndMessage(known) === placeAndMessage(newest));
  return [same ? { ...newest, count: newest.count + same.count } : newest, ...earlier.filter((known) => known !== same)];
}

/** A problem that the compiler also printed in a terminal is listed once. */
function withTypes(types: readonly Problem[], others: readonly Problem[]): readonly Problem[] {
  if (types.length === 0) return others;
  const known = new Set(types.map(placeAndMessage));
  return [...types, ...others.filter((problem) => !known.has(placeAndMessage(problem)))];
}

const placeAndMessage = ({ file, line, message }: Problem) => `${file}:${line}:${message}`;

const isCompilers = ({ message }: Pick<Problem, 'message'>) => /^TS\d+: /.test(message);

/** The place belongs to the key only where the line of the message itself names it. */
function keyOf(problem: Found): string {
  const { source, message, file = '', line = 0 } = problem;
  return isCompilers(problem) ? `${source} ${file}:${line} ${message}` : `${source} ${message}`;
}

function keyIn(raw: string): string | null {
  const found = problemIn(plainLine(raw), 'agent');
  return found === null ? null : keyOf({ ...found, message: cut(found.message) });
}

function plainLine(raw: string): string {
  return withoutEscapeCodes(raw).replace(/\r/g, '').trimEnd();
}

interface CheckRuns {
  checks: readonly EndedCheck[];
  output: string;
  /** The checks that reported each problem; updated. */
  reporters: Map<string, readonly EndedCheck[]>;
}

/** Returns the problems that are not out of date after these checks. */
function stillThere(problems: readonly Problem[], { checks, output, reporters }: CheckRuns): Problem[] {
  const again = new Set(output.split('\n').flatMap((line) => keyIn(line) ?? []));
  return problems.filter((problem) => {
    const key = keyOf(problem);
    const isGone = !again.has(key) && (reporters.get(key) ?? []).some((earlier) => checks.some((check) => tellsOf(check, earlier)));
    if (isGone) reporters.delete(key);
    else if (again.has(key)) reporters.set(key, reportersOf(problem, checks));
    return !isGone;
  });
}

/** Returns the checks of a command that can have reported the problem: only compilers report their errors. */
function reportersOf(problem: Problem, checks: readonly EndedCheck[]): readonly EndedCheck[] {
  const fitting = checks.filter(({ kind }) => isCompilers(problem) === (kind === 'types' || kind === 'build'));
  return fitting.length === 0 ? checks : fitting;
}

/** Returns true if the later run shows whether what the earlier one reported still holds. */
function tellsOf(later: EndedCheck, earlier: EndedCheck): boolean {
  const isSame = later.program === earlier.program && later.project === earlier.project;
  return isSame && later.operands.every((operand) => earlier.operands.includes(operand)) && (later.hasPassed || later.isWhole);
}

function nothingRead(): Record<Terminal, Reading> {
  return { agent: { rest: '', recent: [] }, user: { rest: '', recent: [] } };
}

function cut(message: string): string {
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
}

/** The error in a line, if there is one, in the wordings of Node, TypeScript, Vite, esbuild and npm. */
function problemIn(line: string, whose: Terminal): Found | null {
  const typescript = /^(\S+?)[(:](\d+)[,:]\d+\)?(?:: | - )error (TS\d+: .+)$/.exec(line);
  if (typescript?.[1] && typescript[2] && typescript[3]) {
    return { source: 'build', message: typescript[3], file: typescript[1], line: Number(typescript[2]) };
  }
  if (/^(✘ \[ERROR\]|\[vite\].*error|error during build)/i.test(line)) return { source: 'build', message: line };
  // `Uncaught ReferenceError: …` is the REPL's answer to the user's own input, not a problem of the project.
  if (/^(?:[A-Z]\w*)?Error(?: \[[A-Z_]+\])?: ./.test(line)) return { source: 'terminal', message: line };
  const npm = /^npm (?:error|ERR!) (?:code )?(.+)/.exec(line);
  if (npm?.[1] && /code /.test(line)) return { source: 'terminal', message: `npm: ${npm[1]}` };
  if (whose === 'user') return null;
  const shell = /^(?:jsh|sh|bash): (.+(?:not found|No such file or directory|syntax error).*)$/.exec(line);
  return shell?.[1] ? { source: 'terminal', message: shell[1] } : null;
}

/** Node prints `file:line` above the message; the nearest such line counts. */
function placeBefore(lines: readonly string[], projectRoot: string): StackPlace | Record<string, never> {
  for (const line of [...lines].reverse()) {
    const place = /^\s+at /.test(line) ? null : placeInOutput(line, projectRoot);
    if (place) return place;
  }
  return {};
}
