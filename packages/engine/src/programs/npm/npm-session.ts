import type { ProgramContext } from '../../abi/program.ts';
import type { CommandLine } from './command-line.ts';
import type { Manager } from './managers/manager.ts';
import { voiceOf } from './managers/voice.ts';
import { readConfig, refusedScope, scopeRegistries } from './npm-config.ts';
import { NpmOutput } from './npm-output.ts';
import { PackageJson } from './package-json.ts';
import { joinPath, ProjectFiles, parentFolder } from './project-files.ts';
import { createStorageCache, noDownloadCache } from './registry/download-cache.ts';
import { type CacheUse, RegistryClient } from './registry/registry-client.ts';
import { findWorkspaces } from './workspaces.ts';

/** The external services that npm uses besides system calls; tests provide their own. */
export interface NpmHost {
  fetch: typeof globalThis.fetch;
  /** Undefined if the page's origin has no Cache Storage. */
  caches: CacheStorage | undefined;
  now: () => number;
  pause: (milliseconds: number) => Promise<void>;
}

/** Returns the browser's own services. */
export function browserHost(): NpmHost {
  return {
    fetch: (input, init) => globalThis.fetch(input, init),
    caches: 'caches' in globalThis ? globalThis.caches : undefined,
    now: () => Date.now(),
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}

/** One run of npm, with everything that commands use. */
export interface NpmSession {
  context: ProgramContext;
  host: NpmHost;
  commandLine: CommandLine;
  /** The package manager it imitates. */
  manager: Manager;
  /** The paths of the workspaces selected by a filter ('' is the root), in order; `null` for the selection of npm's options. */
  selected: readonly string[] | null;
  output: NpmOutput;
  files: ProjectFiles;
  client: RegistryClient;
  signal: AbortSignal;
  /** The folder of the effective package.json; for a workspace, the root's. */
  projectPath: string;
  /** The folder for files that belong to no project. */
  cacheFolder: string;
}

export function createSession(
  context: ProgramContext,
  { host, manager }: { host: NpmHost; manager: Manager },
  given: CommandLine,
  signal: AbortSignal,
): NpmSession {
  const files = new ProjectFiles(context.system);
  const home = context.env.HOME ?? '/home';
  const place = findProject(files, context, given);
  const config = readConfig(files, { project: place.project, home }, context.env);
  if (place.workspace !== null && !given.isGiven('workspace') && !given.isGiven('workspaces')) config.set('workspace', [place.workspace]);
  const commandLine = given.withConfig(config);
  const level = commandLine.isSet('silent') ? 'silent' : commandLine.isSet('quiet') ? 'error' : levelOf(commandLine.value('loglevel'));
  const { fetch, pause, now } = host;
  const scopes = scopeRegistries(config);
  const client = new RegistryClient({
    registryUrl: `${context.origin}/registry/`,
    fetch,
    cache: host.caches ? createStorageCache(host.caches, now) : noDownloadCache,
    cacheUse: cacheUseOf(commandLine),
    assertServed(name) {
      const scope = name.split('/')[0] ?? '';
      const registry = scopes.get(scope);
      if (registry !== undefined && registry !== `${context.origin}/registry/`) throw refusedScope(name, scope, registry);
    },
    signal,
    now,
    pause,
  });
  return {
    context,
    host,
    commandLine,
    manager,
    selected: null,
    output: new NpmOutput({ system: context.system, level, now, voice: voiceOf(manager) }),
    files,
    client,
    signal,
    projectPath: place.project,
    cacheFolder: '/home/.npm',
  };
}

function levelOf(text: string | null): 'silent' | 'error' | 'normal' {
  return text === 'silent' || text === 'error' ? text : 'normal';
}

function cacheUseOf(commandLine: CommandLine): CacheUse {
  for (const use of ['offline', 'prefer-offline', 'prefer-online'] as const) if (commandLine.isSet(use)) return use;
  return 'normal';
}

/** Returns `--prefix`, or the nearest project folder upwards (or the root of the workspace it is), or the current folder. */
function findProject(
  files: ProjectFiles,
  context: ProgramContext,
  commandLine: CommandLine,
): { project: string; workspace: string | null } {
  const prefix = commandLine.value('prefix');
  if (prefix !== null) return { project: joinPath(context.cwd, prefix), workspace: null };
  if (commandLine.isSet('global')) return { project: '/usr/local/lib', workspace: null };
  const nearest = nearestProject(files, joinPath(context.cwd));
  if (nearest === null) return { project: joinPath(context.cwd), workspace: null };
  for (let above = parentFolder(nearest); above !== '/'; above = parentFolder(above)) {
    if (!files.exists(joinPath(above, 'package.json'))) continue;
    const { workspacePatterns } = PackageJson.read(files, above);
    if (workspacePatterns.length === 0) continue;
    const path = nearest.slice(above.length + 1);
    if (findWorkspaces(files, above, workspacePatterns).some((workspace) => workspace.path === path))
      return { project: above, workspace: path };
  }
  return { project: nearest, workspace: null };
}

function nearestProject(files: ProjectFiles, start: string): string | null {
  for (let folder = start; folder !== '/'; folder = parentFolder(folder)) {
    if (folder.split('/').includes('node_modules')) continue;
    if (files.exists(joinPath(folder, 'package.json')) || files.kindOf(joinPath(folder, 'node_modules')) === 'directory') return folder;
  }
  return null;
}
