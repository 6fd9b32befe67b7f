import { firstFailed, type Outcome, outcomeOf } from './classify.ts';
import type { ProjectResult, Results } from './results.ts';
import type { StepResult } from './stranger.ts';

const COUNTED: readonly Outcome[] = ['as native', 'in words', 'fails otherwise', 'fails natively', 'not run'];

/** Renders the table of docs/engine.md, ordered by name. */
export function strangersTable(names: readonly string[], results: Results): string {
  const rows = names.map((name) => row(name, results[name]));
  const notRun = names.filter((_, index) => rows[index]?.outcome === 'not run');
  const counts = COUNTED.map((outcome) => [outcome, rows.filter((each) => each.outcome === outcome).length] as const);
  const summary = counts
    .filter(([outcome, count]) => count > 0 || outcome === 'fails otherwise')
    .map(([outcome, count]) => `${outcome} ${count}`);
  return [
    `${names.length} projects: ${summary.join(', ')}.`,
    '',
    '| project | versions | native Node does | the engine | |',
    '|---|---|---|---|---|',
    ...rows.filter(({ outcome }) => outcome !== 'not run').map(({ line }) => line),
    ...(notRun.length === 0 ? [] : ['', `Not run yet: ${notRun.join(', ')}.`]),
  ].join('\n');
}

function row(name: string, result: ProjectResult | undefined): { outcome: Outcome; line: string } {
  const native = result?.native?.steps;
  const engine = result?.engine?.steps;
  const outcome = outcomeOf(native, engine);
  const failed = native !== undefined && engine !== undefined ? firstFailed(native, engine) : null;
  const detail = failed === null ? '' : `${failed.step}: ${cell(failed.said ?? '')}`;
  const shown = outcome === 'as native' ? outcome : `**${outcome}**`;
  const versions = (result?.versions ?? []).join(', ');
  return { outcome, line: `| ${name} | ${versions} | ${native === undefined ? '' : stepsDone(native)} | ${shown} | ${detail} |` };
}

function stepsDone(steps: readonly StepResult[]): string {
  return steps.map(({ step, status }) => (status === 'ok' ? step : `~~${step}~~`)).join(', ');
}

/** Returns the first relevant line, escaped for a table cell and Markdown. */
function cell(text: string): string {
  const lines = text.split('\n');
  const line = lines.find((each) => /error|cannot|not supported/i.test(each)) ?? lines.at(-1) ?? '';
  const short = line.length > 160 ? `${line.slice(0, 160)} …` : line;
  return short.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('`', "'");
}
