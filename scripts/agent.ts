// npm run agent -- --model PROVIDER:MODEL --task "…" [folder]
// Runs one task of the agent without a window: the same app and engine, in a browser that this program starts. See docs/headless.md It is
// started by Node, not by tsx's own program, which kills a process that does not handle a signal at once and would leave its children
// running.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import type { RunEvent, RunResult } from '../app/lib/protocol/unattended/unattended.ts';
import { AGENT_USAGE, type AgentOptions, readAgentArguments, type SuiteOptions } from './agent/agent-arguments.ts';
import { type DrivenResult, drivePage } from './agent/drive-page.ts';
import { createEventOutput, type EventOutput, inWords } from './agent/event-output.ts';
import { readModels, whyNotOffered } from './agent/find-model.ts';
import { EXIT_CODES, finishedEvent } from './agent/finished-event.ts';
import { EMPTY_POLICY, type PolicyFile, readPolicyFile } from './agent/policy-file.ts';
import { ConflictError, projectChanges, writeChanges } from './agent/project-changes.ts';
import { FolderError, type ProjectSnapshot, readProjectFolder } from './agent/project-folder.ts';
import { startBrowser } from './agent/start-browser.ts';
import { unattendedJob } from './agent/unattended-job.ts';
import { unifiedPatch } from './agent/unified-patch.ts';
import { ensureBuild } from './build.mjs';
import { findPort } from './serve/find-port.mjs';
import { serveBuild } from './serve/serve-build.mjs';
import { serverVariables } from './serve/server-variables.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FIRST_PORT = 8788;
const SAME_SIGNAL_MS = 1_000;
/** `npm run` changes to the package's folder and stores the folder it was called from. */
const CALLED_FROM = process.env.INIT_CWD ?? process.cwd();

/** An error that the caller must correct. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

function say(line: string): void {
  process.stderr.write(`agent: ${line}\n`);
}

async function main(): Promise<number> {
  const read = readAgentArguments(process.argv.slice(2));
  if (read.ok === 'help') {
    process.stdout.write(`${AGENT_USAGE}\n`);
    return EXIT_CODES.completed;
  }
  if (!read.ok) throw new UsageError(`${read.problem} (--help lists the options)`);
  if (read.ok === 'suite') return await workThroughSuite(read.options);
  const options = read.options.task === '-' ? { ...read.options, task: (await text(process.stdin)).trim() } : read.options;
  if (options.task === '') throw new UsageError('The task on standard input is empty.');
  const policy = await readPolicy(options);
  const snapshot = await readProjectFolder(resolve(CALLED_FROM, options.folder), options.maxFiles);
  for (const line of snapshot.leftOut) say(`not taken along: ${line}`);
  const stop = stopOnSignals();
  const output = createEventOutput(
    options.events === undefined ? undefined : resolve(CALLED_FROM, options.events),
    options.diff,
    () => new Date(),
  );
  try {
    return await conclude(options, snapshot, await runTask({ options, policy, snapshot, output, stop }), output);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // Readers of the events always receive a final event.
    const finished = finishedEvent(brokenResult(stop.aborted ? 'stopped' : 'failed', messageOf(error)), [], false);
    output.write(finished);
    say(messageOf(error));
    return finished.exitCode;
  } finally {
    output.close();
  }
}

/** Returns the result of a run that could not begin or that lost its browser. */
function brokenResult(outcome: 'stopped' | 'failed', why: string): RunResult {
  return { outcome, why, summary: '', steps: 0, tokens: { input: 0, output: 0 }, cost: null, milliseconds: 0 };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function readPolicy(options: AgentOptions | SuiteOptions): Promise<PolicyFile> {
  const policy = await policyOf(options);
  const money = options.money ?? policy.budget.get('budget.money') ?? null;
  if (money !== null && !Object.hasOwn(policy.prices, options.model))
    throw new UsageError(
      `A budget of money needs the price of ${options.model}: [prices."${options.model}"] with input and output in the policy file.`,
    );
  return policy;
}

async function policyOf({ policy }: AgentOptions | SuiteOptions): Promise<PolicyFile> {
  if (policy === undefined) return EMPTY_POLICY;
  const file = resolve(CALLED_FROM, policy);
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The policy ${file} cannot be read (${error.code ?? error.message}).`);
  });
  const read = readPolicyFile(content);
  if (!read.ok) throw new UsageError(`The policy ${file}: ${read.problem}.`);
  return read.policy;
}

/** The first Ctrl-C stops the run, a second one exits immediately. */
function stopOnSignals(): AbortSignal {
  const controller = new AbortController();
  let stoppedAt = 0;
  const stop = () => {
    // npm forwards the terminal's signal to this program a second time.
    if (controller.signal.aborted && Date.now() - stoppedAt < SAME_SIGNAL_MS) return;
    if (controller.signal.aborted) process.exit(EXIT_CODES.stopped);
    stoppedAt = Date.now();
    say('stopping (once more ends it at once)');
    controller.abort(new Error('Stopped from outside.'));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // The reader of the events has closed its end.
  process.stdout.on('error', () => controller.abort(new Error('Nobody reads the events any more.')));
  process.stderr.on('error', () => undefined);
  return controller.signal;
}

interface AgentTask {
  options: AgentOptions;
  policy: PolicyFile;
  snapshot: ProjectSnapshot;
  output: EventOutput;
  stop: AbortSignal;
}

function runTask({ options, policy, snapshot, output, stop }: AgentTask): Promise<DrivenResult> {
  return withApp(options, stop, ({ browser, appOrigin }) =>
    drivePage({
      browser,
      appOrigin,
      job: unattendedJob(options, policy, Date.now()),
      files: snapshot.files,
      stop,
      onEvent(event) {
        output.write(event);
        sayEvent(options, event);
      },
      onLog: logOf(options),
    }),
  );
}

function sayEvent({ verbose }: { verbose: boolean }, event: RunEvent): void {
  const words = verbose ? inWords(event) : null;
  if (words !== null) say(words);
}

function logOf({ verbose }: { verbose: boolean }): (line: string) => void {
  return (line) => {
    if (verbose) say(line);
  };
}

/** Starts the app on its own port and a browser, runs `use`, and always stops both afterwards. */
async function withApp<Result>(
  options: AgentOptions | SuiteOptions,
  stop: AbortSignal,
  use: (app: { browser: Browser; appOrigin: string }) => Promise<Result>,
): Promise<Result> {
  await ensureBuild(ROOT, say);
  stop.throwIfAborted();
  const port = await findPort(options.port ?? FIRST_PORT);
  if (options.port !== undefined && port !== options.port)
    throw new UsageError(`Port ${options.port} is in use. Name another one, or none: then the first free one is taken.`);
  const server = await serveBuild({ root: ROOT, port, variables: await serverVariables(ROOT) });
  try {
    await server.ready;
    const problem = whyNotOffered(options.model, await readModels(port));
    if (problem !== null) throw new UsageError(problem);
    stop.throwIfAborted();
    const browser = await startBrowser(options.browserSandbox);
    try {
      return await use({ browser, appOrigin: `http://ide.localhost:${port}` });
    } finally {
      await browser.close();
    }
  } finally {
    server.stop();
    await server.exited;
  }
}

/** Runs the prompts of a suite and writes their results. Exits with 0 if all were run, whatever their results. */
async function workThroughSuite(options: SuiteOptions): Promise<number> {
  // Loaded only here, because only suites build projects.
  const [{ readSuite, SuiteError }, { runSuite }, { startClientServer }] = await Promise.all([
    import('./agent/suite/read-suite.ts'),
    import('./agent/suite/run-suite.ts'),
    import('../tests/conformance/harness/client-host.ts'),
  ]);
  const policy = await readPolicy(options);
  const prompts = await readSuite(options.suite, resolve(CALLED_FROM, options.folder), options.only).catch((error: unknown) => {
    throw error instanceof SuiteError ? new UsageError(error.message) : error;
  });
  const stop = stopOnSignals();
  const { NPM_REGISTRY_URL: registry } = await serverVariables(ROOT);
  const report = resolve(CALLED_FROM, options.report);
  const { results } = await withApp(options, stop, async ({ browser, appOrigin }) => {
    const client = await startClientServer({ builtEngine: join(ROOT, 'build/client'), ...(registry === undefined ? {} : { registry }) });
    try {
      return await runSuite({
        suite: options.suite,
        model: options.model,
        prompts,
        browser,
        appOrigin,
        clientOrigin: client.appOrigin,
        jobOf: (task) => unattendedJob({ ...options, task, write: false, diff: false }, policy, Date.now()),
        report,
        ...(options.projects === undefined ? {} : { projects: resolve(CALLED_FROM, options.projects) }),
        stop,
        onEvent: (event) => sayEvent(options, event),
        onLog: logOf(options),
        say,
      });
    } finally {
      await client.close();
    }
  });
  say(`${results.length} of ${prompts.length} prompts: ${report}.md`);
  return stop.aborted ? EXIT_CODES.stopped : EXIT_CODES.completed;
}

/** Applies the changes, writes the last event and returns the exit code. */
async function conclude(options: AgentOptions, snapshot: ProjectSnapshot, driven: DrivenResult, output: EventOutput): Promise<number> {
  const { files } = driven;
  // Without its files, nothing is known about the project; they must not count as deleted.
  let result =
    files === null && driven.result.outcome === 'completed'
      ? failedWith(driven.result, 'The files of the project could not be read at the end.')
      : driven.result;
  const changes = files === null ? [] : projectChanges(snapshot, files);
  let isWritten = false;
  // A user who presses Ctrl-C wants the folder unchanged.
  if (options.write && files !== null && result.outcome !== 'stopped') {
    try {
      await writeChanges(snapshot.root, changes);
      isWritten = true;
    } catch (error) {
      const why = messageOf(error);
      result = failedWith(result, error instanceof ConflictError ? why : `The changes could not be written: ${why}`);
    }
  }
  if (options.diff) {
    const patch = unifiedPatch(changes);
    process.stdout.write(patch.text);
    for (const path of patch.binary) say(`not in the patch, since it is binary: ${path}`);
  }
  const finished = finishedEvent(result, changes, isWritten);
  output.write(finished);
  if (result.why !== undefined) say(result.why);
  if (options.verbose) say(`${result.outcome}: ${result.summary}`);
  return finished.exitCode;
}

function failedWith(result: RunResult, why: string): RunResult {
  return { ...result, outcome: 'failed', why };
}

try {
  process.exitCode = await main();
} catch (error) {
  say(messageOf(error));
  process.exitCode = error instanceof UsageError || error instanceof FolderError ? EXIT_CODES.usage : EXIT_CODES.failed;
}
