import isSubset from 'semver/ranges/subset.js';
import { type InstallResult, installProject } from '../install/install-project.ts';
import { readManifestAt } from '../install/scan-installed.ts';
import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import { type DependencyKind, PackageJson } from '../package-json.ts';
import { isPackageName, parseRequestedPackage, type RequestedPackage } from '../package-spec.ts';
import { joinPath } from '../project-files.ts';
import { gunzip, readArchive } from '../registry/read-archive.ts';
import type { PackageNode } from '../resolve/package-node.ts';
import { runScript } from '../run-script.ts';
import { isVersion } from '../semver.ts';
import type { Command } from './command.ts';

interface NamedRequest extends RequestedPackage {
  name: string;
}

/** The project's own scripts, once its packages are there. */
const SCRIPTS_AFTER_INSTALL = ['install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];

/** `npm install [packages]`. */
export const installCommand: Command = async (session) => {
  const startedAt = session.host.now();
  const packageJson = PackageJson.read(session.files, session.projectPath);
  const requests: NamedRequest[] = [];
  for (const text of session.commandLine.positional) requests.push(await nameRequest(session, parseRequestedPackage(text)));
  const kind = requestedKind(session);
  for (const { name, specText } of requests) {
    const current = packageJson.kindOf(name);
    const known = current === null ? undefined : packageJson.manifest[current].get(name);
    packageJson.setDependency(kind ?? current ?? 'dependencies', name, specText || known || '*');
  }
  const isWholeProject = requests.length === 0 && !session.commandLine.isSet('global');
  if (isWholeProject) {
    const exitCode = await runProjectScripts(session, packageJson, ['preinstall']);
    if (exitCode !== 0) return exitCode;
  }
  const result = await installProject(session, {
    packageJson,
    explicitNames: new Set(requests.map(({ name }) => name)),
    isFrozen: false,
    isUpdate: false,
    settle: (tree) => settleSpecs(session, packageJson, requests, tree),
  });
  if (session.commandLine.isSet('global')) linkGlobalBins(session, result);
  if (isWholeProject) {
    const exitCode = await runProjectScripts(session, packageJson, SCRIPTS_AFTER_INSTALL);
    if (exitCode !== 0) return exitCode;
  }
  reportInstall(session, result, startedAt);
  return 0;
};

/** `npm ci`: exactly the lock file, into an empty `node_modules`. */
export const ciCommand: Command = async (session) => {
  const startedAt = session.host.now();
  const { files, projectPath } = session;
  const packageJson = PackageJson.read(files, projectPath);
  if (!['package-lock.json', 'npm-shrinkwrap.json'].some((name) => files.exists(joinPath(projectPath, name)))) {
    throw new NpmError('EUSAGE', [
      '',
      'The `npm ci` command can only install with an existing package-lock.json or',
      'npm-shrinkwrap.json with lockfileVersion >= 1. Run an install with npm@5 or',
      'later to generate a package-lock.json file, then try again.',
    ]);
  }
  const before = await runProjectScripts(session, packageJson, ['preinstall']);
  if (before !== 0) return before;
  const result = await installProject(session, {
    packageJson,
    explicitNames: new Set(),
    isFrozen: true,
    isUpdate: false,
    settle: () => undefined,
  });
  const after = await runProjectScripts(session, packageJson, SCRIPTS_AFTER_INSTALL);
  if (after !== 0) return after;
  reportInstall(session, result, startedAt);
  return 0;
};

/** `npm uninstall packages`. */
export const uninstallCommand: Command = async (session) => {
  const startedAt = session.host.now();
  const names = session.commandLine.positional;
  if (names.length === 0) throw new NpmError('EUSAGE', ['Must provide a package name to remove']);
  const packageJson = PackageJson.read(session.files, session.projectPath);
  for (const name of names) packageJson.removeDependency(name);
  const result = await installProject(session, {
    packageJson,
    explicitNames: new Set(),
    isFrozen: false,
    isUpdate: false,
    settle: () => undefined,
  });
  reportInstall(session, result, startedAt);
  return 0;
};

/** `npm update`: the newest versions that package.json allows; with names only those. */
export const updateCommand: Command = async (session) => {
  const startedAt = session.host.now();
  const packageJson = PackageJson.read(session.files, session.projectPath);
  const names = new Set(session.commandLine.positional);
  const result = await installProject(session, {
    packageJson,
    explicitNames: names,
    isFrozen: false,
    isUpdate: names.size === 0,
    settle: () => undefined,
  });
  reportInstall(session, result, startedAt);
  return 0;
};

/** `npm prune`, `npm dedupe`: what `npm install` does anyway, without the project's scripts. */
export const tidyCommand: Command = async (session) => {
  const startedAt = session.host.now();
  const packageJson = PackageJson.read(session.files, session.projectPath);
  const result = await installProject(session, {
    packageJson,
    explicitNames: new Set(),
    isFrozen: false,
    isUpdate: false,
    settle: () => undefined,
  });
  reportInstall(session, result, startedAt);
  return 0;
};

function requestedKind(session: NpmSession): DependencyKind | null {
  const { commandLine } = session;
  if (commandLine.isSet('save-dev')) return 'devDependencies';
  if (commandLine.isSet('save-optional')) return 'optionalDependencies';
  if (commandLine.isSet('save-peer')) return 'peerDependencies';
  return commandLine.isSet('save-prod') ? 'dependencies' : null;
}

/** A path says its package's name only inside. */
async function nameRequest(session: NpmSession, request: RequestedPackage): Promise<NamedRequest> {
  if (request.name !== null) {
    if (!isPackageName(request.name)) {
      throw new NpmError('EINVALIDPACKAGENAME', [
        `Invalid package name "${request.name}" of package "${request.name}@${request.specText}".`,
      ]);
    }
    return { ...request, name: request.name };
  }
  const { spec } = request;
  if (spec.type === 'unsupported')
    return {
      ...request,
      name:
        spec.text
          .replace(/[#?].*$/, '')
          .split('/')
          .at(-1)
          ?.replace(/\.git$/, '') ?? 'package',
    };
  if (spec.type !== 'folder' && spec.type !== 'archive') throw new NpmError('EINVALIDSPEC', [`Cannot understand "${request.specText}".`]);
  const path = joinPath(session.context.cwd, spec.path);
  const name = spec.type === 'folder' ? readManifestAt(session.files, path)?.name : await nameInArchive(session, path);
  if (!name) throw new NpmError('ENOENT', [`Could not read package.json: there is none in ${path}`]);
  const relative = path.startsWith(`${session.projectPath}/`) ? path.slice(session.projectPath.length + 1) : path;
  return { name, specText: `file:${relative}`, spec: { ...spec, path: relative } };
}

async function nameInArchive(session: NpmSession, path: string): Promise<string | undefined> {
  const bytes = session.files.read(path);
  if (!bytes) return undefined;
  for (const file of readArchive(await gunzip(bytes))) {
    if (file.path === 'package.json') return /"name"\s*:\s*"([^"]+)"/.exec(new TextDecoder().decode(file.content))?.[1];
  }
  return undefined;
}

/** What stands in package.json afterwards: `^` and the version found, unless the asked-for range allows less than that. */
function settleSpecs(session: NpmSession, packageJson: PackageJson, requests: readonly NamedRequest[], tree: PackageNode): void {
  const prefix = session.commandLine.isSet('save-exact') ? '' : '^';
  for (const { name, specText, spec } of requests) {
    const kind = packageJson.kindOf(name);
    const node = tree.children.get(name);
    if (kind === null || !node || (spec.type !== 'range' && spec.type !== 'tag' && spec.type !== 'alias')) continue;
    const target = spec.type === 'alias' ? spec.target : spec;
    const found = `${prefix}${node.version}`;
    const isRange = target.type === 'range' && specText !== '' && !isVersion(target.range);
    const range = isRange && !isSubset(found, target.range, { loose: true }) ? target.range : found;
    packageJson.setDependency(kind, name, spec.type === 'alias' ? `npm:${spec.name}@${range}` : range);
  }
}

async function runProjectScripts(session: NpmSession, packageJson: PackageJson, events: readonly string[]): Promise<number> {
  if (session.commandLine.isSet('ignore-scripts')) return 0;
  const { manifest } = packageJson;
  for (const event of events) {
    const exitCode = await runScript(session, { folder: session.projectPath, manifest, event, args: [] });
    if (exitCode === 0) continue;
    session.output.error(
      `code ${exitCode}\npath ${session.projectPath}\ncommand failed\ncommand sh -c ${manifest.scripts.get(event) ?? ''}`,
    );
    return exitCode;
  }
  return 0;
}

function linkGlobalBins(session: NpmSession, { nodes }: InstallResult): void {
  for (const node of nodes) {
    if (node.depth !== 1) continue;
    for (const [command, path] of node.manifest.bin) {
      session.files.linkTo(`../lib/${node.location}/${path}`, `/usr/local/bin/${command}`);
    }
  }
}

function countOf(count: number): string {
  return `${count} package${count === 1 ? '' : 's'}`;
}

/** `added 65 packages, removed 2 packages, and changed 1 package in 2s`. */
function reportInstall(session: NpmSession, { added, changed, removed }: InstallResult, startedAt: number): void {
  const parts: string[] = [];
  if (added.length > 0) parts.push(`added ${countOf(added.length)}`);
  if (removed.length > 0) parts.push(`removed ${countOf(removed.length)}`);
  if (changed.length > 0) parts.push(`changed ${countOf(changed.length)}`);
  const last = parts.pop();
  const seconds = session.host.now() - startedAt;
  const time = seconds < 1000 ? `${Math.round(seconds)}ms` : `${Math.round(seconds / 1000)}s`;
  const text = last === undefined ? 'up to date' : parts.length === 0 ? last : `${parts.join(', ')}, and ${last}`;
  session.output.note(`\n${text} in ${time}`);
}
