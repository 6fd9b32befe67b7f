import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildProgram } from '../../scripts/build-program.mjs';

export interface BuiltProgram {
  /** The path of the command. */
  path: string;
  remove(): Promise<void>;
}

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));

/** Compiles the program as it is packed, below the repository, where its optional packages are found. */
export async function builtProgram(): Promise<BuiltProgram> {
  const cache = join(REPOSITORY, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'devonz-bridge-'));
  await buildProgram(join(folder, 'dist'));
  await copyFile(join(REPOSITORY, 'packages/bridge/package.json'), join(folder, 'package.json'));
  return { path: join(folder, 'dist/cli.js'), remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) };
}

export interface StartedProgram {
  child: ChildProcess;
  /** Resolves with all that was printed once it matches; fails if the program ends before. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves to the exit code. */
  ended: Promise<number | null>;
}

export function startProgram(path: string, args: readonly string[], env: Record<string, string | undefined> = {}): StartedProgram {
  const child = spawn(process.execPath, [path, ...args], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const wakers = new Set<() => void>();
  const wake = (): void => {
    for (const one of wakers) one();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      wake();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
    wake();
  });
  return {
    child,
    ended,
    async until(pattern) {
      while (!pattern.test(text)) {
        if (isOver) throw new Error(`The program ended without ${pattern}: ${text}`);
        await new Promise<void>((resolve) => wakers.add(resolve));
      }
      return text;
    },
  };
}
