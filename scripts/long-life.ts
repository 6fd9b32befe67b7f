/**
 * `npm run long-life [-- --rounds N --updates N --installs N --processes N] [--long]`: runs a development server with hot updates, package
 * installs and removals, and short processes in one container, round after round. Prints the engine's memory and handles after each round,
 * and finally one JSON object with the growth since the first. Exits with 1 if it grew by more than a tenth, a process was left over or
 * something never ended. `--long` simulates a day of work: 2,000 updates, 200 installs and removals, 10,000 processes in 20 rounds.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Frame, Page } from '@playwright/test';
import { startBenchContext } from '../tests/bench/engine/bench-context.ts';
import { showInFrame, startEngineDev, waitForHeading } from '../tests/bench/engine/dev-servers.ts';
import { measureMemory, sandboxFrame } from '../tests/bench/engine/measure-memory.ts';
import { openReactProject, writeFiles } from '../tests/bench/engine/open-react-project.ts';
import { serverVariables } from './serve/server-variables.mjs';

const MAX_GROWTH = 0.1;
/** Anything that takes longer counts as never ending. */
const PATIENCE_MILLISECONDS = 120_000;
/**
 * chokidar, which Vite uses to watch, reports no second change of a file within 50 ms, on native Node either; an update is detected sooner
 * here.
 */
const BETWEEN_UPDATES_MILLISECONDS = 60;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    updates: { type: 'string' },
    installs: { type: 'string' },
    processes: { type: 'string' },
    long: { type: 'boolean', default: false },
  },
});
const plan = {
  rounds: Number(values.rounds ?? (values.long ? 20 : 4)),
  updates: Number(values.updates ?? (values.long ? 100 : 10)),
  installs: Number(values.installs ?? (values.long ? 10 : 1)),
  processes: Number(values.processes ?? (values.long ? 500 : 25)),
};

interface Held {
  kernelMB: number;
  programsMB: number;
  totalMB: number;
  processes: number;
  /** The lowest file descriptor that a new process gets: inherited ones increase it if the parent shell leaks some. */
  descriptor: number;
}

async function inTime<Value>(what: string, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come back.`)), PATIENCE_MILLISECONDS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function shell(page: Page, script: string): Promise<string> {
  const ran = await inTime(
    script,
    page.evaluate((text) => runToEnd('jsh', ['-c', text]), script),
  );
  if (ran.exitCode !== 0) throw new Error(`${script} ended with ${ran.exitCode}:\n${ran.output.slice(-1000)}`);
  return ran.output.trim();
}

async function held(page: Page): Promise<Held> {
  const { total, parts } = await measureMemory(sandboxFrame(page));
  const of = (name: string) => parts.reduce((sum, [part, megabytes]) => sum + (part === name ? megabytes : 0), 0);
  const processes = Number(await shell(page, 'ps -A -o pid= | wc -l'));
  const descriptor = Number(await shell(page, `node -p "require('fs').openSync('/dev/null')"`));
  return { kernelMB: of('KernelWorker'), programsMB: of('ProcessWorker'), totalMB: total, processes, descriptor };
}

async function update(page: Page, frame: Frame, source: string, title: string): Promise<void> {
  await writeFiles(page, [['src/App.tsx', source.replace('Hello from Vite', title)]]);
  await frame.getByRole('heading', { name: title, exact: true }).waitFor({ timeout: PATIENCE_MILLISECONDS });
  await new Promise((resolve) => setTimeout(resolve, BETWEEN_UPDATES_MILLISECONDS));
}

async function live(page: Page): Promise<boolean> {
  const server = await startEngineDev(page);
  const frame = await showInFrame(page, server.address);
  await waitForHeading(frame);
  const source = await page.evaluate(async () => (await booted()).fs.readFile('src/App.tsx', 'utf-8'));
  let first: Held | null = null;
  let last: Held | null = null;
  for (let round = 0; round <= plan.rounds; round += 1) {
    const startedAt = performance.now();
    for (let count = 0; count < plan.updates; count += 1) await update(page, frame, source, `Round ${round} change ${count}`);
    for (let count = 0; count < plan.installs; count += 1)
      await shell(page, 'npm install --no-audit --no-fund is-number && npm uninstall --no-audit --no-fund is-number');
    await shell(page, `for ((i = 0; i < ${plan.processes}; i++)); do node -e 0; timeout 5 sh -c 'echo $((1 + 1))' | cat > /dev/null; done`);
    last = await held(page);
    // The first round warms up: one-time allocations do not count as growth.
    first ??= last;
    console.log(JSON.stringify({ round, seconds: Math.round((performance.now() - startedAt) / 1000), ...rounded(last) }));
  }
  if (first === null || last === null) return false;
  const growth = {
    kernel: last.kernelMB / first.kernelMB - 1,
    programs: last.programsMB / first.programsMB - 1,
    total: last.totalMB / first.totalMB - 1,
  };
  const left = { processes: last.processes - first.processes, descriptors: last.descriptor - first.descriptor };
  console.log(JSON.stringify({ plan, growth: rounded(growth), left }));
  return growth.total <= MAX_GROWTH && left.processes === 0 && left.descriptors === 0;
}

function rounded<Figures extends object>(figures: Figures): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(Number(value).toFixed(3))]));
}

const { NPM_REGISTRY_URL: registry } = await serverVariables(fileURLToPath(new URL('..', import.meta.url)));
const context = await startBenchContext(registry);
try {
  const page = await openReactProject(context);
  process.exitCode = (await live(page)) ? 0 : 1;
} finally {
  await context.close();
}
