import { installProject } from '../install/install-project.ts';
import { readManifestAt } from '../install/scan-installed.ts';
import { npmManager } from '../managers/manager.ts';
import type { Manifest } from '../manifest.ts';
import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import { PackageJson } from '../package-json.ts';
import { parseRequestedPackage } from '../package-spec.ts';
import { joinPath, parentFolder } from '../project-files.ts';
import { quoteForShell, runInShell, scriptEnvironment } from '../run-script.ts';
import { satisfies } from '../semver.ts';
import { ask, isInteractive } from './ask.ts';
import type { Command } from './command.ts';

/** The folder for packages that are only run, not installed. */
const folderName = '_npx';

/** Implements `npx command` and `npm exec -- command`: runs the project's own command, or a package fetched for this purpose. */
export const execCommand: Command = async (session) => {
  const { commandLine } = session;
  const call = commandLine.value('call');
  const packages = commandLine.values('package');
  const [first, ...args] = [...commandLine.positional, ...commandLine.rest];
  if (first === undefined && call === null) {
    throw new NpmError('EUSAGE', ['npx needs a command: npx <package>[@version] [arguments]']);
  }
  if (packages.length > 0 || first === undefined) {
    const folder = packages.length > 0 ? await prepare(session, packages) : session.projectPath;
    return runInFolder(session, folder, call ?? [first ?? '', ...args].map(quoteForShell).join(' '));
  }
  const local = findLocalCommand(session, first);
  if (local !== null) return runInFolder(session, local, [first, ...args].map(quoteForShell).join(' '));
  const request = parseRequestedPackage(first);
  const installed = request.name === null ? null : findInstalled(session, request.name, request.spec);
  if (installed) {
    const name = commandOf(installed.manifest, request.name ?? first);
    return runInFolder(session, installed.project, [name, ...args].map(quoteForShell).join(' '));
  }
  const folder = await prepare(session, [first]);
  const name = commandOfInstalled(session, folder, request.name ?? first);
  return runInFolder(session, folder, [name, ...args].map(quoteForShell).join(' '));
};

/** Implements `npm create x` and `npm init x`: runs `create-x`. */
export const createCommand: Command = async (session) => {
  const [initializer, ...args] = session.commandLine.positional;
  if (initializer === undefined) throw new NpmError('EUSAGE', ['npm create <initializer> [arguments]']);
  const commandLine = session.commandLine.withPositional([initializerPackage(initializer), ...args]).withOption('yes', 'true');
  return execCommand({ ...session, commandLine });
};

/** `vite@latest` → `create-vite@latest`; `@scope` → `@scope/create`; `@scope/x` → `@scope/create-x`. */
export function initializerPackage(initializer: string): string {
  const scoped = /^(@[^/@]+)(?:\/([^@]+))?(@.*)?$/.exec(initializer);
  if (!scoped) return `create-${initializer}`;
  const [, scope = '', name, version = ''] = scoped;
  return `${scope}/${name === undefined ? 'create' : `create-${name}`}${version}`;
}

/** Runs a command line in the current folder, with the commands of the given folder's packages. */
export function runInFolder(session: NpmSession, folder: string, command: string): Promise<number> {
  const manifest = PackageJson.read(session.files, session.projectPath).manifest;
  const env = scriptEnvironment(session, session.projectPath, manifest, 'npx');
  env.PATH = `${joinPath(folder, 'node_modules/.bin')}:${env.PATH ?? ''}`;
  return runInShell(session, command, session.context.cwd, env);
}

/** Returns the nearest folder upwards whose `.bin` has the command, or null. */
export function findLocalCommand(session: NpmSession, command: string): string | null {
  if (command.includes('@') || command.includes('/')) return null;
  for (let folder = joinPath(session.context.cwd); ; folder = parentFolder(folder)) {
    if (session.files.exists(joinPath(folder, 'node_modules/.bin', command))) return folder;
    if (folder === '/') return null;
  }
}

function findInstalled(
  session: NpmSession,
  name: string,
  spec: ReturnType<typeof parseRequestedPackage>['spec'],
): { project: string; manifest: Manifest } | null {
  if (spec.type !== 'range') return null;
  for (let folder = joinPath(session.context.cwd); ; folder = parentFolder(folder)) {
    const manifest = readManifestAt(session.files, joinPath(folder, 'node_modules', name));
    if (manifest && manifest.bin.size > 0 && satisfies(manifest.version, spec.range)) return { project: folder, manifest };
    if (folder === '/') return null;
  }
}

/** Installs packages into a separate folder, which is the same for the same packages. */
async function prepare(session: NpmSession, packages: readonly string[]): Promise<string> {
  const folder = joinPath(session.cacheFolder, folderName, hashOf([...packages].sort().join(' ')));
  session.files.makeFolder(folder);
  if (!session.files.exists(joinPath(folder, 'package.json'))) session.files.writeText(joinPath(folder, 'package.json'), '{}\n');
  const packageJson = PackageJson.read(session.files, folder);
  const names = new Set<string>();
  for (const text of packages) {
    const { name, specText } = parseRequestedPackage(text);
    if (name === null) throw new NpmError('EUNSUPPORTED', [`npx runs packages from the registry; ${text} is none.`]);
    packageJson.setDependency('dependencies', name, specText || '*');
    names.add(name);
  }
  await askToFetch(session, folder, packages);
  session.output.progress(`fetching ${packages.join(' ')}`);
  // Packages fetched only to be run are always handled by npm, whichever manager was called.
  const quiet = { ...session, projectPath: folder, manager: npmManager };
  await installProject(quiet, { packageJson, explicit: new Map([['', names]]) });
  return folder;
}

/** As in npm: asks on a terminal, otherwise prints a notice and continues. */
async function askToFetch(session: NpmSession, folder: string, packages: readonly string[]): Promise<void> {
  const { commandLine, output } = session;
  if (commandLine.isSet('yes') || session.files.exists(joinPath(folder, 'node_modules'))) return;
  if (commandLine.isUnset('yes')) throw new NpmError('ENPXCANCELED', ['npx canceled due to missing packages and no YES option']);
  if (!isInteractive(session) || session.context.env.CI) {
    return output.warn(
      `exec The following package${packages.length === 1 ? ' was' : 's were'} not found and will be installed: ${packages.join(', ')}`,
    );
  }
  output.print(`Need to install the following packages:\n${packages.join('\n')}`);
  const answer = await ask(session, 'Ok to proceed? (y) ');
  if (answer === null || (answer.trim() !== '' && !/^y/i.test(answer.trim()))) throw new NpmError('ECANCELED', ['npx canceled']);
}

function commandOfInstalled(session: NpmSession, folder: string, name: string): string {
  const manifest = readManifestAt(session.files, joinPath(folder, 'node_modules', name));
  if (!manifest) throw new NpmError('ENOENT', [`${name} was not installed.`]);
  return commandOf(manifest, name);
}

/** Returns the package's only command, or the one with its name. */
function commandOf(manifest: Manifest, name: string): string {
  const plain = name.split('/').at(-1) ?? name;
  if (manifest.bin.has(plain)) return plain;
  const commands = [...manifest.bin.keys()];
  const targets = new Set(manifest.bin.values());
  if (commands[0] !== undefined && targets.size === 1) return commands[0];
  throw new NpmError('EUNDETERMINED', [
    'could not determine executable to run',
    commands.length === 0 ? `${name} has no command.` : `${name} has several: ${commands.join(', ')}. Use npx -p ${name} <command>.`,
  ]);
}

/** FNV-1a. It names a folder, so it need not be hard to forge. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
