import type { ProgramContext } from '../process/program.ts';
import type { CommandLine } from './command-line.ts';
import { NpmOutput } from './npm-output.ts';
import { joinPath, ProjectFiles, parentFolder } from './project-files.ts';
import { createStorageCache, noDownloadCache } from './registry/download-cache.ts';
import { RegistryClient } from './registry/registry-client.ts';

/** What of the outer world npm uses beyond system calls; tests bring their own. */
export interface NpmHost {
  fetch: typeof globalThis.fetch;
  /** Absent where the page's origin has none. */
  caches: CacheStorage | undefined;
  now: () => number;
  pause: (milliseconds: number) => Promise<void>;
}

/** The browser's own. */
export function browserHost(): NpmHost {
  return {
    fetch: (input, init) => globalThis.fetch(input, init),
    caches: 'caches' in globalThis ? globalThis.caches : undefined,
    now: () => Date.now(),
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}

/** One run of npm: what every command works with. */
export interface NpmSession {
  context: ProgramContext;
  host: NpmHost;
  commandLine: CommandLine;
  output: NpmOutput;
  files: ProjectFiles;
  client: RegistryClient;
  signal: AbortSignal;
  /** The folder whose package.json counts. */
  projectPath: string;
}

export function createSession(context: ProgramContext, host: NpmHost, commandLine: CommandLine, signal: AbortSignal): NpmSession {
  const files = new ProjectFiles(context.system);
  const level = commandLine.isSet('silent') ? 'silent' : commandLine.isSet('quiet') ? 'error' : 'normal';
  const { fetch, pause, now } = host;
  const cache = host.caches ? createStorageCache(host.caches, now) : noDownloadCache;
  return {
    context,
    host,
    commandLine,
    output: new NpmOutput(context.system, level, now),
    files,
    client: new RegistryClient({ registryUrl: `${context.origin}/registry/`, fetch, cache, signal, now, pause }),
    signal,
    projectPath: findProject(files, context, commandLine),
  };
}

/** `--prefix`, or the nearest folder upwards that holds a project, or where we are. */
function findProject(files: ProjectFiles, context: ProgramContext, commandLine: CommandLine): string {
  const prefix = commandLine.value('prefix');
  if (prefix !== null) return joinPath(context.cwd, prefix);
  if (commandLine.isSet('global')) return '/usr/local/lib';
  for (let folder = joinPath(context.cwd); folder !== '/'; folder = parentFolder(folder)) {
    if (folder.split('/').includes('node_modules')) continue;
    if (files.exists(joinPath(folder, 'package.json')) || files.kindOf(joinPath(folder, 'node_modules')) === 'directory') return folder;
  }
  return joinPath(context.cwd);
}
