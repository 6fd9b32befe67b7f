import isSubset from 'semver/ranges/subset.js';
import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import type { PackageJson } from '../package-json.ts';
import { isPackageName, parseRequestedPackage, type RequestedPackage } from '../package-spec.ts';
import { joinPath } from '../project-files.ts';
import { gunzip, readArchive } from '../registry/read-archive.ts';
import type { PackageNode } from '../resolve/package-node.ts';
import { isVersion } from '../semver.ts';
import { readManifestAt } from './scan-installed.ts';

export interface NamedRequest extends RequestedPackage {
  name: string;
}

/** Parses an argument of `npm install`. For a path or URL, the name is read from the package itself. */
export async function requestPackage(session: NpmSession, text: string): Promise<NamedRequest> {
  const request = parseRequestedPackage(text);
  const { name, spec, specText } = request;
  if (name !== null) {
    if (isPackageName(name)) return { ...request, name };
    throw new NpmError('EINVALIDPACKAGENAME', [`Invalid package name "${name}" of package "${name}@${specText}".`]);
  }
  switch (spec.type) {
    case 'unsupported':
      return { ...request, name: lastPart(spec.text) };
    case 'remote':
      return { ...request, name: found(await nameInArchive(await session.client.remoteTarball(spec.url, null)), spec.url) };
    case 'folder':
    case 'archive': {
      const path = joinPath(session.context.cwd, spec.path);
      const bytes = spec.type === 'archive' ? session.files.read(path) : null;
      const ownName = bytes ? await nameInArchive(bytes) : readManifestAt(session.files, path)?.name;
      const relative = path.startsWith(`${session.projectPath}/`) ? path.slice(session.projectPath.length + 1) : path;
      return { name: found(ownName, path), specText: `file:${relative}`, spec: { ...spec, path: relative } };
    }
    default:
      throw new NpmError('EINVALIDSPEC', [`Cannot understand "${specText}".`]);
  }
}

function lastPart(address: string): string {
  const path =
    address
      .replace(/[#?].*$/, '')
      .split('/')
      .at(-1) ?? '';
  return path.replace(/\.git$/, '') || 'package';
}

function found(name: string | undefined, where: string): string {
  if (!name) throw new NpmError('ENOENT', [`Could not read package.json: there is none in ${where}`]);
  return name;
}

async function nameInArchive(bytes: Uint8Array): Promise<string | undefined> {
  for (const file of readArchive(await gunzip(bytes))) {
    if (file.path === 'package.json') return /"name"\s*:\s*"([^"]+)"/.exec(new TextDecoder().decode(file.content))?.[1];
  }
  return undefined;
}

/** Sets the package.json entry: `^` and the version found, unless the requested range allows less than that. */
export function settleSpecs(
  session: NpmSession,
  packageJson: PackageJson,
  requests: readonly NamedRequest[],
  resolve: (name: string) => PackageNode | null,
): void {
  const prefix = session.commandLine.isSet('save-exact') ? '' : (session.commandLine.value('save-prefix') ?? '^');
  for (const { name, specText, spec } of requests) {
    const kind = packageJson.kindOf(name);
    const node = resolve(name);
    if (kind === null || !node || (spec.type !== 'range' && spec.type !== 'tag' && spec.type !== 'alias')) continue;
    if (node.source.type === 'link') continue;
    const target = spec.type === 'alias' ? spec.target : spec;
    const saved = `${prefix}${node.version}`;
    const isRange = target.type === 'range' && specText !== '' && !isVersion(target.range);
    const range = isRange && !isSubset(saved, target.range, { loose: true }) ? target.range : saved;
    packageJson.setDependency(kind, name, spec.type === 'alias' ? `npm:${spec.name}@${range}` : range);
  }
}
