import type { ProcessGrant } from 'devonz-engine-protocol/process-grant';
import type { ProgramContext } from '../../../abi/program.ts';
import { createTestKernel, type RunResult, type TestKernel } from '../../../kernel/testing/create-test-kernel.ts';
import type { NpmHost } from '../npm-session.ts';
import { runNpm, runNpx } from '../run-npm.ts';
import { type FixturePackages, FixtureRegistry } from './fixture-registry.ts';

export interface ShellCall {
  command: string;
  cwd: string;
  env: Record<string, string>;
}

export interface NpmTestBed {
  registry: FixtureRegistry;
  kernel: TestKernel;
  /** The calls of `sh -c`, in order. */
  shellCalls: ShellCall[];
  /** Runs a command, given as one text such as `npm install x` or as words. */
  run(command: string | string[], options?: { cwd?: string; env?: Record<string, string>; grant?: ProcessGrant }): Promise<RunResult>;
  read(path: string): string | null;
  readJson(path: string): unknown;
  write(path: string, content: string | object): void;
  /** Returns `folder → version` for everything in node_modules, from the lock file. */
  locked(): Record<string, string>;
  /** Lists without the hidden lock file. */
  list(path: string): string[];
}

export interface NpmTestBedOptions {
  packages?: FixturePackages;
  registry?: FixtureRegistry;
  /** Used instead of the in-memory registry. */
  fetch?: typeof globalThis.fetch;
  packageJson?: object;
  files?: Record<string, string>;
  /** Exit codes by command; 0 for all others. */
  shellExits?: Record<string, number>;
  caches?: CacheStorage;
  /** Milliseconds since the epoch. */
  clock?: () => number;
}

const project = '/home/project';

/** Creates npm with a real kernel, an in-memory registry and a shell that only records its calls. */
export async function createNpmTestBed(options: NpmTestBedOptions = {}): Promise<NpmTestBed> {
  const registry = options.registry ?? (await FixtureRegistry.create(options.packages ?? {}));
  const host: NpmHost = {
    fetch: options.fetch ?? registry.fetch,
    caches: options.caches,
    now: options.clock ?? (() => 1_700_000_000_000),
    pause: async () => undefined,
  };
  const shellCalls: ShellCall[] = [];
  const shell = async ({ args, cwd, env, system }: ProgramContext) => {
    const command = args[2] ?? '';
    shellCalls.push({ command, cwd, env });
    await system.async('write', 1, new TextEncoder().encode(`ran: ${command}\n`), null);
    return options.shellExits?.[command] ?? 0;
  };
  const packageJson = JSON.stringify(options.packageJson ?? { name: 'project', version: '1.0.0' });
  const files: Record<string, string> = { [`${project}/package.json`]: packageJson };
  for (const [path, content] of Object.entries(options.files ?? {})) files[`${project}/${path}`] = content;
  const kernel = createTestKernel({
    files,
    programs: { npm: (context) => runNpm(context, host), npx: (context) => runNpx(context, host), jsh: shell },
  });
  const read = (path: string) => readText(kernel, `${project}/${path}`);
  return {
    registry,
    kernel,
    shellCalls,
    run: (command, runOptions = {}) => kernel.run(typeof command === 'string' ? command.split(' ') : command, runOptions),
    read,
    readJson: (path) => JSON.parse(read(path) ?? 'null'),
    write: (path, content) =>
      kernel.fileSystem.writeFile(
        `${project}/${path}`,
        new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content)),
      ),
    locked: () => lockedVersions(read('package-lock.json')),
    list: (path) =>
      kernel.fileSystem
        .readdir(`${project}/${path}`)
        .map((item) => item.name)
        .filter((name) => name !== '.package-lock.json')
        .sort(),
  };
}

function readText(kernel: TestKernel, path: string): string | null {
  try {
    return new TextDecoder().decode(kernel.fileSystem.readFile(path));
  } catch {
    return null;
  }
}

function lockedVersions(text: string | null): Record<string, string> {
  const lock: { packages: Record<string, { name?: string; version?: string; link?: boolean }> } = JSON.parse(text ?? '{"packages":{}}');
  const versions: Record<string, string> = {};
  for (const [location, { name, version, link }] of Object.entries(lock.packages)) {
    if (location !== '')
      versions[location.replace(/^node_modules\//, '')] = link ? 'link' : `${name === undefined ? '' : `${name}@`}${version}`;
  }
  return versions;
}
