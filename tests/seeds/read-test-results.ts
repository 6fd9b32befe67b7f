import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { z } from 'zod';

/** The folder for the runners' reports of `npm test` and `npm run seeds -- --run`. Not in git. */
export const RESULTS_FOLDER = 'test-reports';

/** Files of a whole run in the same folder that are not test reports: durations, passed parts, skipped files. */
const NO_REPORTS = ['times.json', 'proven.json', 'proven-units.json', 'steady.json', 'left-out.json', 'mutation.json'];

export interface TestOutcome {
  file: string;
  /** The titles of the enclosing groups, and its own. */
  path: string[];
  state: 'passes' | 'fails' | 'not run';
}

const vitestSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() })),
    }),
  ),
});

interface PlaywrightSuite {
  /** The file's name for its own suite, the group's title for a nested one. */
  title: string;
  file: string;
  specs?: { title: string; ok: boolean; tests: { status: string }[] }[] | undefined;
  suites?: PlaywrightSuite[] | undefined;
}
const playwrightSuiteSchema: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({
    title: z.string(),
    file: z.string(),
    specs: z.array(z.object({ title: z.string(), ok: z.boolean(), tests: z.array(z.object({ status: z.string() })) })).optional(),
    suites: z.array(playwrightSuiteSchema).optional(),
  }),
);
const playwrightSchema = z.object({ config: z.object({ rootDir: z.string() }), suites: z.array(playwrightSuiteSchema) });

/**
 * Returns the latest outcome of each test in all reports. One that is older than its test's file counts as not run, unless the reports were
 * just created: an edit during a long run must not fail its last check.
 */
export function readTestResults(folder: string = RESULTS_FOLDER, areFresh = false): TestOutcome[] {
  if (!existsSync(folder)) return [];
  const reports = readdirSync(folder)
    .filter((name) => name.endsWith('.json') && !NO_REPORTS.includes(name))
    .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => a.at - b.at);
  const newest = new Map<string, TestOutcome>();
  for (const { path, at } of reports) {
    for (const outcome of outcomesOf(JSON.parse(readFileSync(path, 'utf8')))) {
      const isCurrent = areFresh || (existsSync(outcome.file) && statSync(outcome.file).mtimeMs <= at);
      newest.set([outcome.file, ...outcome.path].join('\n'), isCurrent ? outcome : { ...outcome, state: 'not run' });
    }
  }
  return [...newest.values()];
}

/** Returns the test files that the last whole run skipped because they had passed on the same sources. */
export function readLeftOut(folder: string = RESULTS_FOLDER): ReadonlySet<string> {
  const path = join(folder, 'left-out.json');
  return new Set(existsSync(path) ? z.array(z.string()).parse(JSON.parse(readFileSync(path, 'utf8'))) : []);
}

export function outcomesOf(report: unknown): TestOutcome[] {
  const vitest = vitestSchema.safeParse(report);
  if (vitest.success) {
    return vitest.data.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status }) => ({
        file: relative(resolve('.'), name),
        path: [...ancestorTitles, title],
        state: stateOfVitest(status),
      })),
    );
  }
  const { config, suites } = playwrightSchema.parse(report);
  return suites.flatMap((suite) => outcomesOfSuite(suite, relative(resolve('.'), config.rootDir), []));
}

function stateOfVitest(status: string): TestOutcome['state'] {
  if (status === 'passed') return 'passes';
  return status === 'failed' ? 'fails' : 'not run';
}

function outcomesOfSuite(suite: PlaywrightSuite, root: string, groups: readonly string[]): TestOutcome[] {
  const own = (suite.specs ?? []).map(({ title, ok, tests }): TestOutcome => {
    const isSkipped = tests.every(({ status }) => status === 'skipped');
    return { file: join(root, suite.file), path: [...groups, title], state: isSkipped ? 'not run' : ok ? 'passes' : 'fails' };
  });
  return [...own, ...(suite.suites ?? []).flatMap((inner) => outcomesOfSuite(inner, root, [...groups, inner.title]))];
}
