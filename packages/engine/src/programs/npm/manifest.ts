import { z } from 'zod';

/** The fields of a package.json, or of a version in a registry document, that npm uses. Names are untrusted, so they are stored in maps. */
export interface Manifest {
  name: string;
  version: string;
  dependencies: ReadonlyMap<string, string>;
  devDependencies: ReadonlyMap<string, string>;
  optionalDependencies: ReadonlyMap<string, string>;
  peerDependencies: ReadonlyMap<string, string>;
  /** The names of optional peers. */
  optionalPeers: ReadonlySet<string>;
  /** The names of the dependencies bundled in the package's own archive. */
  bundled: ReadonlySet<string>;
  /** Maps command names to paths inside the package. */
  bin: ReadonlyMap<string, string>;
  /** The paths as written. */
  writtenBin: ReadonlyMap<string, string>;
  /** A folder whose files are the commands (`directories.bin`), for a package that does not list any itself. */
  binFolder: string | null;
  engines: ReadonlyMap<string, string>;
  os: readonly string[];
  cpu: readonly string[];
  libc: readonly string[];
  scripts: ReadonlyMap<string, string>;
  deprecated: string | null;
  hasInstallScript: boolean;
  license: string | null;
  funding: unknown;
  dist: { tarball: string; integrity: string | null } | null;
}

const textMap = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((record) => new Map(Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === 'string')));

const textList = z
  .union([z.array(z.string()), z.string().transform((text) => [text])])
  .nullish()
  .catch([])
  .transform((list) => list ?? []);

const manifestSchema = z.object({
  name: z.string().catch(''),
  version: z.string().catch(''),
  dependencies: textMap,
  devDependencies: textMap,
  optionalDependencies: textMap,
  peerDependencies: textMap,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().catch(false) }).catch({ optional: false })).catch({}),
  bundleDependencies: z
    .union([z.array(z.string()), z.boolean()])
    .optional()
    .catch(undefined),
  bundledDependencies: z
    .union([z.array(z.string()), z.boolean()])
    .optional()
    .catch(undefined),
  bin: z
    .union([z.string(), z.record(z.string(), z.string())])
    .optional()
    .catch(undefined),
  directories: z
    .object({ bin: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  engines: textMap,
  os: textList,
  cpu: textList,
  libc: textList,
  scripts: textMap,
  deprecated: z.union([z.string(), z.boolean()]).optional().catch(undefined),
  hasInstallScript: z.boolean().catch(false),
  license: z
    .union([z.string(), z.object({ type: z.string() }).transform((license) => license.type)])
    .optional()
    .catch(undefined),
  funding: z.unknown().optional(),
  dist: z.object({ tarball: z.string(), integrity: z.string().optional(), shasum: z.string().optional() }).optional().catch(undefined),
});

/** Returns the commands of a package that specifies a folder of them, as npm does: each file in it that is not hidden. */
export function binOfFolder(folder: string, paths: Iterable<string>): Map<string, string> {
  const inFolder = [...paths].filter((path) => path.startsWith(`${folder}/`) && !/(^|\/)\./.test(path.slice(folder.length + 1)));
  return new Map(inFolder.map((path) => [path.slice(path.lastIndexOf('/') + 1), path]));
}

/** Returns command names and paths inside the package, normalised as in npm. */
function binMap(packageName: string, bin: string | Record<string, string> | undefined): Map<string, string> {
  const entries = typeof bin === 'string' ? [[packageName, bin] as const] : Object.entries(bin ?? {});
  const result = new Map<string, string>();
  for (const [command, path] of entries) {
    const name = command.split(/[/\\]/).at(-1) ?? '';
    const inside = pathInside(path);
    if (name !== '' && name !== '.' && name !== '..' && inside !== '') result.set(name, inside);
  }
  return result;
}

function pathInside(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

function hexToBase64(hex: string): string {
  return btoa(String.fromCharCode(...(hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))));
}

/** Parses untrusted input; fields of an unexpected shape count as absent. */
export function parseManifest(value: unknown): Manifest {
  const raw = manifestSchema.parse(typeof value === 'object' && value !== null ? value : {});
  const optionalDependencies = raw.optionalDependencies;
  const bundled = raw.bundleDependencies ?? raw.bundledDependencies ?? false;
  const deprecated = typeof raw.deprecated === 'string' && raw.deprecated !== '' ? raw.deprecated : null;
  const integrity = raw.dist?.integrity ?? (raw.dist?.shasum === undefined ? null : `sha1-${hexToBase64(raw.dist.shasum)}`);
  return {
    name: raw.name,
    version: raw.version,
    // The registry repeats the optional dependencies among the others; they count as optional.
    dependencies: new Map([...raw.dependencies].filter(([name]) => !optionalDependencies.has(name))),
    devDependencies: raw.devDependencies,
    optionalDependencies,
    peerDependencies: raw.peerDependencies,
    optionalPeers: new Set(
      Object.entries(raw.peerDependenciesMeta)
        .filter(([, meta]) => meta.optional)
        .map(([name]) => name),
    ),
    bundled: new Set(bundled === true ? raw.dependencies.keys() : bundled === false ? [] : bundled),
    bin: binMap(raw.name, raw.bin),
    writtenBin: new Map(typeof raw.bin === 'string' ? [[raw.name.split('/').at(-1) ?? '', raw.bin]] : Object.entries(raw.bin ?? {})),
    binFolder: raw.bin === undefined ? pathInside(raw.directories?.bin ?? '') || null : null,
    engines: raw.engines,
    os: raw.os,
    cpu: raw.cpu,
    libc: raw.libc,
    scripts: raw.scripts,
    deprecated,
    hasInstallScript: raw.hasInstallScript,
    license: raw.license ?? null,
    funding: raw.funding,
    dist: raw.dist ? { tarball: raw.dist.tarball, integrity } : null,
  };
}
