import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { accessSync, chmodSync, chownSync, constants, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface, type Interface } from 'node:readline';
import { bundleProgram } from '../../../scripts/bundle-program.mjs';
import { ENTER_SCRIPT } from './enter-script.ts';
import { REAL_PROGRAMS, ripgrepModel, STAND_INS, standInOf, wrapperOf } from './logged-programs.ts';
import type { Job, Outcome, SandboxSetup } from './sandbox-protocol.ts';

/**
 * The isolation of the commands from the machine. `world`: namespaces and a separate root, read-only except for the throwaway folder;
 * `folder`: only a throwaway folder; `engine`: the product's own kernel and programs in memory; `engine-wall`: the same with its wall
 * around files.
 */
export type Isolation = 'world' | 'folder' | 'engine' | 'engine-wall';

const NOBODY = 65534;
const PATIENCE = 10_000;
/** Limits that precede each command: CPU seconds, file size, number of processes, memory. */
const PRELUDE = 'ulimit -t 3 -f 8192 -u 500 -v 3000000 -c 0 2>/dev/null; shopt -s extglob globstar';

/** One throwaway folder with the process that runs commands in it. */
export class Sandbox {
  readonly isolation: Isolation;
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;
  readonly #folder: string;
  #errors = '';

  private constructor(isolation: Isolation, child: ChildProcess, folder: string) {
    this.isolation = isolation;
    this.#child = child;
    this.#folder = folder;
    if (child.stdout === null || child.stderr === null) throw new Error('The sandbox has no pipes.');
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      this.#errors = `${this.#errors}${chunk}`.slice(-4_000);
    });
    child.on('error', (error) => {
      this.#errors = error.message;
    });
    // A write to a dead process is reported when its next line is read.
    child.stdin?.on('error', () => {});
    this.#reader = createInterface({ input: child.stdout });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  /** Throws without bash or git: a run that judged nothing must not look like one that found nothing. */
  static async start(wanted: Isolation | null = null): Promise<Sandbox> {
    for (const program of ['bash', 'git']) {
      if (whereIs(program) === null)
        throw new Error(`policy-fuzz needs ${program} on PATH: the commands are judged by what they do there.`);
    }
    const isolations: Isolation[] = wanted !== null ? [wanted] : process.platform === 'linux' ? ['world', 'folder'] : ['folder'];
    const failures: string[] = [];
    for (const isolation of isolations) {
      const sandbox = startIn(isolation, await bundleRunner(isolation.startsWith('engine') ? 'engine-runner' : 'sandbox-runner'));
      try {
        await sandbox.next();
        return sandbox;
      } catch (error) {
        failures.push(`${isolation}: ${error instanceof Error ? error.message : String(error)}`);
        sandbox.close();
      }
    }
    throw new Error(`No sandbox starts here. ${failures.join('; ')}`);
  }

  static over(isolation: Isolation, child: ChildProcess, folder: string, setup: SandboxSetup): Sandbox {
    const sandbox = new Sandbox(isolation, child, folder);
    child.stdin?.write(`${JSON.stringify(setup)}\n`);
    return sandbox;
  }

  async run(job: Job): Promise<Outcome> {
    this.#child.stdin?.write(`${JSON.stringify(job)}\n`);
    // A program that never yields cannot be stopped from inside.
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), job.milliseconds + PATIENCE);
    try {
      // The runner responds to each job with an outcome.
      return (await this.next()) as Outcome;
    } finally {
      clearTimeout(timer);
    }
  }

  async next(): Promise<unknown> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error(`the sandbox ended: ${this.#errors.trim().split('\n').at(-1) ?? ''}`);
    return JSON.parse(value);
  }

  close(): void {
    this.#reader.close();
    this.#child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function startIn(isolation: Isolation, runner: string): Sandbox {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'policy-fuzz-')));
  const isRoot = process.getuid?.() === 0;
  const inside = isolation === 'world' ? '' : folder;
  const setup: SandboxSetup = {
    base: `${inside}/home`,
    programs: `${inside}/run/programs`,
    log: `${inside}/run/log/starts`,
    prelude: PRELUDE,
    isAlone: isolation === 'world',
  };
  mkdirSync(join(folder, 'run/programs'), { recursive: true });
  mkdirSync(join(folder, 'run/log'));
  mkdirSync(join(folder, 'home'));
  writeFileSync(join(folder, 'run/runner.mjs'), runner);
  if (isolation === 'engine' || isolation === 'engine-wall') {
    const words = [join(folder, 'run/runner.mjs'), ...(isolation === 'engine-wall' ? ['--wall'] : [])];
    return Sandbox.over(isolation, spawn(process.execPath, words, { stdio: 'pipe', cwd: folder }), folder, setup);
  }
  writePrograms(join(folder, 'run/programs'), setup.log);
  for (const path of ['', 'run', 'run/programs']) chmodSync(join(folder, path), 0o755);
  if (isolation === 'folder') {
    if (isRoot) for (const path of ['run/log', 'home']) chownSync(join(folder, path), NOBODY, NOBODY);
    const child = spawn(process.execPath, [join(folder, 'run/runner.mjs')], {
      stdio: 'pipe',
      cwd: folder,
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    return Sandbox.over(isolation, child, folder, setup);
  }
  writeFileSync(join(folder, 'run/enter.sh'), ENTER_SCRIPT);
  const flags = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child', ...(isRoot ? [] : ['--user', '--map-root-user'])];
  const child = spawn('unshare', [...flags, 'sh', join(folder, 'run/enter.sh'), folder, process.execPath, isRoot ? 'root' : 'user'], {
    stdio: 'pipe',
    cwd: '/',
  });
  return Sandbox.over(isolation, child, folder, setup);
}

function writePrograms(folder: string, log: string): void {
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o755 });
  for (const name of REAL_PROGRAMS) {
    const real = whereIs(name);
    if (real !== null) put(name, wrapperOf(name, real, log));
  }
  for (const name of STAND_INS) put(name, standInOf(name, log));
  const [find, grep] = [whereIs('find'), whereIs('grep')];
  if (whereIs('rg') === null && find !== null && grep !== null) put('rg', ripgrepModel(find, grep, log));
}

const places = new Map<string, string | null>();

/** Searches only the system's folders: programs added to PATH by a version manager do not exist in the sandbox. */
export function whereIs(program: string): string | null {
  const known = places.get(program);
  if (known !== undefined) return known;
  const found =
    ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/opt/homebrew/bin']
      .map((folder) => join(folder, program))
      .find(isExecutable) ?? null;
  places.set(program, found);
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const bundled = new Map<string, Promise<string>>();

/** Bundles the runner as one file, because the sandbox contains nothing of the project. */
function bundleRunner(name: 'sandbox-runner' | 'engine-runner'): Promise<string> {
  const known = bundled.get(name);
  if (known !== undefined) return known;
  const made = bundleProgram({ entryPoints: [join(sourceFolder(), `${name}.ts`)] });
  bundled.set(name, made);
  return made;
}

/** This file may itself run from a bundle, so its own location cannot be used. */
function sourceFolder(): string {
  return join(projectFolder(), 'tests/policy-fuzz/sandbox');
}

export function projectFolder(): string {
  const root = spawnSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).stdout.trim();
  return root === '' ? process.cwd() : root;
}
