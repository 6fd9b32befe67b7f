import type { SeedTest } from './find-seed-tests.ts';
import type { TestOutcome } from './read-test-results.ts';
import type { Exceptions, RequirementGroup } from './seed-requirements.ts';

export interface SeedPage {
  groups: readonly RequirementGroup[];
  exceptions: Exceptions;
  tests: readonly SeedTest[];
  outcomes: readonly TestOutcome[];
}

type RunState = TestOutcome['state'];

const INTRODUCTION = `# The seeds, line by line

Made by \`npm run seeds\` from the tests: do not edit. Each line is a requirement of one of the five documents the product comes from,
or a lesson from the field; beside it stand the tests that name its id and how they ended when they ran last
(\`npm test\` keeps its reports, \`npm run seeds -- --run\` runs what names an id). A line without a test says why.
`;

/** The page as Markdown. */
export function renderSeeds(page: SeedPage): string {
  const exceptions = new Map(Object.entries(page.exceptions));
  const states: string[] = [];
  const tables = page.groups.map((group) => {
    const rows = Object.entries(group.lines).map(([id, text]) => {
      const tests = page.tests.filter((test) => test.ids.includes(id));
      const state = stateOfLine(tests, page.outcomes, exceptions.get(id));
      states.push(state.replace(/[:,].*/, ''));
      return `| ${id} | ${cell(text)} | ${cell(state)} | ${tests.map((test) => cell(testLink(test))).join('<br>')} |`;
    });
    return `## ${group.name}\n\n| id | requirement | state | tests |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `${INTRODUCTION}\n${summary(states)}\n\n${tables.join('\n')}`;
}

/** The page without what a run changes: the states of lines that have tests, and their count. */
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

/** A line holds when each of its tests passed; what was not run proves nothing. */
function stateOfLine(tests: readonly SeedTest[], outcomes: readonly TestOutcome[], exception: Exceptions[string] | undefined): string {
  if (tests.length === 0)
    return exception === undefined || exception.state === 'in part' ? 'no test' : `${exception.state}: ${exception.reason}`;
  const states = tests.map((test) => stateOfTest(test, outcomes));
  const state = states.includes('fails') ? 'fails' : states.includes('not run') ? 'not run' : 'passes';
  return exception === undefined ? state : `${state}, in part: ${exception.reason}`;
}

function stateOfTest(test: SeedTest, outcomes: readonly TestOutcome[]): RunState {
  const states = outcomes.filter(({ file, title }) => file === test.file && test.isReportedAs(title)).map(({ state }) => state);
  if (states.includes('fails')) return 'fails';
  return states.includes('passes') ? 'passes' : 'not run';
}

function testLink(test: SeedTest): string {
  const name = test.file.slice(test.file.lastIndexOf('/') + 1).replace(/\.(?:test|spec)\.tsx?$/, '');
  return `[${name}](../${test.file}): ${test.title}`;
}

/** Text that cannot break out of a table's cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}
