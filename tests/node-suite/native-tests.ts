import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestNeeds } from './read-test.ts';
import { type Outcome, outcomeOf } from './scoreboard.ts';

export interface Test extends TestNeeds {
  file: string;
  source: string;
}

const SECONDS = 30;
const LANES = 2;
const SAVE_EVERY = 50;

/** Installs Node 22 from the registry and returns its path. */
export function installNode(cache: string): string {
  const folder = join(cache, 'node-22');
  const program = join(folder, 'node_modules/node/bin/node');
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
    execFileSync('npm', ['install', '--no-audit', '--no-fund', 'node@22'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return program;
}

/** Returns how each test ends on native Node, by name; earlier results are read from the cache. */
export async function runNatively(
  tests: readonly Test[],
  { node, folder, cache, version }: { node: string; folder: string; cache: string; version: string },
): Promise<Map<string, Outcome>> {
  const kept = join(cache, `native-${version}.json`);
  const known: Record<string, Outcome> = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
  const keyOf = (test: Test) => `${test.file} ${createHash('sha256').update(test.source).digest('hex').slice(0, 16)}`;
  const waiting = tests.filter((test) => known[keyOf(test)] === undefined);
  const save = () => writeFileSync(kept, JSON.stringify(known, null, 1));
  let done = 0;
  const lane = async (number: number) => {
    for (let test = waiting.shift(); test !== undefined; test = waiting.shift()) {
      let outcome = await runOne(test, { node, folder, lane: number });
      // A test that a loaded machine slowed down does not count as failing on Node.
      if (outcome.kind === 'fail') outcome = await runOne(test, { node, folder, lane: number });
      known[keyOf(test)] = outcome;
      done += 1;
      if (done % SAVE_EVERY === 0) {
        save();
        console.error(`native: ${done} run, ${waiting.length} wait`);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number + 1)));
  if (done > 0) save();
  return new Map(tests.flatMap((test) => (known[keyOf(test)] === undefined ? [] : [[test.file, known[keyOf(test)] as Outcome]])));
}

function runOne(test: Test, { node, folder, lane }: { node: string; folder: string; lane: number }): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(node, [...test.flags, join(folder, 'test/parallel', test.file)], {
      cwd: folder,
      env: { ...process.env, ...test.env, TEST_THREAD_ID: `${lane}`, TEST_SERIAL_ID: `${lane}` },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    let isLate = false;
    const endGroup = () => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        // All of it has ended.
      }
    };
    const timer = setTimeout(() => {
      isLate = true;
      endGroup();
    }, SECONDS * 1000);
    child.on('error', (error) => resolve({ kind: 'fail', error: error.message }));
    child.on('exit', (code) => {
      clearTimeout(timer);
      setTimeout(() => {
        endGroup();
        resolve(isLate ? { kind: 'fail', error: `no end after ${SECONDS} s` } : outcomeOf(code ?? 1, output));
      }, 10);
    });
  });
}
