import { dump } from 'js-yaml';
import { catalogOf } from '../managers/catalogs.ts';
import { type ProjectPatch, patchFor } from '../managers/project-patch.ts';
import type { ProjectSettings } from '../managers/project-settings.ts';
import type { PackageNode } from '../resolve/package-node.ts';
import { dependenciesOf, type LockModel, lockedManifest, type ModelImporter, type ModelPackage, packageAt } from './lock-model.ts';
import { PeerSuffixes } from './peer-suffixes.ts';

/** A patch as locked by pnpm. */
export interface HashedPatch extends ProjectPatch {
  /** The key in patchedDependencies. */
  key: string;
  hash: string;
}

const flowKeys = new Set(['resolution', 'engines', 'cpu', 'os', 'libc']);

/** Writes a pnpm-lock.yaml of format 9, laid out as pnpm does. */
export function writePnpmLock(
  model: LockModel,
  settings: ProjectSettings,
  { kept, patches }: { kept: Readonly<Record<string, unknown>>; patches: readonly HashedPatch[] },
): string {
  const suffixes = new PeerSuffixes(model, (node) => {
    const patch = patchFor(patches, node);
    return patches.find(({ path }) => path === patch?.path)?.hash ?? null;
  });
  const sections: string[] = [
    "lockfileVersion: '9.0'\n",
    block({ settings: { autoInstallPeers: settings.hasAutomaticPeers, excludeLinksFromLockfile: false } }),
  ];
  const catalogs = usedCatalogs(model, settings);
  if (Object.keys(catalogs).length > 0) sections.push(block({ catalogs }));
  const overrides = Object.fromEntries([
    ...settings.overrides.map((rule, index) => [[...settings.writtenOverrides.keys()][index] ?? '', rule.replacement ?? '-'] as const),
  ]);
  if (settings.overrides.length > 0) sections.push(block({ overrides: sorted(overrides) }));
  if (patches.length > 0) {
    sections.push(block({ patchedDependencies: sorted(Object.fromEntries(patches.map(({ key, hash, path }) => [key, { hash, path }]))) }));
  }
  for (const name of ['packageExtensionsChecksum', 'pnpmfileChecksum'] as const) {
    if (kept[name] !== undefined) sections.push(block({ [name]: kept[name] }));
  }
  sections.push(spaced('importers', importerEntries(model, suffixes, settings)));
  if (model.packages.length > 0) {
    sections.push(spaced('packages', packageEntries(model)));
    sections.push(spaced('snapshots', snapshotEntries(model, suffixes)));
  }
  return sections.join('\n');
}

function block(value: object): string {
  return dump(value, { lineWidth: -1, noRefs: true });
}

/** Formats a section with an empty line between its entries. */
function spaced(name: string, entries: ReadonlyMap<string, object>): string {
  const texts = [...entries].map(([key, value]) => {
    const isEmpty = Object.keys(value).length === 0;
    const head = `  ${scalar(key)}:`;
    return isEmpty ? `${head} {}\n` : `${head}\n${indented(value, '    ')}`;
  });
  return `${name}:\n\n${texts.join('\n')}`;
}

function scalar(text: string): string {
  return dump(text, { lineWidth: -1 }).trimEnd();
}

function indented(value: object, indentation: string): string {
  return Object.entries(value)
    .map(([key, item]) => {
      const text = flowKeys.has(key) ? `${key}: ${dump(item, { lineWidth: -1, flowLevel: 0 }).trimEnd()}\n` : block({ [key]: item });
      return text.replace(/^(?=.)/gm, indentation);
    })
    .join('');
}

function sorted<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function importerEntries(model: LockModel, suffixes: PeerSuffixes, settings: ProjectSettings): Map<string, object> {
  const entries = [...model.importers].sort((left, right) => (left.path < right.path ? -1 : 1));
  return new Map(entries.map((importer) => [importer.path || '.', importerEntry(importer, suffixes, settings)]));
}

function importerEntry(importer: ModelImporter, suffixes: PeerSuffixes, settings: ProjectSettings): object {
  const { node, manifest, path, specs } = importer;
  const entry: Record<string, Record<string, { specifier: string; version: string }>> = {};
  for (const kind of ['dependencies', 'optionalDependencies', 'devDependencies'] as const) {
    const names = [...manifest[kind].keys()].filter(
      (name) => kind !== 'devDependencies' || !(manifest.dependencies.has(name) || manifest.optionalDependencies.has(name)),
    );
    const listed: Record<string, { specifier: string; version: string }> = {};
    for (const name of names.sort()) {
      const to = packageAt(node.edgesOut.get(name)?.to);
      if (!to) continue;
      const written = manifest[kind].get(name) ?? '';
      // Overrides change the specifiers that pnpm reads from a manifest, catalogs do not.
      const specifier = catalogOf(written) !== null || settings.overrides.length === 0 ? written : (specs.get(name) ?? written);
      listed[name] = { specifier, version: to.source.type === 'link' ? linkTo(path, to) : suffixes.reference(name, to) };
    }
    if (Object.keys(listed).length > 0) entry[kind] = listed;
  }
  return entry;
}

function linkTo(from: string, { source }: PackageNode): string {
  const target = source.type === 'link' ? source.target.location : '';
  const [own, other] = [from.split('/').filter(Boolean), target.split('/').filter(Boolean)];
  let shared = 0;
  while (shared < own.length && own[shared] === other[shared]) shared += 1;
  return `link:${[...own.slice(shared).map(() => '..'), ...other.slice(shared)].join('/')}`;
}

function usedCatalogs(model: LockModel, settings: ProjectSettings): Record<string, Record<string, { specifier: string; version: string }>> {
  const catalogs: Record<string, Record<string, { specifier: string; version: string }>> = {};
  for (const { manifest, node } of model.importers) {
    for (const kind of ['dependencies', 'optionalDependencies', 'devDependencies'] as const) {
      for (const [name, written] of manifest[kind]) {
        const list = catalogOf(written);
        const to = node.edgesOut.get(name)?.to;
        if (list === null || !to) continue;
        catalogs[list] = sorted({
          ...catalogs[list],
          [name]: { specifier: settings.catalogs.resolve(name, written), version: to.lockedVersion },
        });
      }
    }
  }
  return sorted(catalogs);
}

function packageEntries({ packages }: LockModel): Map<string, object> {
  return byKey(packages.map((item) => [keyOfPackage(item), packageEntry(item)]));
}

export function keyOfPackage({ name, version, url }: ModelPackage): string {
  return `${name}@${url ?? version}`;
}

function byKey<Value>(entries: [string, Value][]): Map<string, Value> {
  return new Map(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function packageEntry({ manifest, integrity, url, version }: ModelPackage): object {
  const { engines, cpu, os, libc, bin, peerDependencies, optionalPeers, deprecated, bundled } = manifest;
  const resolution = { ...(integrity === null ? {} : { integrity }), ...(url === null ? {} : { tarball: url }) };
  return {
    resolution,
    ...(url === null ? {} : { version }),
    ...(engines.size > 0 ? { engines: Object.fromEntries(engines) } : {}),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(os.length > 0 ? { os } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    ...(deprecated === null ? {} : { deprecated }),
    ...(bin.size > 0 ? { hasBin: true } : {}),
    ...(peerDependencies.size > 0 ? { peerDependencies: sorted(Object.fromEntries(peerDependencies)) } : {}),
    ...(optionalPeers.size > 0
      ? { peerDependenciesMeta: Object.fromEntries([...optionalPeers].sort().map((name) => [name, { optional: true }])) }
      : {}),
    ...(bundled.size > 0 ? { bundledDependencies: [...bundled] } : {}),
  };
}

function snapshotEntries(model: LockModel, suffixes: PeerSuffixes): Map<string, object> {
  const entries = new Map<string, object>();
  for (const item of model.packages) {
    for (const node of item.nodes) {
      const key = suffixes.key(node);
      if (!entries.has(key)) entries.set(key, snapshotEntry(node, item, suffixes));
    }
  }
  return byKey([...entries]);
}

function snapshotEntry(node: PackageNode, item: ModelPackage, suffixes: PeerSuffixes): object {
  const [dependencies, optional]: [Record<string, string>, Record<string, string>] = [{}, {}];
  for (const [name, { to, isOptional }] of dependenciesOf(node))
    (isOptional ? optional : dependencies)[name] = suffixes.reference(name, to);
  for (const [name, peer] of suffixes.peersOf(node)) {
    if (lockedManifest(node).peerDependencies.has(name)) dependencies[name] = suffixes.reference(name, peer);
  }
  const transitive = suffixes.transitivePeersOf(node);
  return {
    ...(Object.keys(dependencies).length > 0 ? { dependencies: sorted(dependencies) } : {}),
    ...(Object.keys(optional).length > 0 ? { optionalDependencies: sorted(optional) } : {}),
    ...(transitive.length > 0 ? { transitivePeerDependencies: transitive } : {}),
    ...(item.isOptional ? { optional: true } : {}),
  };
}
