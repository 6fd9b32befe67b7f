import { MODULES, moduleOf } from './suite-modules.ts';

export type Outcome =
  | { kind: 'pass' }
  /** The test found that it has nothing to test here. */
  | { kind: 'skip' }
  | { kind: 'fail'; error: string };

/** The results of a run that are stored in the repository. */
export interface Results {
  /** The version of the tests, and of the Node that determines which are applicable. */
  tests: string;
  node: string;
  modules: Record<string, ModuleResults>;
}

export interface ModuleResults {
  pass: number;
  /** The names of the failing tests. */
  fail: string[];
  /** Counts by reason. */
  notApplicable: Record<string, number>;
}

export interface Run {
  file: string;
  /** Known without running it. */
  notApplicable: string | null;
  native: Outcome | null;
  engine: Outcome | null;
}

const FAILS_NATIVELY = 'fails on native Node 22 here';
const SKIPS_NATIVELY = 'skips itself on native Node 22 here';

export function whyNotApplicable({ notApplicable, native }: Pick<Run, 'notApplicable' | 'native'>): string | null {
  if (notApplicable !== null) return notApplicable;
  if (native?.kind === 'fail') return FAILS_NATIVELY;
  if (native?.kind === 'skip') return SKIPS_NATIVELY;
  return null;
}

/** A test that skips itself on the engine, but not on native Node, has shown nothing: it counts as failed. */
export function outcomeOf(exitCode: number, output: string): Outcome {
  if (/^1\.\.0 # Skipped/m.test(output)) return { kind: 'skip' };
  return exitCode === 0 ? { kind: 'pass' } : { kind: 'fail', error: firstErrorLine(output) || `exit code ${exitCode}` };
}

/** Returns the most informative line of a failure and, for an assertion without its own message, the compared values. */
export function firstErrorLine(output: string): string {
  const lines = output.split('\n').map((line) => line.trimEnd());
  const at = lines.findIndex((line) => /^(Uncaught )?[\w.]*(Error|Exception)\b|^Mismatched |^not ok /.test(line));
  if (at === -1) return lines.find((line) => line !== '') ?? '';
  const said = lines.slice(at).filter((line) => line !== '');
  const length = /:$/.test(said[0] ?? '') ? 5 : 1;
  return said.slice(0, length).join(' ⏎ ').slice(0, 400);
}

export function countModules(runs: readonly Run[]): Record<string, ModuleResults> {
  const modules: Record<string, ModuleResults> = {};
  for (const run of runs) {
    const name = moduleOf(run.file);
    if (name === null) continue;
    modules[name] ??= { pass: 0, fail: [], notApplicable: {} };
    const counted = modules[name];
    const reason = whyNotApplicable(run);
    if (reason !== null) counted.notApplicable[reason] = (counted.notApplicable[reason] ?? 0) + 1;
    else if (run.engine?.kind === 'pass') counted.pass += 1;
    else if (run.engine !== null) counted.fail.push(run.file);
  }
  for (const { fail } of Object.values(modules)) fail.sort();
  return modules;
}

/** Returns a percentage; a module without an applicable test has 100. */
export function rate({ pass, fail }: Pick<ModuleResults, 'pass' | 'fail'>): number {
  const applicable = pass + fail.length;
  return applicable === 0 ? 100 : (100 * pass) / applicable;
}

export function scoreboardTable(results: Results, goals: { module: number; overall: number }): string {
  const rows = MODULES.flatMap(({ name }) => {
    const counted = results.modules[name];
    if (counted === undefined) return [];
    return [`| ${name} | ${counted.pass} | ${counted.fail.length} | ${rounded(rate(counted))} | ${goals.module} % | ${reasons(counted)} |`];
  });
  const all = Object.values(results.modules);
  const together = { pass: all.reduce((sum, { pass }) => sum + pass, 0), fail: all.flatMap(({ fail }) => fail) };
  return [
    `Tests of Node ${results.tests}; applicable is what passes on native Node ${results.node}.`,
    '',
    '| module | pass | fail | | goal | not applicable |',
    '|---|---|---|---|---|---|',
    ...rows,
    `| together | ${together.pass} | ${together.fail.length} | ${rounded(rate(together))} | ${goals.overall} % | |`,
  ].join('\n');
}

function rounded(percent: number): string {
  return `${(Math.floor(percent * 10) / 10).toFixed(1)} %`;
}

function reasons({ notApplicable }: ModuleResults): string {
  return Object.entries(notApplicable)
    .sort(([, first], [, second]) => second - first)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(', ');
}
