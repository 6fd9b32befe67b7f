import type { Problem, ProblemSource } from '../agent/ports.ts';
import { $problems } from '../stores/workbench.ts';
import { withoutEscapeCodes } from './terminal-text.ts';

export interface ProblemService extends ProblemSource {
  addPreviewError(message: string, stack: string | undefined): void;
  /** Lines of a terminal, as they come. `root` is the project's absolute path. */
  scanOutput(chunk: string): void;
  /** A file was edited: what was seen before may be fixed, so the agent learns only what comes after; people see the old until a program runs again. */
  onEdited(): void;
  clear(): void;
}

type Found = Omit<Problem, 'count'>;

const LIMIT = 200;
/** Characters of a message: a program can print a line of any length, and the agent reads it. */
const LONGEST_MESSAGE = 2_000;
/** Lines kept to find the place of an error that is named before or after its message. */
const CONTEXT_LINES = 12;

export function createProblemService(root: () => string): ProblemService {
  let problems: Problem[] = [];
  let rest = '';
  let recent: string[] = [];
  let stale = false;
  const publish = () => $problems.set(problems);

  /** After an edit the old problems are history as soon as a program has run again. */
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

  /** Gives the newest terminal problem its place when a stack line names one. */
  const addPlace = (line: string) => {
    const place = placeIn(line, root());
    const newest = problems[0];
    if (!place || !newest || newest.source === 'preview' || newest.file !== undefined || !/^\s+at /.test(line)) return;
    problems = [{ ...newest, ...place }, ...problems.slice(1)];
    publish();
  };

  const scanLine = (raw: string) => {
    const line = withoutEscapeCodes(raw).replace(/\r/g, '').trimEnd();
    if (line === '') return;
    forgetStale();
    const found = problemIn(line);
    if (found) add({ ...found, ...(found.file === undefined ? placeBefore(recent, root()) : {}) });
    else addPlace(line);
    recent = [...recent, line].slice(-CONTEXT_LINES);
    if (found) recent = [];
  };

  return {
    list: (source) => (stale ? [] : source === 'all' ? problems : problems.filter((problem) => problem.source === source)),
    addPreviewError(message, stack) {
      const place = stack === undefined ? null : placeIn(stack, root());
      add({ source: 'preview', message, ...(place ?? {}) });
    },
    scanOutput(chunk) {
      const lines = (rest + chunk).split('\n');
      rest = (lines.pop() ?? '').slice(-4_000);
      for (const line of lines) scanLine(line);
    },
    onEdited() {
      stale = true;
    },
    clear() {
      problems = [];
      rest = '';
      recent = [];
      publish();
    },
  };
}

function cut(message: string): string {
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
}

/** The error that a line states, if it does. Wordings of Node, TypeScript, Vite, esbuild and npm. */
function problemIn(line: string): Found | null {
  const typescript = /^(\S+?)[(:](\d+)[,:]\d+\)?(?:: | - )error (TS\d+: .+)$/.exec(line);
  if (typescript?.[1] && typescript[2] && typescript[3]) {
    return { source: 'build', message: typescript[3], file: typescript[1], line: Number(typescript[2]) };
  }
  if (/^(✘ \[ERROR\]|\[vite\].*error|error during build)/i.test(line)) return { source: 'build', message: line };
  // `Uncaught ReferenceError: …` is what a REPL answers to the user's own line: no problem of the project's.
  if (/^(?:[A-Z]\w*)?Error(?: \[[A-Z_]+\])?: ./.test(line)) return { source: 'terminal', message: line };
  const npm = /^npm (?:error|ERR!) (?:code )?(.+)/.exec(line);
  if (npm?.[1] && /code /.test(line)) return { source: 'terminal', message: `npm: ${npm[1]}` };
  const shell = /^(?:jsh|sh|bash): (.+(?:not found|No such file or directory|syntax error).*)$/.exec(line);
  return shell?.[1] ? { source: 'terminal', message: shell[1] } : null;
}

function placeIn(text: string, root: string): { file: string; line: number } | null {
  const at = text.indexOf(`${root}/`);
  if (at !== -1) {
    const found = /^([^\s:()]+):(\d+)/.exec(text.slice(at + root.length + 1));
    if (found?.[1] && !found[1].startsWith('node_modules/')) return { file: found[1], line: Number(found[2]) };
  }
  // A page of the preview: the path after the origin is the file as it is served.
  const served = /https?:\/\/[^/\s]+\/([^\s:?()]+)(?:\?[^\s:()]*)?:(\d+)/.exec(text);
  return served?.[1] ? { file: served[1], line: Number(served[2]) } : null;
}

/** Node prints `file:line` above the message; the newest such line wins. */
function placeBefore(lines: readonly string[], root: string): { file: string; line: number } | Record<string, never> {
  for (const line of [...lines].reverse()) {
    const place = /^\s+at /.test(line) ? null : placeIn(line, root);
    if (place) return place;
  }
  return {};
}
