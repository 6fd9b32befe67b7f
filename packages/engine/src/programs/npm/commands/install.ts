import { type InstallResult, installProject } from '../install/install-project.ts';
import { reportInstall } from '../install/report-install.ts';
import { type NamedRequest, requestPackage, settleSpecs } from '../install/request-packages.ts';
import { inOrderOfNeed, workspaceGraph } from '../managers/workspace-graph.ts';
import type { Manifest } from '../manifest.ts';
import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import { type DependencyKind, PackageJson } from '../package-json.ts';
import { joinPath } from '../project-files.ts';
import type { PackageNode } from '../resolve/package-node.ts';
import { runScript } from '../run-script.ts';
import type { Command } from './command.ts';
import { type SelectedProject, selectProjects } from './select-projects.ts';

/** The project's own scripts that run after its packages are installed. */
export const scriptsAfterInstall = ['install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];

/** Implements `npm install [packages] [-w workspace]`. */
export const installCommand: Command = async (session) => {
  const startedAt = session.host.now();
  const { positional } = session.commandLine;
  const targets = positional.length > 0 ? selectProjects(session) : [];
  const requests: NamedRequest[] = [];
  for (const text of positional) requests.push(await requestPackage(session, text));
  for (const { packageJson } of targets) addRequests(session, packageJson, requests);
  const packageJson = targets.find(({ path }) => path === '')?.packageJson ?? PackageJson.read(session.files, session.projectPath);
  const isWholeProject = requests.length === 0 && !session.commandLine.isSet('global');
  if (isWholeProject) {
    const exitCode = await runProjectScripts(session, packageJson, ['preinstall']);
    if (exitCode !== 0) return exitCode;
  }
  const names = new Set(requests.map(({ name }) => name));
  const result = await installProject(session, {
    packageJson,
    ...changedWorkspaces(targets),
    explicit: new Map(targets.map(({ path }) => [path, names])),
    settle(tree) {
      for (const target of targets) {
        settleSpecs(
          session,
          target.packageJson,
          requests,
          (name) => (target.path === '' ? tree : workspaceNode(tree, target.path))?.resolve(name) ?? null,
        );
      }
    },
  });
  if (session.commandLine.isSet('global')) linkGlobalBins(session, result);
  if (isWholeProject) {
    const exitCode = await runProjectScripts(session, packageJson, scriptsAfterInstall);
    if (exitCode !== 0) return exitCode;
  }
  await reportInstall(session, result, startedAt);
  return 0;
};

function addRequests(session: NpmSession, packageJson: PackageJson, requests: readonly NamedRequest[]): void {
  const kind = requestedKind(session);
  for (const { name, specText } of requests) {
    const current = packageJson.kindOf(name);
    const known = current === null ? undefined : packageJson.manifest[current].get(name);
    packageJson.setDependency(kind ?? current ?? 'dependencies', name, specText || known || '*');
  }
}

/** Returns the part of an install request for the workspaces whose package.json changes. */
export function changedWorkspaces(targets: readonly SelectedProject[]): { workspaces: Map<string, PackageJson> } {
  return { workspaces: new Map(targets.filter(({ path }) => path !== '').map(({ path, packageJson }) => [path, packageJson])) };
}

function workspaceNode(tree: PackageNode, path: string): PackageNode | null {
  for (const { source } of tree.children.values()) if (source.type === 'link' && source.target.location === path) return source.target;
  return null;
}

/** Implements `npm ci`: installs exactly the lock file, into an empty `node_modules`. */
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
  const result = await installProject(session, { packageJson, explicit: new Map(), isFrozen: true });
  const after = await runProjectScripts(session, packageJson, scriptsAfterInstall);
  if (after !== 0) return after;
  await reportInstall(session, result, startedAt);
  return 0;
};

function requestedKind(session: NpmSession): DependencyKind | null {
  const { commandLine } = session;
  if (commandLine.isSet('save-dev')) return 'devDependencies';
  if (commandLine.isSet('save-optional')) return 'optionalDependencies';
  if (commandLine.isSet('save-peer')) return 'peerDependencies';
  return commandLine.isSet('save-prod') ? 'dependencies' : null;
}

export async function runProjectScripts(session: NpmSession, packageJson: PackageJson, events: readonly string[]): Promise<number> {
  if (session.commandLine.isSet('ignore-scripts')) return 0;
  if (events === scriptsAfterInstall && packageJson.workspacePatterns.length > 0) {
    const exitCode = await runWorkspaceScripts(session);
    if (exitCode !== 0) return exitCode;
  }
  return runInstallScripts(session, { folder: session.projectPath, manifest: packageJson.manifest }, events);
}

/** Runs the workspaces' scripts in dependency order; yarn does not run their prepare scripts. */
async function runWorkspaceScripts(session: NpmSession): Promise<number> {
  const graph = workspaceGraph(session);
  const events = [
    'preinstall',
    'install',
    'postinstall',
    ...(session.manager.family === 'yarn' ? [] : ['preprepare', 'prepare', 'postprepare']),
  ];
  const paths = [...graph.keys()].filter((path) => path !== '');
  for (const path of inOrderOfNeed(graph, paths).flat()) {
    const manifest = graph.get(path)?.manifest;
    if (manifest === undefined) continue;
    const exitCode = await runInstallScripts(session, { folder: joinPath(session.projectPath, path), manifest }, events);
    if (exitCode !== 0) return exitCode;
  }
  return 0;
}

async function runInstallScripts(
  session: NpmSession,
  { folder, manifest }: { folder: string; manifest: Manifest },
  events: readonly string[],
): Promise<number> {
  for (const event of events) {
    const exitCode = await runScript(session, { folder, manifest, event, args: [] });
    if (exitCode === 0) continue;
    session.output.failure(String(exitCode), [`path ${folder}`, 'command failed', `command sh -c ${manifest.scripts.get(event) ?? ''}`]);
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
