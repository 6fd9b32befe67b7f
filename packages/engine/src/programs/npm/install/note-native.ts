import { nativePackages, partsOf } from '../../native/native-packages.ts';
import type { Manifest } from '../manifest.ts';
import type { NpmSession } from '../npm-session.ts';
import { joinPath } from '../project-files.ts';
import type { PackageNode } from '../resolve/package-node.ts';
import { canReplace, companionOf, isNativeOnly, isSubstitute } from '../substitutions.ts';
import type { TreeEdit } from './tree-edit.ts';

const identity = ({ packageName, version }: PackageNode) => `${packageName}@${version}`;

/**
 * Writes placeholders for compiled parts where their packages look for them. A placeholder outside any package of the tree is written each
 * time.
 */
export function placeAddons(
  session: NpmSession,
  { nodes, fresh }: { nodes: readonly PackageNode[]; fresh: readonly PackageNode[] },
  edit: TreeEdit,
): void {
  for (const node of nodes) {
    const parts = partsOf(node.packageName) ?? (isSubstitute(node.name, node.packageName) ? partsOf(node.name) : null);
    if (parts === null || node.source.type === 'link') continue;
    if (!fresh.includes(node) && !Object.keys(parts).some((file) => file.startsWith('node_modules/'))) continue;
    const folder = joinPath(session.projectPath, node.location);
    for (const [file, text] of Object.entries(parts)) edit.write(joinPath(folder, file), text);
  }
}

/**
 * Returns true if the package is only here because of native code: a replacement, a WebAssembly build, or a dependency of only those. A
 * lock file from another machine does not contain it.
 */
export function isOfStandIn(node: PackageNode, seen = new Set<PackageNode>()): boolean {
  if (isSubstitute(node.name, node.packageName)) return true;
  if (node.isTop || seen.has(node)) return false;
  seen.add(node);
  const asking = node.edgesIn.map(({ from }) => from);
  return asking.length > 0 && asking.every((from) => companionOf(from.packageName)?.by === node.packageName || isOfStandIn(from, seen));
}

/** Reports how native packages were handled, with one line per kind. */
export function noteNative(session: NpmSession, nodes: readonly PackageNode[]): void {
  const note = (head: string, names: readonly string[]) => {
    if (names.length > 0) session.output.note(`${head}: ${[...new Set(names)].join(', ')}`);
  };
  const replaced = nodes.filter((node) => isSubstitute(node.name, node.packageName));
  note(
    'JavaScript and WebAssembly builds replace native packages',
    replaced.map((node) => `${node.name} → ${identity(node)}`),
  );
  note(
    'The engine itself has the compiled part of',
    nodes.filter((node) => nativePackages.get(node.packageName)?.kind === 'addon').map(identity),
  );
  note(
    'Of these the version asked for is native code; the newest that runs here is used (where it does not fit, ask for its version of what needs it)',
    nodes.filter(isOlder).map(identity),
  );
  const needed = nodes.filter((node) => node.edgesIn.some((edge) => !edge.isOptional));
  note(
    'Native code only, which does not run in a browser',
    needed.map((node) => nativeOnlyNote(node.manifest)).filter((text) => text !== null),
  );
  note('Native code is not compiled here; what these have in JavaScript works', needed.filter(isCompiled).map(identity));
}

function isOlder(node: PackageNode): boolean {
  return node.edgesIn.some(({ spec }) => spec.type === 'range' && canReplace(node.packageName, node.version, spec.range));
}

/** Returns a note about an installed package that cannot run; null if it runs, or reports the problem itself. */
function nativeOnlyNote(manifest: Manifest): string | null {
  const found = nativePackages.get(manifest.name);
  const name = `${manifest.name}@${manifest.version}`;
  if (found?.kind === 'absent') return `${name} (${found.instead})`;
  return found === undefined && isNativeOnly(manifest) ? name : null;
}

/** Dependencies of packages that are compiled on installation. */
const compilers =
  /^(?:bindings|cmake-js|nan|node-addon-api|node-gyp(?:-build(?:-optional-packages)?)?|prebuild-install|(?:@mapbox\/)?node-pre-gyp)$/;

function isCompiled({ manifest }: PackageNode): boolean {
  return (
    !nativePackages.has(manifest.name) &&
    manifest.hasInstallScript &&
    [...manifest.dependencies.keys()].some((name) => compilers.test(name))
  );
}
