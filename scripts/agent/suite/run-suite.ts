import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import type { RunEvent, UnattendedJob } from '../../../app/lib/protocol/unattended/unattended.ts';
import { type DrivenResult, drivePage } from '../drive-page.ts';
import { projectChanges, writeChanges } from '../project-changes.ts';
import { type BuiltProject, buildProject } from './build-project.ts';
import { checkProject } from './check-project.ts';
import type { SuitePrompt } from './suite-prompt.ts';
import { type PromptReport, reportInMarkdown, type SuiteReport } from './suite-report.ts';

export interface SuiteRun {
  suite: string;
  model: string;
  prompts: readonly SuitePrompt[];
  browser: Browser;
  appOrigin: string;
  /** The client origin of `startClientServer`, where projects are built. */
  clientOrigin: string;
  jobOf(task: string): UnattendedJob;
  /** Without an extension: `.md` and `.json` are written. */
  report: string;
  /** Each project is written into a subfolder named after its prompt. */
  projects?: string;
  stop: AbortSignal;
  onEvent(event: RunEvent): void;
  onLog(line: string): void;
  say(line: string): void;
}

/** Runs one prompt at a time, each in an empty folder, and writes the report after each. Resolves with the report. */
export async function runSuite(run: SuiteRun): Promise<SuiteReport> {
  const results: PromptReport[] = [];
  const report = (): SuiteReport => ({ version: 1, suite: run.suite, model: run.model, prompts: run.prompts.length, results });
  for (const [index, prompt] of run.prompts.entries()) {
    if (run.stop.aborted) break;
    run.say(`${prompt.id}, ${index + 1} of ${run.prompts.length}`);
    const result = await runPrompt(prompt, run);
    results.push(result);
    run.say(`${prompt.id}: ${result.outcome}, ${result.build}`);
    await writeFile(`${run.report}.json`, `${JSON.stringify(report(), null, 2)}\n`);
    await writeFile(`${run.report}.md`, reportInMarkdown(report()));
  }
  return report();
}

async function runPrompt(prompt: SuitePrompt, run: SuiteRun): Promise<PromptReport> {
  const calls = { made: 0, failed: 0, denied: 0 };
  const { result, files } = await drive(prompt, run, (event) => {
    if (event.type === 'tool-call-requested') calls.made += 1;
    else if (event.type === 'tool-call-denied') calls.denied += 1;
    else if (event.type === 'tool-call-result' && event.status !== 'success') calls.failed += 1;
    run.onEvent(event);
  });
  if (files !== null && run.projects !== undefined) await keepProject(join(run.projects, folderNameOf(prompt.id)), files);
  // After Ctrl-C, no build is started.
  const built = files === null || run.stop.aborted ? null : await buildProject(files, run);
  const checks = await checkProject(prompt.checks, { files: files ?? new Map(), built: built ?? NOTHING_BUILT, browser: run.browser });
  const { outcome, why, steps, tokens, cost, milliseconds } = result;
  return {
    id: prompt.id,
    outcome,
    ...(why === undefined ? {} : { why }),
    steps,
    tokens,
    cost,
    seconds: milliseconds / 1000,
    calls,
    files: files?.size ?? 0,
    build: built?.result ?? 'not-run',
    ...(built === null || built.why === '' ? {} : { buildProblem: built.why }),
    checks,
    toJudge: prompt.toJudge,
  };
}

const NOTHING_BUILT: BuiltProject = { result: 'no-script', why: '', site: null };

/** A run that loses its page counts as failed; the others continue. */
async function drive({ prompt }: SuitePrompt, run: SuiteRun, onEvent: (event: RunEvent) => void): Promise<DrivenResult> {
  const { browser, appOrigin, stop, onLog } = run;
  try {
    return await drivePage({ browser, appOrigin, job: run.jobOf(prompt), files: new Map(), stop, onEvent, onLog });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const result = { outcome: 'failed' as const, why, summary: '', steps: 0, tokens: { input: 0, output: 0 }, cost: null, milliseconds: 0 };
    return { result, files: null };
  }
}

async function keepProject(root: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  await mkdir(root, { recursive: true });
  await writeChanges(root, projectChanges({ root, files: new Map(), leftOut: [] }, files));
}

/** Makes an id from the suite's file safe as the name of a folder. */
function folderNameOf(id: string): string {
  return id.replaceAll(/[^\w.-]+/g, '-').replace(/^\.+/, '-');
}
