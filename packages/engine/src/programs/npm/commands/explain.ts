import { readManifestAt, scanInstalled } from '../install/scan-installed.ts';
import type { Manifest } from '../manifest.ts';
import { NpmError } from '../npm-error.ts';
import { PackageJson } from '../package-json.ts';
import { splitNameAndSpec } from '../package-spec.ts';
import { joinPath } from '../project-files.ts';
import { findWorkspaces } from '../workspaces.ts';
import type { Command } from './command.ts';

interface Dependent {
  /** '' for the project itself. */
  location: string;
  manifest: Manifest;
  kind: string;
  spec: string;
}

/** Implements `npm explain name` (`npm why`): shows what depends on an installed package, up to the project. */
export const explainCommand: Command = async (session) => {
  const { files, projectPath, commandLine, output } = session;
  if (commandLine.positional.length === 0) throw new NpmError('EUSAGE', ['npm explain <package-spec>']);
  const root = PackageJson.read(files, projectPath);
  const workspaces = findWorkspaces(files, projectPath, root.workspacePatterns);
  const installed = scanInstalled(
    files,
    projectPath,
    workspaces.map(({ path }) => path),
  );
  const manifests = new Map<string, Manifest>([['', root.manifest], ...workspaces.map(({ path, manifest }) => [path, manifest] as const)]);
  for (const { location, isLink } of installed.values()) {
    const manifest = isLink ? null : readManifestAt(files, joinPath(projectPath, location));
    if (manifest) manifests.set(location, manifest);
  }
  const wanted = new Set(commandLine.positional.map((text) => splitNameAndSpec(text.replace(/^node_modules\//, '')).name));
  const found = [...installed.values()].filter(({ location }) => wanted.has(nameAt(location)));
  if (found.length === 0) throw new NpmError('EEXPLAIN', [`No dependencies found matching ${commandLine.positional.join(', ')}`]);
  const sections = found.map(({ location, version }) => {
    const lines = [`${nameAt(location)}@${version}`, location];
    describeDependents({ location, depth: 0, seen: new Set([location]) }, manifests, lines);
    return lines.join('\n');
  });
  output.print(sections.join('\n\n'));
  return 0;
};

function nameAt(location: string): string {
  return location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function describeDependents(
  { location, depth, seen }: { location: string; depth: number; seen: Set<string> },
  manifests: ReadonlyMap<string, Manifest>,
  lines: string[],
): void {
  for (const { location: from, manifest, kind, spec } of dependentsOf(location, manifests)) {
    const who = from === '' ? 'the root project' : `${manifest.name}@${manifest.version}`;
    const isRepeated = seen.has(from);
    lines.push(`${'  '.repeat(depth)}${kind}${nameAt(location)}@"${spec}" from ${who}${isRepeated ? ' (see above)' : ''}`);
    if (from === '' || isRepeated) continue;
    seen.add(from);
    lines.push(`${'  '.repeat(depth)}${from}`);
    describeDependents({ location: from, depth: depth + 1, seen }, manifests, lines);
  }
}

function dependentsOf(location: string, manifests: ReadonlyMap<string, Manifest>): Dependent[] {
  const name = nameAt(location);
  const dependents: Dependent[] = [];
  for (const [from, manifest] of manifests) {
    if (resolveFrom(from, name, manifests) !== location) continue;
    const isProject = !from.includes('node_modules');
    const kinds = [
      ['peer ', manifest.peerDependencies],
      ['optional ', manifest.optionalDependencies],
      ['', manifest.dependencies],
      ['dev ', isProject ? manifest.devDependencies : new Map<string, string>()],
    ] as const;
    for (const [kind, map] of kinds) {
      const spec = map.get(name);
      if (spec !== undefined) dependents.push({ location: from, manifest, kind, spec });
    }
  }
  return dependents;
}

/** Resolves a name as Node does. */
function resolveFrom(from: string, name: string, manifests: ReadonlyMap<string, Manifest>): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const candidate = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (manifests.has(candidate)) return candidate;
    if (at === '') return null;
  }
}
