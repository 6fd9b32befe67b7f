import { invalidArgumentType } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import { pathArgument } from '../fs/fs-arguments.ts';

export type StdioKind = 'pipe' | 'ignore' | 'ipc' | number;

export interface SpawnRequest {
  file: string;
  /** For messages: what the program asked for. */
  shownFile: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  stdio: StdioKind[];
  detached: boolean;
  isAdvanced: boolean;
}

export interface SpawnSettings {
  cwd?: unknown;
  env?: Record<string, unknown>;
  stdio?: unknown;
  shell?: boolean | string;
  detached?: boolean;
  argv0?: string;
  serialization?: string;
  signal?: AbortSignal;
  timeout?: number;
  killSignal?: string;
  encoding?: string;
  maxBuffer?: number;
  input?: unknown;
  silent?: boolean;
  execPath?: string;
  execArgv?: string[];
}

function stdioKind(value: unknown, index: number): StdioKind {
  if (value === undefined || value === null) return index < 3 ? 'pipe' : 'ignore';
  if (value === 'pipe' || value === 'overlapped') return 'pipe';
  if (value === 'ignore' || value === 'ipc') return value;
  if (value === 'inherit') return index;
  if (typeof value === 'number') return value;
  if (typeof value === 'object' && 'fd' in value && typeof value.fd === 'number') return value.fd;
  throw invalidArgumentType('options.stdio', "one of 'pipe', 'ignore', 'inherit', 'ipc', a stream or a descriptor", value);
}

export function stdioKinds(value: unknown): StdioKind[] {
  if (typeof value === 'string') return [0, 1, 2].map((index) => stdioKind(value, index));
  const list: unknown[] = Array.isArray(value) ? [...value] : [];
  while (list.length < 3) list.push(undefined);
  return list.map(stdioKind);
}

/** `(file, args?, options?)`: which of the last two are there. */
export function splitArguments(rest: unknown[]): { args: string[]; settings: SpawnSettings } {
  const [first, second] = rest;
  const args = Array.isArray(first) ? first.map(String) : [];
  const settings = Array.isArray(first) ? second : (first ?? second);
  return { args, settings: typeof settings === 'object' && settings !== null ? settings : {} };
}

export function createSpawnRequest(host: NodeHost, file: unknown, args: string[], settings: SpawnSettings): SpawnRequest {
  if (typeof file !== 'string') throw invalidArgumentType('file', 'of type string', file);
  const env = new Map<string, string>();
  for (const [name, value] of Object.entries(settings.env ?? host.context.env)) if (value !== undefined) env.set(name, String(value));
  const cwd =
    settings.cwd === undefined || settings.cwd === null
      ? host.workingDirectory
      : host.resolvePath(pathArgument(settings.cwd, 'options.cwd'));
  const common = {
    cwd,
    env: Object.fromEntries(env),
    stdio: stdioKinds(settings.stdio),
    detached: settings.detached === true,
    isAdvanced: settings.serialization === 'advanced',
  };
  if (settings.shell) {
    const shell = typeof settings.shell === 'string' ? settings.shell : '/bin/sh';
    return { file: shell, shownFile: shell, args: [shell, '-c', [file, ...args].join(' ')], ...common };
  }
  return { file, shownFile: file, args: [settings.argv0 ?? file, ...args], ...common };
}

/** What `ChildProcess.prototype.spawn` is given, as Node's own: tools replace that method to change it (nyc, process-on-spawn). */
export interface SpawnOptions {
  file: string;
  args?: string[];
  cwd?: string;
  /** `NAME=value` each. */
  envPairs?: string[];
  stdio?: unknown;
  detached?: boolean;
  serialization?: string;
}

export function spawnOptionsOf({ file, args, cwd, env, stdio, detached, isAdvanced }: SpawnRequest): SpawnOptions {
  const envPairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return { file, args, cwd, envPairs, stdio, detached, serialization: isAdvanced ? 'advanced' : 'json' };
}

export function requestOf(options: SpawnOptions, workingDirectory: string): SpawnRequest {
  const { file, args = [file], cwd = workingDirectory, envPairs = [], stdio, detached, serialization } = options;
  const env = Object.fromEntries(
    envPairs.map((pair): [string, string] => {
      const end = pair.indexOf('=');
      return end === -1 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)];
    }),
  );
  const isAdvanced = serialization === 'advanced';
  return { file, shownFile: file, args, cwd, env, stdio: stdioKinds(stdio), detached: detached === true, isAdvanced };
}
