import type { DeclaredTest } from './find-tests.ts';
import type { TestOutcome } from './read-test-results.ts';
import type { Requirement, RequirementGroup } from './requirements.ts';
import { isReportedAs, resolveTests } from './resolve-tests.ts';

export interface SeedPage {
  groups: readonly RequirementGroup[];
  tests: readonly DeclaredTest[];
  outcomes: readonly TestOutcome[];
  /** States of an earlier page, for lines whose tests were not run. */
  earlier?: ReadonlyMap<string, RunState>;
  /** Files whose tests passed on the same sources in an earlier run: although not run, they count as passing. */
  proven?: ReadonlySet<string>;
}

export type RunState = TestOutcome['state'];

const INTRODUCTION = `# The seeds, line by line

Made by \`npm run seeds\` from the registry \`tests/seeds/requirements.json\` and the reports of the last runs: do not edit. Each line is
a requirement of one of the five documents the product comes from, or a lesson from the field, with the tests that prove it and how
they ended (\`npm test\` keeps its reports and compares them with this page, \`npm run seeds -- --run\` runs only these tests). A line without a test says why.
`;

/** Renders the page as Markdown. */
export function renderSeeds(page: SeedPage): string {
  const resolved = resolveTests(page.groups, page.tests);
  const states: string[] = [];
  const tables = page.groups.map((group) => {
    const rows = Object.entries(group.lines).map(([id, line]) => {
      const tests = resolved.get(id)?.tests ?? [];
      const state = stateOfLine(line, runStateOf(tests, page, page.earlier?.get(id)));
      states.push(state.replace(/[:,].*/, ''));
      return `| ${id} | ${cell(line.requirement)} | ${cell(state)} | ${tests.map((test) => cell(testLink(test))).join('<br>')} |`;
    });
    return `## ${group.name}\n\n| id | requirement | state | tests |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `${INTRODUCTION}\n${summary(states)}\n\n${tables.join('\n')}`;
}

/** Returns the states of a page's lines that have tests, by ID. */
export function statesOf(markdown: string): Map<string, RunState> {
  return new Map(
    [...markdown.matchAll(/^\| (\S+) \| (?:\\\||[^|])* \| (passes|fails|not run)(?=,| \|)/gm)].map(([, id = '', state]) => [
      id,
      state === 'passes' || state === 'fails' ? state : 'not run',
    ]),
  );
}

/** Removes the parts of the page that a run changes: the states of lines that have tests, and their count. */
export function withoutStates(markdown: string): string {
  return markdown.replace(/\| (?:passes|fails|not run)(?=,| \|)/g, '|').replace(/^\*\*\d+ lines.*$/m, '');
}

function summary(states: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  const order = ['passes', 'fails', 'not run', 'no test', 'elsewhere', 'left out'];
  const said = order.flatMap((state) => (counts.has(state) ? [`${counts.get(state)} ${state}`] : []));
  return `**${states.length} lines: ${said.join(', ')}.**`;
}

function stateOfLine({ exception }: Requirement, runState: RunState | null): string {
  if (runState === null)
    return exception === undefined || exception.state === 'in part' ? 'no test' : `${exception.state}: ${exception.reason}`;
  return exception === undefined ? runState : `${runState}, in part: ${exception.reason}`;
}

/** A line holds when each of its tests passed; a test that was never run proves nothing. Returns null when there is no test. */
function runStateOf(tests: readonly DeclaredTest[], page: SeedPage, earlier: RunState | undefined): RunState | null {
  if (tests.length === 0) return null;
  const states = tests.map((test) => stateOfTest(test, page));
  if (states.includes('fails')) return 'fails';
  return states.includes('not run') ? (earlier ?? 'not run') : 'passes';
}

function stateOfTest(test: DeclaredTest, { outcomes, proven }: SeedPage): RunState {
  const states = outcomes.filter(({ file, path }) => file === test.file && isReportedAs(test, path)).map(({ state }) => state);
  if (states.includes('fails')) return 'fails';
  return states.includes('passes') || proven?.has(test.file) === true ? 'passes' : 'not run';
}

function testLink({ file, path }: DeclaredTest): string {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.(?:test|spec)\.tsx?$/, '');
  return `[${name}](../${file}): ${path.at(-1)}`;
}

/** Escapes text so that it cannot break out of a table cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}
