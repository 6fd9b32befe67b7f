import { readdir, readFile } from 'node:fs/promises';
import { get } from 'node:http';

export interface ServerFigures {
  /** The duration of the slowest other request. */
  slowestMs: number;
  /** The number of other requests that were answered. */
  answered: number;
  failed: number;
  /** The peak resident memory of the process and its descendants. */
  memoryMb: number;
  /** The peak number of their open descriptors, in total. */
  descriptors: number;
}

const REQUEST_TIMEOUT_MS = 10_000;
const PAUSE_MS = 40;

/** Requests the server's first page repeatedly and watches its processes, until `stop`. */
export function watchServer(port: number, pid: number | null): { stop(): Promise<ServerFigures> } {
  const figures: ServerFigures = { slowestMs: 0, answered: 0, failed: 0, memoryMb: 0, descriptors: 0 };
  let isStopped = false;
  const asking = (async () => {
    while (!isStopped) {
      const start = performance.now();
      const isAnswered = await answers(port);
      figures.slowestMs = Math.max(figures.slowestMs, Math.round(performance.now() - start));
      if (isAnswered) figures.answered += 1;
      else figures.failed += 1;
      await pause(PAUSE_MS);
    }
  })();
  const looking = (async () => {
    while (!isStopped && pid !== null) {
      const { memoryMb, descriptors } = await processFigures(pid);
      figures.memoryMb = Math.max(figures.memoryMb, memoryMb);
      figures.descriptors = Math.max(figures.descriptors, descriptors);
      await pause(200);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await Promise.all([asking, looking]);
      return figures;
    },
  };
}

/** Returns the current memory and descriptors of a process and its descendants. Linux only: zeros elsewhere. */
export async function processFigures(pid: number): Promise<{ memoryMb: number; descriptors: number }> {
  const pids = await processTree(pid);
  let memoryMb = 0;
  let descriptors = 0;
  for (const one of pids) {
    const status = await readFile(`/proc/${one}/status`, 'utf8').catch(() => '');
    memoryMb += Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
    descriptors += (await readdir(`/proc/${one}/fd`).catch(() => [])).length;
  }
  return { memoryMb: Math.round(memoryMb), descriptors };
}

/** Returns a process and all its descendants. Linux only. */
export async function processTree(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const tree = [root];
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  }
  return tree;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get(
      { host: '127.0.0.1', port, path: '/', headers: { host: `ide.localhost:${port}` }, timeout: REQUEST_TIMEOUT_MS },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode === 200));
        response.once('error', () => resolve(false));
      },
    );
    asked.once('error', () => resolve(false));
    asked.once('timeout', () => asked.destroy());
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
