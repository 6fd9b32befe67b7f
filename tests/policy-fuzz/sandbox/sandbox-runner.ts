/**
 * Runs inside the sandbox: reads jobs, one JSON line each, runs each in a real shell in the throwaway folder and responds with its effects.
 * Imports only Node's own modules and adjacent files; `sandbox.ts` bundles and starts it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { folderIn, type Job, LOG_END, LOG_START, type Outcome, type SandboxSetup } from './sandbox-protocol.ts';
import { PROJECT, secretVariables, USER, WORLD } from './scene.ts';
import { SceneFolder } from './scene-folder.ts';

const MOST_OUTPUT = 400_000;

async function serve(): Promise<void> {
  let setup: SandboxSetup | null = null;
  let folder: SceneFolder | null = null;
  for await (const line of createInterface({ input: process.stdin })) {
    if (setup === null || folder === null) {
      // Written by sandbox.ts.
      setup = JSON.parse(line) as SandboxSetup;
      folder = new SceneFolder(setup.base);
      process.stdout.write('"ready"\n');
      continue;
    }
    const outcome = await run(JSON.parse(line) as Job, setup, folder);
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
  }
}

async function run(job: Job, setup: SandboxSetup, folder: SceneFolder): Promise<Outcome> {
  folder.show(job.variant);
  writeFileSync(setup.log, '');
  const ended = await runShell(job, setup);
  if (setup.isAlone) killAll();
  const { changes, opened } = folder.collect();
  return { ...ended, changes, opened, starts: readStarts(setup.log) };
}

function runShell(job: Job, { base, programs, prelude }: SandboxSetup): Promise<Pick<Outcome, 'stdout' | 'stderr' | 'exitCode'>> {
  const command = job.command.replaceAll(`${WORLD}/`, `${base}/`);
  const child = spawn('/bin/bash', ['--noprofile', '--norc', '-c', `${prelude}\n${command}`], {
    cwd: join(base, PROJECT, job.folder),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: programs,
      HOME: join(base, USER),
      LC_ALL: 'C.UTF-8',
      GIT_CONFIG_NOSYSTEM: '1',
      TERM: 'dumb',
      ...secretVariables(job.variant),
    },
  });
  return new Promise((resolve) => {
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('latin1').on('data', (chunk: string) => {
      if (stdout.length < MOST_OUTPUT) stdout += chunk;
      else killGroup(child);
    });
    child.stderr.setEncoding('latin1').on('data', (chunk: string) => {
      if (stderr.length < MOST_OUTPUT) stderr += chunk;
      else killGroup(child);
    });
    let exitCode: number | null = null;
    const finish = () => {
      clearTimeout(timer);
      resolve({ stdout, stderr, exitCode });
    };
    const timer = setTimeout(() => {
      killGroup(child);
      // A process that left the group may hold the pipes open.
      child.stdout.destroy();
      child.stderr.destroy();
    }, job.milliseconds);
    child.once('error', finish);
    child.once('exit', (code) => {
      exitCode = code;
      killGroup(child);
    });
    child.once('close', finish);
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** Kills everything: in its own process namespace there are no other processes, and the first process is never killed. */
function killAll(): void {
  try {
    process.kill(-1, 'SIGKILL');
  } catch {
    // No process was left.
  }
}

function readStarts(log: string): Outcome['starts'] {
  return readFileSync(log, 'latin1')
    .split(LOG_START)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [program = '', folder = '', ...args] = entry.split(LOG_END).slice(0, -1);
      return { program, args, folder: folderIn(folder) };
    });
}

await serve();
