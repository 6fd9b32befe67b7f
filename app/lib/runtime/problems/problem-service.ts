import type { Problem } from '../../protocol/project-facts/problem.ts';
import type { ProblemSource } from '../../protocol/project-facts/problem-source.ts';
import { $problems } from '../../stores/workbench.ts';
import { withoutEscapeCodes } from '../terminal-text.ts';
import { placeInOutput, placeInPage, type StackPlace } from './place-in-stack.ts';

export interface ProblemService extends ProblemSource {
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
  root: string;
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
  const publish = () => $problems.set(withTypes(typeProblems, problems));

  /** Drops problems from before an edit, once a program has run again. */
  const forgetStale = () => {
    if (!stale) return;
    problems = [];
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
    const place = placeInOutput(line, root);
    const newest = problems[0];
    if (!place || !newest || newest.source === 'preview' || newest.file !== undefined || !/^\s+at /.test(line)) return;
    problems = [{ ...newest, ...place }, ...problems.slice(1)];
    publish();
  };

  const scanLine = (raw: string, whose: Terminal) => {
    const reading = readings[whose];
    const line = withoutEscapeCodes(raw).replace(/\r/g, '').trimEnd();
    if (line === '') return;
    forgetStale();
    const found = problemIn(line, whose);
    if (found) add({ ...found, ...(found.file === undefined ? placeBefore(reading.recent, root) : {}) });
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
      publish();
    },
  };
}

/** A problem that the compiler also printed in a terminal is listed once. */
function withTypes(types: readonly Problem[], others: readonly Problem[]): readonly Problem[] {
  if (types.length === 0) return others;
  const known = new Set(types.map(placeAndMessage));
  return [...types, ...others.filter((problem) => !known.has(placeAndMessage(problem)))];
}

const placeAndMessage = ({ file, line, message }: Problem) => `${file}:${line}:${message}`;

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
function placeBefore(lines: readonly string[], root: string): StackPlace | Record<string, never> {
  for (const line of [...lines].reverse()) {
    const place = /^\s+at /.test(line) ? null : placeInOutput(line, root);
    if (place) return place;
  }
  return {};
}
