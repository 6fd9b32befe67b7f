import { Readable } from 'readable-stream';
import type { NodeHost } from '../../node-host.ts';
import type { ChildProcess } from '../child-process/child-process.ts';
import { decodeValue } from '../value-codec.ts';
import { createReporters, EVENT_MARK } from './reporter-choice.ts';
import { emptyCounts, type TestCounts, type TestEvent, testFailure } from './test-events.ts';
import { CHILD_MARK, type TestSettings, testSettings } from './test-settings.ts';

const testFile = /(?:^|\/)(?:[^/]*[._-]test|test-[^/]*|test)\.[cm]?[jt]s$|(?:^|\/)test\/(?:.*\/)?[^/]*\.[cm]?[jt]s$/;

interface FileSystem {
  readdirSync(path: string, options: { withFileTypes: true }): { name: string; isDirectory(): boolean }[];
  statSync(path: string, options: { throwIfNoEntry: false }): { isDirectory(): boolean } | undefined;
  globSync(pattern: string, options: { cwd: string }): string[];
}

function collect(fs: FileSystem, folder: string, relative: string, found: string[]): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
    const [path, below] = [`${folder}/${entry.name}`, relative === '' ? entry.name : `${relative}/${entry.name}`];
    if (entry.isDirectory()) collect(fs, path, below, found);
    else if (testFile.test(below) && !/\.d\.[cm]?ts$/.test(entry.name)) found.push(path);
  }
}

/** Returns the files that `node --test` runs: the given ones (files, folders, globs), or those named like tests. */
export function findTestFiles(host: NodeHost, given: readonly string[]): string[] {
  // This is the type of the built-in module's own functions.
  const fs = host.builtin('fs') as unknown as FileSystem;
  const found: string[] = [];
  if (given.length === 0) collect(fs, host.workingDirectory, '', found);
  for (const argument of given) {
    const path = host.resolvePath(argument);
    const status = fs.statSync(path, { throwIfNoEntry: false });
    if (status?.isDirectory()) collect(fs, path, 'test', found);
    else if (status !== undefined) found.push(path);
    else for (const match of fs.globSync(argument, { cwd: host.workingDirectory })) found.push(host.resolvePath(match));
  }
  return [...new Set(found)].sort();
}

/** Runs one file in its own process; its events are queued until its turn. */
class FileRun {
  readonly #events: TestEvent[] = [];
  #isFirst = false;
  topLevelTests = 0;
  hasFailed = false;

  constructor(
    private readonly file: string,
    private readonly deliver: (event: TestEvent) => void,
  ) {}

  #emit(event: TestEvent): void {
    if (this.#isFirst) this.deliver(event);
    else this.#events.push(event);
  }

  /** Delivers the queued events, and from then on each event as it arrives. */
  takeTurn(): void {
    this.#isFirst = true;
    for (const event of this.#events.splice(0)) this.deliver(event);
  }

  run(host: NodeHost, settings: TestSettings, numbered: () => number): Promise<void> {
    const { spawn } = host.builtin('child_process') as { spawn(file: string, args: string[], options: object): ChildProcess };
    const startedAt = performance.now();
    const env = { ...host.context.env, NODE_TEST_CONTEXT: CHILD_MARK };
    const child = spawn('/usr/bin/node', [...settings.passedOn, this.file], {
      env,
      cwd: host.workingDirectory,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines = { stdout: '', stderr: '' };
    const listen = (name: 'stdout' | 'stderr') => {
      child[name]?.setEncoding('utf8');
      child[name]?.on('data', (chunk: unknown) => {
        const parts = (lines[name] + String(chunk)).split('\n');
        lines[name] = parts.pop() ?? '';
        for (const line of parts) this.#line(name, `${line}\n`, numbered);
      });
    };
    listen('stdout');
    listen('stderr');
    return new Promise((resolve) => {
      child.on('close', () => {
        for (const name of ['stdout', 'stderr'] as const) if (lines[name] !== '') this.#line(name, lines[name], numbered);
        const hasCrashed = (child.exitCode !== 0 || child.signalCode !== null) && !this.hasFailed;
        if (hasCrashed || this.topLevelTests === 0) this.#reportFile(child, hasCrashed, performance.now() - startedAt, numbered());
        resolve();
      });
    });
  }

  #line(name: 'stdout' | 'stderr', text: string, numbered: () => number): void {
    if (!text.startsWith(EVENT_MARK)) {
      this.#emit({ type: `test:${name}`, data: { file: this.file, message: text } });
      return;
    }
    // Written by the engine's own reporter in the child.
    const event = decodeValue(text.slice(EVENT_MARK.length)) as TestEvent;
    if (event.type === 'test:pass' || event.type === 'test:fail') {
      if (event.data.nesting === 0) {
        this.topLevelTests += 1;
        event.data.testNumber = numbered();
      }
      if (event.type === 'test:fail' && event.data.todo === undefined) this.hasFailed = true;
    }
    this.#emit(event);
  }

  /** Reports the file itself as a test, which happens if it has no tests or crashes. */
  #reportFile(child: ChildProcess, hasCrashed: boolean, duration: number, testNumber: number): void {
    const place = { file: this.file, line: 1, column: 1 };
    const error = Object.assign(testFailure('test failed', 'testCodeFailure'), { exitCode: child.exitCode, signal: child.signalCode });
    this.#emit({ type: 'test:start', data: { name: this.file, nesting: 0, ...place } });
    this.#emit({
      type: hasCrashed ? 'test:fail' : 'test:pass',
      data: { name: this.file, nesting: 0, testNumber, details: { duration_ms: duration, ...(hasCrashed ? { error } : {}) }, ...place },
    });
  }
}

function count(counts: TestCounts, event: TestEvent): void {
  if (event.type !== 'test:pass' && event.type !== 'test:fail') return;
  const { details, skip, todo } = event.data;
  if (details.type === 'suite') {
    counts.suites += 1;
    return;
  }
  counts.tests += 1;
  const failure: unknown = typeof details.error === 'object' && details.error !== null ? Reflect.get(details.error, 'failureType') : null;
  if (skip !== undefined) counts.skipped += 1;
  else if (todo !== undefined) counts.todo += 1;
  else if (event.type === 'test:pass') counts.passed += 1;
  else if (failure === 'cancelledByParent' || failure === 'testTimeoutFailure') counts.cancelled += 1;
  else counts.failed += 1;
}

async function runAll(host: NodeHost, files: string[], settings: TestSettings, deliver: (event: TestEvent) => void): Promise<number> {
  let number = 0;
  const runs = files.map((file) => new FileRun(file, deliver));
  const limit = Math.max(1, settings.concurrency ?? Math.min(3, (host.builtin('os').availableParallelism as () => number)() - 1));
  const results: Promise<void>[] = [];
  const active = new Set<Promise<void>>();
  for (const run of runs) {
    while (active.size >= limit) await Promise.race(active);
    const result = run.run(host, settings, () => ++number);
    results.push(result);
    active.add(result);
    void result.then(() => active.delete(result));
    if (results.length === 1) run.takeTurn();
  }
  for (const [index, result] of results.entries()) {
    runs[index]?.takeTurn();
    await result;
  }
  return number;
}

/** Runs `node --test`, and returns the exit code. */
export async function runTestCommand(host: NodeHost, patterns: readonly string[]): Promise<number> {
  const settings = testSettings(host);
  const files = findTestFiles(host, patterns);
  const reporters = createReporters(host, settings);
  const counts = emptyCounts();
  const startedAt = performance.now();
  const total = await runAll(host, files, settings, (event) => {
    count(counts, event);
    reporters.write(event);
  });
  await reporters.finish(total, counts, performance.now() - startedAt);
  return counts.failed + counts.cancelled > 0 ? 1 : 0;
}

/** Implements `run({ files })`: returns a stream of events that are also emitted on it. */
export function runFiles(host: NodeHost, given: { files?: string[]; concurrency?: number | boolean; globPatterns?: string[] }): Readable {
  const stream = new Readable({ objectMode: true, read: () => {} });
  const settings = { ...testSettings(host), ...(typeof given.concurrency === 'number' ? { concurrency: given.concurrency } : {}) };
  const deliver = (event: TestEvent): void => {
    stream.push(event);
    stream.emit(event.type, event.data);
  };
  void runAll(host, findTestFiles(host, given.files ?? given.globPatterns ?? []), settings, deliver).then((total) => {
    deliver({ type: 'test:plan', data: { nesting: 0, count: total } });
    stream.push(null);
  });
  return stream;
}
