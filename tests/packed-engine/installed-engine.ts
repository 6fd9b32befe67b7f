import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** The examples' dependencies besides the engine: taken from this repository, so that no registry is needed. */
const OF_EXAMPLES = ['@webcontainer/api', '@xterm/xterm', '@xterm/addon-fit', 'vite', 'typescript', '@types/node'];

const packedSchema = z
  .array(z.object({ filename: z.string(), size: z.number(), unpackedSize: z.number(), files: z.array(z.object({ path: z.string() })) }))
  .length(1);

export interface InstalledEngine {
  /** Contains only what npm installed, and the copied examples. */
  folder: string;
  /** `node_modules/devonz-engine` below it. */
  packageFolder: string;
  packed: { size: number; unpackedSize: number; files: string[] };
  /** Starts a program for a test; `remove` ends all of them. */
  start(command: string, args: readonly string[], options: StartOptions): Promise<StartedProgram>;
  remove(): Promise<void>;
}

export interface StartOptions {
  folder?: string;
  environment?: Record<string, string>;
  /** Waits for standard output up to this match. */
  until: RegExp;
}

export interface StartedProgram {
  output(): string;
  stop(): Promise<number | null>;
}

/** Packs the engine as `npm pack` does, and installs the archive in an empty folder, offline. */
export async function installPackedEngine(): Promise<InstalledEngine> {
  const scratch = await mkdtemp(join(tmpdir(), 'devonz-packed-'));
  const { stdout } = await npm(REPOSITORY, 'pack', '-w', 'packages/engine', '--json', '--pack-destination', scratch);
  // The output of `prepack` may come first.
  const [packed] = packedSchema.parse(JSON.parse(stdout.slice(stdout.search(/^\[$/m))));
  if (packed === undefined) throw new Error('npm packed nothing.');
  const folder = join(scratch, 'empty');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', join(scratch, packed.filename));
  const packageFolder = join(folder, 'node_modules/devonz-engine');
  for (const name of OF_EXAMPLES) {
    const link = join(folder, 'examples/node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(REPOSITORY, 'node_modules', name), link, 'junction');
  }
  await cp(join(packageFolder, 'examples'), join(folder, 'examples'), { recursive: true });
  const started: StartedProgram[] = [];
  return {
    folder,
    packageFolder,
    packed: { ...packed, files: packed.files.map(({ path }) => path) },
    async start(command, args, options) {
      const program = await startProgram(command, args, { folder, ...options });
      started.push(program);
      return program;
    },
    async remove() {
      await Promise.all(started.map((program) => program.stop()));
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

function npm(folder: string, ...args: string[]) {
  const isWindows = process.platform === 'win32';
  return promisify(execFile)(isWindows ? 'npm.cmd' : 'npm', args, { cwd: folder, shell: isWindows, maxBuffer: 64 * 1024 * 1024 });
}

function startProgram(command: string, args: readonly string[], options: StartOptions & { folder: string }): Promise<StartedProgram> {
  const child: ChildProcess = spawn(process.execPath, [command, ...args], {
    cwd: options.folder,
    // With CI set, programs colour their output, and escape codes would split the expected text.
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const program: StartedProgram = {
    output: () => output,
    stop() {
      child.kill();
      return ended;
    },
  };
  return new Promise((resolve, reject) => {
    const read = (data: Buffer) => {
      output += data.toString('utf8');
      if (options.until.test(output)) resolve(program);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    void ended.then((code) => reject(new Error(`${command} ended with ${code}:\n${output}`)));
  });
}
