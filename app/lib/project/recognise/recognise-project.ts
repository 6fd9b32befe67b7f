import { z } from 'zod';
import { BUNDLERS, FRAMEWORKS, type Framework, OTHER_LANGUAGES } from './frameworks.ts';
import type { ProjectFacts, ProjectStart } from './project-facts.ts';

/** Access to a project's files, wherever they are. */
export interface ProjectFiles {
  paths: readonly string[];
  /** Returns null if the file does not exist or is not text. */
  readText(path: string): Promise<string | null>;
}

const named = z.record(z.string(), z.unknown()).catch({});
const packageSchema = z
  .object({ scripts: named, dependencies: named, devDependencies: named, packageManager: z.string().catch(''), workspaces: z.unknown() })
  .partial();
type PackageJson = z.infer<typeof packageSchema>;
type PackageManager = NonNullable<ProjectFacts['packageManager']>;

/** Scripts that may show the project, most likely first. */
const RUN_SCRIPTS = ['dev', 'start', 'develop', 'serve', 'start:dev', 'dev:start', 'preview', 'watch', 'docs:dev'];
const LOCK_FILES: readonly [file: string, manager: PackageManager][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
];
/** Serves the files of a folder. It comes from the registry, because the runtime has no such program. */
const SERVE_FILES = 'npx --yes serve';
const MOST_SCRIPTS = 40;
/** Characters that are safe in a command line; names in a package.json are untrusted. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9:._/-]*$/;

/** Recognises the project's kind and how to install and run it. */
export async function recogniseProject(files: ProjectFiles): Promise<ProjectFacts> {
  const all = new Set(files.paths);
  const folder = rootOf(files.paths);
  const parsed = folder === null ? null : packageOf(await files.readText(`${folder}package.json`));
  if (folder !== null && parsed !== null && !isBeside(folder, files.paths)) return nodeProject(parsed, all, folder);
  const page = all.has('index.html') ? 'index.html' : shallowest(files.paths, 'index.html');
  const language = languageOf(files.paths);
  if (page !== null && (page === 'index.html' || language === null)) return staticPage(page);
  return otherProject(files.paths, { language, isPackageBroken: folder !== null && parsed === null });
}

/**
 * A package.json in a subfolder does not define the project if the root has something else: a page or, if the folder is a fixture
 * or an example, another language.
 */
function isBeside(folder: string, paths: readonly string[]): boolean {
  if (folder === '') return false;
  return paths.includes('index.html') || (folder.split('/').length > 2 && languageOf(paths) !== null);
}

function languageOf(paths: readonly string[]): (typeof OTHER_LANGUAGES)[number] | null {
  return OTHER_LANGUAGES.find(({ file }) => paths.some((path) => !path.includes('/') && file.test(path))) ?? null;
}

/** The folder (with its slash) of the package.json nearest to the root; null if there is none. */
function rootOf(paths: readonly string[]): string | null {
  const found = shallowest(paths, 'package.json');
  return found === null ? null : found.slice(0, -'package.json'.length);
}

function shallowest(paths: readonly string[], name: string): string | null {
  let best: string | null = null;
  const depth = (path: string) => path.split('/').length;
  for (const path of paths) {
    if (path !== name && !path.endsWith(`/${name}`)) continue;
    if (best === null || depth(path) < depth(best) || (depth(path) === depth(best) && path < best)) best = path;
  }
  return best;
}

function packageOf(text: string | null): PackageJson | null {
  if (text === null) return null;
  try {
    return packageSchema.safeParse(JSON.parse(text.replace(/^\ufeff/, ''))).data ?? null;
  } catch {
    return null;
  }
}

function nodeProject(parsed: PackageJson, all: ReadonlySet<string>, folder: string): ProjectFacts {
  const packages = new Set([...Object.keys(parsed.dependencies ?? {}), ...Object.keys(parsed.devDependencies ?? {})]);
  const manager = managerOf(parsed, all, folder);
  const scripts = Object.keys(parsed.scripts ?? {}).slice(0, MOST_SCRIPTS);
  const hasPackages = packages.size > 0 || parsed.workspaces !== undefined || all.has(`${folder}pnpm-workspace.yaml`);
  return {
    ...kindOf(packages, parsed.workspaces !== undefined || all.has(`${folder}pnpm-workspace.yaml`)),
    packageManager: manager,
    scripts,
    start: startOf({ scripts, manager, hasPackages, folder, all }),
  };
}

function managerOf({ packageManager = '' }: PackageJson, all: ReadonlySet<string>, folder: string): PackageManager {
  const said = LOCK_FILES.find(([, manager]) => packageManager.startsWith(`${manager}@`));
  return (said ?? LOCK_FILES.find(([file]) => all.has(folder + file)))?.[1] ?? 'npm';
}

function kindOf(packages: ReadonlySet<string>, isWorkspace: boolean): Pick<ProjectFacts, 'kind' | 'tile'> {
  const first = (list: readonly Framework[]) => list.find((each) => packages.has(each.package));
  const framework = first(FRAMEWORKS);
  const bundler = first(BUNDLERS);
  if (framework === undefined && bundler === undefined)
    return isWorkspace ? { kind: { type: 'workspace' }, tile: 'Ws' } : { kind: { type: 'node' }, tile: 'No' };
  if (framework === undefined) return { kind: { type: 'project-of', name: bundler?.name ?? '' }, tile: bundler?.tile ?? '' };
  const shownBundler = framework.isLibrary === true ? (bundler?.name ?? null) : null;
  return { kind: { type: 'framework', name: framework.name, bundler: shownBundler }, tile: framework.tile };
}

interface StartFacts {
  scripts: readonly string[];
  manager: PackageManager;
  hasPackages: boolean;
  folder: string;
  all: ReadonlySet<string>;
}

function startOf({ scripts, manager, hasPackages, folder, all }: StartFacts): ProjectStart {
  const isPlain = folder === '' || PLAIN.test(folder);
  if (!isPlain) return { canStart: false, install: null, why: { type: 'package-elsewhere', folder } };
  const install = hasPackages ? `${manager} install` : null;
  const script = RUN_SCRIPTS.find((name) => scripts.includes(name));
  const entry = ['server.js', 'index.js', 'app.js', 'main.js', 'server.mjs', 'index.mjs'].find((name) => all.has(folder + name));
  const run = script !== undefined ? `${manager} run ${script}` : entry !== undefined ? `node ${entry}` : null;
  const inFolder = (command: string) => (folder === '' ? command : `cd ${folder.slice(0, -1)} && ${command}`);
  if (run === null) {
    const type = scripts.length === 0 ? 'no-scripts' : 'no-start-script';
    return { canStart: false, install: install === null ? null : inFolder(install), why: { type } };
  }
  return install === null
    ? { canStart: true, install, run: inFolder(run) }
    : // The first command has already changed into the folder.
      { canStart: true, install: inFolder(install), run };
}

function staticPage(page: string): ProjectFacts {
  const folder = page.slice(0, Math.max(0, page.lastIndexOf('/')));
  const start: ProjectStart =
    folder === ''
      ? { canStart: true, install: null, run: SERVE_FILES }
      : PLAIN.test(folder)
        ? { canStart: true, install: null, run: `${SERVE_FILES} ${folder}` }
        : { canStart: false, install: null, why: { type: 'page-elsewhere', folder } };
  return { kind: { type: 'page' }, tile: 'Ht', packageManager: null, scripts: [], start };
}

function otherProject(
  paths: readonly string[],
  { language, isPackageBroken }: { language: ReturnType<typeof languageOf>; isPackageBroken: boolean },
): ProjectFacts {
  const none = { packageManager: null, scripts: [] };
  const roots = paths.filter((path) => !path.includes('/'));
  if (language !== null) {
    const { name, tile } = language;
    return {
      kind: { type: 'project-of', name },
      tile,
      ...none,
      start: { canStart: false, install: null, why: { type: 'language', name } },
    };
  }
  const entry =
    roots.find((path) => /^(?:server|index|app|main)\.m?js$/.test(path)) ??
    (roots.length === 1 ? roots.find((path) => /\.m?js$/.test(path) && PLAIN.test(path)) : undefined);
  if (entry !== undefined)
    return { kind: { type: 'program' }, tile: 'Js', ...none, start: { canStart: true, install: null, run: `node ${entry}` } };
  return {
    kind: { type: paths.length === 0 ? 'empty' : 'files' },
    tile: paths.length === 0 ? '–' : 'Fi',
    ...none,
    start: { canStart: false, install: null, why: { type: isPackageBroken ? 'package-broken' : 'nothing' } },
  };
}
