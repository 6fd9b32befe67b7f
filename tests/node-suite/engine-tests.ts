import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Packed, packMessage } from '../../packages/engine-protocol/src/message-pack.ts';
import { startClientHost } from '../conformance/harness/client-host.ts';
import type { PageGlobals } from '../conformance/harness/client-page.ts';
import type { Test } from './native-tests.ts';
import { type Outcome, outcomeOf } from './scoreboard.ts';

export interface EngineRunOptions {
  folder: string;
  lanes: number;
  seconds: number;
  /** Receives the whole output of each test. */
  outputs: string;
}

interface Job {
  file: string;
  flags: string[];
  env: Record<string, string>;
}

interface Report {
  file: string;
  exitCode: number | null;
  output: string;
}

/** A page's sandbox is abandoned when none of its tests has ended for this long. */
const SILENCE_SECONDS = 60;
const PER_BOOT = 250;

/** Runs each test on the engine and returns its outcome: each is a process, several run at once, hundreds in one boot. */
export async function runOnEngine(tests: readonly Test[], options: EngineRunOptions): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  if (tests.length === 0) return outcomes;
  mkdirSync(options.outputs, { recursive: true });
  const payload = packMessage({ d: { test: readFolder(join(options.folder, 'test')) } });
  const host = await startClientHost({ host: 'engine', payload });
  const finish = (file: string, outcome: Outcome, output: string) => {
    outcomes.set(file, outcome);
    writeFileSync(join(options.outputs, `${file}.txt`), output);
    if (outcomes.size % 25 === 0) console.error(`engine: ${outcomes.size} of ${tests.length}`);
  };
  const report = ({ file, exitCode, output }: Report) => {
    const outcome: Outcome = exitCode === null ? { kind: 'fail', error: `no end after ${options.seconds} s` } : outcomeOf(exitCode, output);
    finish(file, outcome, output);
  };
  try {
    while (outcomes.size < tests.length) {
      const page = await host.openPage();
      const jobs = tests.filter(({ file }) => !outcomes.has(file)).slice(0, PER_BOOT);
      const begun = new Set<string>();
      const failure = await runBatch(page, jobs, { ...options, report, begin: (file) => begun.add(file) });
      await page.context().close();
      if (failure === null) continue;
      const underWay = [...begun].filter((file) => !outcomes.has(file));
      if (underWay.length === 0) throw new Error(failure);
      for (const file of underWay) finish(file, { kind: 'fail', error: `the engine ended: ${failure}` }, failure);
    }
  } finally {
    await host.close();
  }
  return outcomes;
}

interface Batch extends EngineRunOptions {
  report(report: Report): void;
  begin(file: string): void;
}

/** Returns null when all of them have ended, otherwise the reason why not. */
async function runBatch(page: Page, tests: readonly Test[], { lanes, seconds, report, begin }: Batch): Promise<string | null> {
  let silence: NodeJS.Timeout | undefined;
  let giveUp: (reason: string) => void = () => {};
  const isSilent = new Promise<string>((resolve) => {
    giveUp = resolve;
  });
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => giveUp(`silent for ${SILENCE_SECONDS} s`), SILENCE_SECONDS * 1000);
  };
  page.on('crash', () => giveUp('the page crashed'));
  await page.exposeFunction('testBegins', begin);
  await page.exposeFunction('testEnds', (ended: Report) => {
    heard();
    report(ended);
  });
  heard();
  const jobs: Job[] = tests.map(({ file, flags, env }) => ({ file, flags, env }));
  const failure = await Promise.race([
    page.evaluate(runJobs, { jobs, lanes, milliseconds: seconds * 1000 }).then(
      () => null,
      (error: Error) => error.message,
    ),
    isSilent,
  ]);
  clearTimeout(silence);
  return failure;
}

/** Runs in the page, without access to this file. */
async function runJobs({ jobs, lanes, milliseconds }: { jobs: Job[]; lanes: number; milliseconds: number }): Promise<void> {
  // The page is another program: its globals have no types here.
  const { booted, testBegins, testEnds } = globalThis as unknown as PageGlobals & {
    testBegins(file: string): Promise<void>;
    testEnds(report: Report): Promise<void>;
  };
  const container = await booted();
  await container.mount(await (await fetch('/payload')).arrayBuffer());
  const after = (time: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), time));
  const runOne = async (job: Job, lane: number) => {
    await testBegins(job.file);
    const env = { ...job.env, TEST_THREAD_ID: `${lane}`, TEST_SERIAL_ID: `${lane}` };
    const child = await container.spawn('node', [...job.flags, `test/parallel/${job.file}`], { env });
    let output = '';
    const shown = child.output.pipeTo(
      new WritableStream({
        write(text) {
          if (output.length < 100_000) output += text;
        },
      }),
    );
    const exitCode = await Promise.race([child.exit, after(milliseconds)]);
    if (exitCode === null) child.kill();
    // Processes that a test leaves behind may hold its output open.
    await Promise.race([Promise.all([shown, child.exit]), after(3000)]);
    await testEnds({ file: job.file, exitCode, output });
  };
  const lane = async (number: number) => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await runOne(job, number);
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number + 1)));
}

function readFolder(folder: string): Packed {
  const result: { [name: string]: Packed } = Object.create(null);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith('.tmp')) result[entry.name] = readFolder(path);
    else if (entry.isFile()) result[entry.name] = { f: { c: new Uint8Array(readFileSync(path)) } };
  }
  return { d: result };
}
