import type { RunOutcome } from '../../../app/lib/protocol/unattended/unattended.ts';
import type { BuiltProject } from './build-project.ts';
import type { CheckedItem } from './check-project.ts';
import type { SuitePrompt } from './suite-prompt.ts';

/** The result of one prompt. */
export interface PromptReport {
  id: string;
  outcome: RunOutcome;
  /** Why it ended, unless it was completed. */
  why?: string;
  steps: number;
  tokens: { input: number; output: number };
  /** US dollars; null if a price is unknown. */
  cost: number | null;
  seconds: number;
  calls: { made: number; failed: number; denied: number };
  files: number;
  /** `not-run`: there was nothing to build. */
  build: BuiltProject['result'] | 'not-run';
  buildProblem?: string;
  checks: readonly CheckedItem[];
  /** In the suite's own words, for a judge. */
  toJudge: SuitePrompt['toJudge'];
}

export interface SuiteReport {
  version: 1;
  suite: string;
  model: string;
  /** The number of prompts in this run, including those not run yet. */
  prompts: number;
  results: readonly PromptReport[];
}

/** The share of checks that passed, with required checks counted twice; null if none was run. */
export function scoreOf(checks: readonly CheckedItem[]): number | null {
  const weight = ({ isRequired }: CheckedItem) => (isRequired ? 1 : 0.5);
  const total = (items: readonly CheckedItem[]) => items.reduce((sum, item) => sum + weight(item), 0);
  const run = checks.filter(({ result }) => result !== 'not-run');
  return run.length === 0 ? null : total(run.filter(({ result }) => result === 'passed')) / total(run);
}

/** Formats the report for readers; the JSON file next to it is complete. */
export function reportInMarkdown({ suite, model, prompts, results }: SuiteReport): string {
  const completed = results.filter(({ outcome }) => outcome === 'completed').length;
  const built = results.filter(({ build }) => build === 'built').length;
  const score = scoreOf(results.flatMap(({ checks }) => checks));
  const head = [
    `# ${suite} by ${model}`,
    '',
    `${results.length} of ${prompts} prompts: ${completed} completed, ${built} built${score === null ? '' : `, checks ${percent(score)}`}.`,
    '',
    '| prompt | outcome | builds | checks | steps | tokens in | tokens out | cost | time | calls (failed, denied) | files |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
  ];
  return `${[...head, ...results.map(row), ...results.flatMap(details)].join('\n')}\n`;
}

function row({ id, outcome, build, checks, steps, tokens, cost, seconds, calls, files }: PromptReport): string {
  const score = scoreOf(checks);
  const cells = [
    cell(id),
    outcome,
    build,
    score === null ? '–' : percent(score),
    steps,
    tokens.input,
    tokens.output,
    cost === null ? '–' : `$${cost.toFixed(2)}`,
    `${Math.round(seconds)} s`,
    `${calls.made} (${calls.failed}, ${calls.denied})`,
    files,
  ];
  return `| ${cells.join(' | ')} |`;
}

function details({ id, why, buildProblem, checks, toJudge }: PromptReport): string[] {
  const lines = [
    ...(why === undefined ? [] : [`- ended: ${oneLine(why)}`]),
    ...(buildProblem === undefined ? [] : [`- build: ${oneLine(buildProblem)}`]),
    ...checks.map((check) => `- ${check.result}: ${oneLine(check.id)}${check.result === 'passed' ? '' : ` (${oneLine(check.why)})`}`),
    ...toJudge.map(({ task, expected }) => `- to judge: ${oneLine(task)} → ${oneLine(expected)}`),
  ];
  return lines.length === 0 ? [] : ['', `## ${oneLine(id)}`, '', ...lines];
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function cell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|');
}
