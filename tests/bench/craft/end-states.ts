import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type FolderFiles, installDependencies, textOf, writeFolder } from './prepare-folder.ts';
import type { TrajectoryId } from './trajectory.ts';

const run = promisify(execFile);
const LONGEST_CHECK_MS = 10 * 60 * 1000;

/** Null if the task's end state is reached; otherwise a description of what is missing. */
export type EndProblem = string | null;

/**
 * Checks whether the folder of a finished run has the task's end state, with native Node next to the app: no claim of the run counts. T1: the
 * site builds. T2: all tests pass, and no test was changed. T3: the type check passes and a string has the format. T4: the page builds and
 * the click finds its list.
 */
export async function endProblem(id: TrajectoryId, before: FolderFiles, after: FolderFiles): Promise<EndProblem> {
  const root = await mkdtemp(join(tmpdir(), `devonz-craft-${id}-`));
  try {
    await writeFolder(root, after);
    if (!after.has('package.json')) return 'there is no package.json';
    await installDependencies(root, createHash('sha256').update(dependencyText(after)).digest('hex').slice(0, 16));
    return await CHECKS[id]({ root, before, after });
  } catch (error) {
    return firstLine(error);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

interface Ended {
  root: string;
  before: FolderFiles;
  after: FolderFiles;
}

const CHECKS: Readonly<Record<TrajectoryId, (ended: Ended) => Promise<EndProblem>>> = {
  async T1({ root, after }) {
    await npm(root, ['run', 'build']);
    const missing = ['src/pages/Plans.tsx', 'src/pages/Support.tsx', 'src/pages/Account.tsx'].filter((path) => !after.has(path));
    return missing.length === 0 ? null : `there is no ${missing.join(', ')}`;
  },
  async T2({ root, before, after }) {
    const changed = [...before.keys()].filter((path) => path.startsWith('test/') && textOf(before, path) !== textOf(after, path));
    if (changed.length > 0) return `tests were changed: ${changed.join(', ')}`;
    const output = await npm(root, ['test']);
    return /# pass\s+1699\b/.test(output) ? null : 'not all 1,699 tests pass';
  },
  async T3({ root, after }) {
    if (!/\biban\(params/.test(textOf(after, 'src/v4/classic/schemas.ts'))) return 'z.string() has no iban()';
    await npm(root, ['run', 'typecheck']);
    return null;
  },
  async T4({ root, after }) {
    if (!textOf(after, 'src/main.ts').includes("'#history-list'")) return 'the click still fails: the list is not found';
    await npm(root, ['run', 'build']);
    return null;
  },
};

async function npm(root: string, words: readonly string[]): Promise<string> {
  const { stdout } = await run('npm', [...words], { cwd: root, maxBuffer: 1 << 26, timeout: LONGEST_CHECK_MS });
  return stdout;
}

function dependencyText(files: FolderFiles): string {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(textOf(files, 'package.json'));
  return JSON.stringify([dependencies, devDependencies]);
}

function firstLine(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'stdout' in error && typeof error.stdout === 'string') {
    const lines = error.stdout.split('\n').filter((line) => /error|fail/i.test(line));
    if (lines[0] !== undefined) return lines[0].slice(0, 200);
  }
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.message) : String(error);
}
