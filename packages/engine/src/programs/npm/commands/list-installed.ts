import { type InstalledPackage, readManifestAt, scanInstalled } from '../install/scan-installed.ts';
import type { Manifest } from '../manifest.ts';
import type { NpmSession } from '../npm-session.ts';
import { PackageJson } from '../package-json.ts';
import { parseSpec, splitNameAndSpec } from '../package-spec.ts';
import { joinPath } from '../project-files.ts';
import type { WorkspaceFolder } from '../resolve/build-ideal-tree.ts';
import { satisfies } from '../semver.ts';
import { isSubstitute } from '../substitutions.ts';
import { findWorkspaces } from '../workspaces.ts';
import type { Command } from './command.ts';

interface ListedPackage {
  label: string;
  version: string;
  problem: string | null;
  children: Map<string, ListedPackage>;
  isNamed: boolean;
}

/** Implements `npm ls [names] [--all] [--depth n] [--json] [--parseable]`. */
export const listCommand: Command = async (session) => {
  const { commandLine, output, projectPath } = session;
  const packageJson = PackageJson.read(session.files, projectPath);
  const workspaces = findWorkspaces(session.files, projectPath, packageJson.workspacePatterns);
  const installed = scanInstalled(
    session.files,
    projectPath,
    workspaces.map(({ path }) => path),
  );
  const names = new Set(commandLine.positional.map((text) => splitNameAndSpec(text).name));
  const depth = commandLine.isSet('all') || names.size > 0 ? Number.POSITIVE_INFINITY : Number(commandLine.value('depth') ?? 0);
  const reader = new TreeReader(session, installed, names);
  const children = reader.dependenciesOf(withWorkspaces(packageJson.manifest, workspaces), '', true, depth, []);
  for (const { name, version, location } of addExtraneous(children, installed)) {
    reader.problems.push(`extraneous: ${name}@${version} ${joinPath(projectPath, location)}`);
  }
  if (names.size > 0) keepNamed(children);
  const title = [packageJson.manifest.name || (projectPath.split('/').at(-1) ?? ''), packageJson.manifest.version]
    .filter(Boolean)
    .join('@');
  if (commandLine.isSet('json')) output.print(JSON.stringify(asJson(packageJson.manifest, children), null, 2));
  else if (commandLine.isSet('parseable')) {
    output.print(
      [projectPath, ...[...installed.values()].filter((item) => item.name !== '').map((item) => joinPath(projectPath, item.location))].join(
        '\n',
      ),
    );
  } else output.print([`${title} ${projectPath}`, ...(children.size === 0 ? ['└── (empty)'] : drawTree(children, '')), ''].join('\n'));
  for (const problem of reader.problems) output.error(problem);
  return reader.problems.length > 0 || (names.size > 0 && children.size === 0) ? 1 : 0;
};

function withWorkspaces(manifest: Manifest, workspaces: readonly WorkspaceFolder[]): Manifest {
  const links = workspaces.map(({ path, manifest: own }) => [own.name, `file:${path}`] as const);
  return { ...manifest, dependencies: new Map([...manifest.dependencies, ...links]) };
}

/** Adds installed packages that nothing on the way from the project depends on. */
function addExtraneous(children: Map<string, ListedPackage>, installed: ReadonlyMap<string, InstalledPackage>): InstalledPackage[] {
  const asked = new Set<string>();
  const queue = [...installed.values()].filter(({ location }) => children.has(location.slice('node_modules/'.length)));
  for (const item of queue) {
    if (asked.has(item.location)) continue;
    asked.add(item.location);
    for (const name of item.asksFor) {
      const found = resolveInstalled(installed, item.location, name);
      if (found) queue.push(found);
    }
  }
  const extraneous: InstalledPackage[] = [];
  for (const item of installed.values()) {
    const { location, name, version, isLink } = item;
    const folderName = location.slice('node_modules/'.length);
    const isOnTop = location.startsWith('node_modules/') && !folderName.includes('/node_modules/');
    if (!isOnTop || asked.has(location) || isLink || name === '') continue;
    children.set(folderName, {
      label: `${folderName}@${version} extraneous`,
      version,
      problem: 'extraneous',
      children: new Map(),
      isNamed: false,
    });
    extraneous.push(item);
  }
  return extraneous;
}

function resolveInstalled(installed: ReadonlyMap<string, InstalledPackage>, location: string, name: string): InstalledPackage | null {
  for (let at = location; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const found = installed.get(`${at === '' ? '' : `${at}/`}node_modules/${name}`);
    if (found || at === '') return found ?? null;
  }
}

class TreeReader {
  readonly problems: string[] = [];
  readonly #shown = new Set<string>();

  constructor(
    private readonly session: NpmSession,
    private readonly installed: ReadonlyMap<string, InstalledPackage>,
    private readonly names: ReadonlySet<string>,
  ) {}

  dependenciesOf(
    manifest: Manifest,
    location: string,
    isRoot: boolean,
    depth: number,
    path: readonly string[],
  ): Map<string, ListedPackage> {
    const wanted = new Map<string, { spec: string; isOptional: boolean }>();
    for (const [name, spec] of manifest.peerDependencies) wanted.set(name, { spec, isOptional: manifest.optionalPeers.has(name) });
    for (const [name, spec] of manifest.dependencies) wanted.set(name, { spec, isOptional: false });
    for (const [name, spec] of manifest.optionalDependencies) wanted.set(name, { spec, isOptional: true });
    if (isRoot) for (const [name, spec] of manifest.devDependencies) wanted.set(name, { spec, isOptional: false });
    const listed = new Map<string, ListedPackage>();
    for (const [name, { spec, isOptional }] of [...wanted].sort(([left], [right]) => left.localeCompare(right, 'en'))) {
      const found = resolveInstalled(this.installed, location, name);
      if (!found) {
        if (!isOptional) this.problems.push(`missing: ${name}@${spec}, required by ${manifest.name}@${manifest.version}`);
        if (!isOptional)
          listed.set(name, {
            label: `UNMET DEPENDENCY ${name}@${spec}`,
            version: '',
            problem: 'missing',
            children: new Map(),
            isNamed: this.names.has(name),
          });
        continue;
      }
      listed.set(name, this.#describe(name, spec, found, depth, path));
    }
    return listed;
  }

  #describe(name: string, spec: string, found: InstalledPackage, depth: number, path: readonly string[]): ListedPackage {
    const alias = found.name === name ? '' : `npm:${found.name}@`;
    const isRepeated = this.#shown.has(found.location);
    this.#shown.add(found.location);
    const parsed = parseSpec(spec);
    const range =
      parsed.type === 'range' ? parsed.range : parsed.type === 'alias' && parsed.target.type === 'range' ? parsed.target.range : '*';
    const isInvalid = !satisfies(found.version, range) && !isSubstitute(name, found.name);
    if (isInvalid) this.problems.push(`invalid: ${name}@${found.version} ${joinPath(this.session.projectPath, found.location)}`);
    const link = parsed.type === 'folder' ? ` -> ./${parsed.path}` : ' -> link';
    const marks = `${isInvalid ? ` invalid: "${spec}"` : ''}${found.isLink ? link : ''}${isRepeated && depth > 0 ? ' deduped' : ''}`;
    const manifest =
      depth > 0 && !isRepeated && !path.includes(found.location)
        ? readManifestAt(this.session.files, joinPath(this.session.projectPath, found.location))
        : null;
    return {
      label: `${name}@${alias}${found.version}${marks}`,
      version: found.version,
      problem: isInvalid ? 'invalid' : null,
      children: manifest ? this.dependenciesOf(manifest, found.location, false, depth - 1, [...path, found.location]) : new Map(),
      isNamed: this.names.has(name),
    };
  }
}

/** Keeps only the branches that lead to a named package. */
function keepNamed(children: Map<string, ListedPackage>): boolean {
  for (const [name, child] of children) {
    const leadsThere = keepNamed(child.children);
    if (!child.isNamed && !leadsThere) children.delete(name);
  }
  return children.size > 0;
}

function drawTree(children: ReadonlyMap<string, ListedPackage>, indentation: string): string[] {
  const entries = [...children.values()];
  return entries.flatMap((child, index) => {
    const isLast = index === entries.length - 1;
    const hasChildren = child.children.size > 0;
    const line = `${indentation}${isLast ? '└' : '├'}─${hasChildren ? '┬' : '─'} ${child.label}`;
    return [line, ...drawTree(child.children, `${indentation}${isLast ? ' ' : '│'} `)];
  });
}

function asJson(manifest: Manifest, children: ReadonlyMap<string, ListedPackage>): Record<string, unknown> {
  const dependencies = (list: ReadonlyMap<string, ListedPackage>): Record<string, unknown> =>
    Object.fromEntries(
      [...list].map(([name, child]) => [
        name,
        {
          ...(child.version === '' ? { missing: true } : { version: child.version }),
          ...(child.problem === null ? {} : { problems: [child.problem] }),
          ...(child.children.size > 0 ? { dependencies: dependencies(child.children) } : {}),
        },
      ]),
    );
  return { version: manifest.version, name: manifest.name, dependencies: dependencies(children) };
}
