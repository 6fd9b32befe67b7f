import type { ProjectSettings } from '../managers/project-settings.ts';
import type { Manifest } from '../manifest.ts';
import type { PackageNode } from '../resolve/package-node.ts';
import { type LockModel, lockedManifest, packageAt } from './lock-model.ts';

/** Writes a bun.lock: the tree as in `node_modules`, by path. */
export function writeBunLock(tree: PackageNode, model: LockModel, settings: ProjectSettings): string {
  const lines = ['{', '  "lockfileVersion": 1,', '  "configVersion": 1,', '  "workspaces": {'];
  const importers = [...model.importers].sort((left, right) => (left.path < right.path ? -1 : 1));
  for (const { path, manifest } of importers) lines.push(workspaceText(path, manifest));
  lines.push('  },');
  const patched = [...settings.patches];
  if (patched.length > 0)
    lines.push(
      '  "patchedDependencies": {',
      ...patched.map(([name, path]) => `    ${JSON.stringify(name)}: ${JSON.stringify(path)},`),
      '  },',
    );
  if (settings.writtenOverrides.size > 0) {
    lines.push(
      '  "overrides": {',
      ...[...settings.writtenOverrides].map(([name, spec]) => `    ${JSON.stringify(name)}: ${JSON.stringify(spec)},`),
      '  },',
    );
  }
  for (const [list, entries] of settings.catalogs.lists) {
    if (list !== 'default' || entries.size === 0) continue;
    lines.push('  "catalog": {', ...[...entries].map(([name, spec]) => `    ${JSON.stringify(name)}: ${JSON.stringify(spec)},`), '  },');
  }
  const named = [...settings.catalogs.lists].filter(([list]) => list !== 'default');
  if (named.length > 0) {
    lines.push('  "catalogs": {');
    for (const [list, entries] of named) {
      lines.push(
        `    ${JSON.stringify(list)}: {`,
        ...[...entries].map(([name, spec]) => `      ${JSON.stringify(name)}: ${JSON.stringify(spec)},`),
        '    },',
      );
    }
    lines.push('  },');
  }
  lines.push('  "packages": {');
  const integrities = new Map(model.packages.flatMap((item) => item.nodes.map((node) => [node, item.integrity] as const)));
  const entries = [...packagePaths(tree, model, integrities)].sort(([left], [right]) => (left < right ? -1 : 1));
  lines.push(entries.map(([path, tuple]) => `    ${JSON.stringify(path)}: [${tuple.join(', ')}],\n`).join('\n'));
  return `${[...lines].join('\n').trimEnd()}\n  }\n}\n`;
}

function workspaceText(path: string, manifest: Manifest): string {
  const lines = [`    ${JSON.stringify(path)}: {`];
  if (manifest.name !== '') lines.push(`      "name": ${JSON.stringify(manifest.name)},`);
  if (path !== '' && manifest.version !== '') lines.push(`      "version": ${JSON.stringify(manifest.version)},`);
  if (path !== '' && manifest.bin.size > 0) lines.push(`      "bin": ${inline(Object.fromEntries(manifest.bin))},`);
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const) {
    const entries = [...manifest[kind]].sort(([left], [right]) => (left < right ? -1 : 1));
    if (entries.length === 0) continue;
    lines.push(
      `      "${kind}": {`,
      ...entries.map(([name, spec]) => `        ${JSON.stringify(name)}: ${JSON.stringify(spec)},`),
      '      },',
    );
  }
  if (manifest.optionalPeers.size > 0)
    lines.push('      "optionalPeers": [', ...[...manifest.optionalPeers].map((name) => `        ${JSON.stringify(name)},`), '      ],');
  return [...lines, '    },'].join('\n');
}

/** Formats a value on one line, with spaces inside the brackets. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.map(inline).join(', ')} ]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value);
  return entries.length === 0 ? '{}' : `{ ${entries.map(([key, item]) => `${JSON.stringify(key)}: ${inline(item)}`).join(', ')} }`;
}

function* packagePaths(
  tree: PackageNode,
  model: LockModel,
  integrities: ReadonlyMap<PackageNode, string | null>,
): Generator<[string, string[]]> {
  for (const { path, manifest } of model.importers) {
    if (path !== '') yield [manifest.name, [JSON.stringify(`${manifest.name}@workspace:${path}`)]];
  }
  const workspaces = new Set(model.importers.map(({ node }) => node));
  const places: [PackageNode, string][] = [
    [tree, ''],
    ...model.importers.filter(({ path }) => path !== '').map(({ node, manifest }) => [node, `${manifest.name}/`] as [PackageNode, string]),
  ];
  for (const [top, prefix] of places) {
    for (const node of top.withDescendants()) {
      if (node === top || node.source.type === 'failed') continue;
      const path = prefix + pathBelow(node, top);
      if (node.source.type === 'link' && packageAt(node) === node) {
        if (!workspaces.has(node.source.target))
          yield [
            path,
            [JSON.stringify(`${node.source.target.manifest.name || node.name}@file:${node.source.target.location}`), inline({})],
          ];
        continue;
      }
      const real = packageAt(node) ?? node;
      if (integrities.has(real)) yield [path, tupleOf(real, integrities.get(real) ?? null)];
    }
  }
}

function pathBelow(node: PackageNode, top: PackageNode): string {
  return node.parent === null || node.parent === top ? node.name : `${pathBelow(node.parent, top)}/${node.name}`;
}

function tupleOf(node: PackageNode, integrity: string | null): string[] {
  const manifest = lockedManifest(node);
  const record = (map: ReadonlyMap<string, string>) => Object.fromEntries([...map].sort(([left], [right]) => (left < right ? -1 : 1)));
  const fields = {
    ...(manifest.dependencies.size > 0 ? { dependencies: record(manifest.dependencies) } : {}),
    ...(manifest.optionalDependencies.size > 0 ? { optionalDependencies: record(manifest.optionalDependencies) } : {}),
    ...(manifest.peerDependencies.size > 0 ? { peerDependencies: record(manifest.peerDependencies) } : {}),
    ...(manifest.optionalPeers.size > 0 ? { optionalPeers: [...manifest.optionalPeers].sort() } : {}),
    ...(manifest.os.length > 0 ? { os: manifest.os.length === 1 ? manifest.os[0] : manifest.os } : {}),
    ...(manifest.cpu.length > 0 ? { cpu: manifest.cpu.length === 1 ? manifest.cpu[0] : manifest.cpu } : {}),
    ...(manifest.bin.size > 0 ? { bin: binOf(manifest) } : {}),
  };
  if (node.source.type === 'remote') return [JSON.stringify(`${node.lockedName}@${node.source.url}`), inline(fields)];
  return [JSON.stringify(`${node.lockedName}@${node.lockedVersion}`), '""', inline(fields), JSON.stringify(integrity ?? '')];
}

function binOf({ name, bin }: Manifest): unknown {
  const [only] = [...bin];
  return bin.size === 1 && only?.[0] === name ? only[1] : Object.fromEntries(bin);
}
