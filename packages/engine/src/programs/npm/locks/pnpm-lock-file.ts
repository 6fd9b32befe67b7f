import { load } from 'js-yaml';
import { z } from 'zod';
import { type Manifest, parseManifest } from '../manifest.ts';
import { compare } from '../semver.ts';
import type { LockedPackageVersion, LockQuestion, LockReading } from './lock-reading.ts';

const reference = z.union([z.string(), z.number()]).transform(String);
const references = z.record(z.string(), reference).catch({});
const importerDependency = z.union([z.object({ specifier: reference, version: reference }), reference]);
const importerDependencies = z.record(z.string(), importerDependency).catch({});
const importerSchema = z.object({
  specifiers: references,
  dependencies: importerDependencies,
  devDependencies: importerDependencies,
  optionalDependencies: importerDependencies,
});
const packageSchema = z
  .object({
    name: z.string().optional(),
    version: reference.optional(),
    resolution: z.object({ integrity: z.string().optional(), tarball: z.string().optional() }).catch({}),
    hasBin: z.boolean().catch(false),
    dependencies: references,
    optionalDependencies: references,
  })
  .loose();
const snapshotSchema = z.object({ dependencies: references, optionalDependencies: references });
const lockSchema = z
  .object({
    lockfileVersion: reference,
    importers: z.record(z.string(), importerSchema).optional(),
    packages: z.record(z.string(), packageSchema).catch({}),
    snapshots: z.record(z.string(), snapshotSchema).optional(),
  })
  .loose();

/** Removes the peers: `a@1.0.0(b@2.0.0)`, `/a@1.0.0(b@2.0.0)` and `/a/1.0.0_b@2.0.0` become `a@1.0.0`. */
function withoutPeers(key: string): string {
  const plain = key.replace(/^\//, '').replace(/\(.*$/s, '');
  const old = /^((?:@[^/]+\/)?[^/@]+)\/([^/_]+)(?:_.*)?$/s.exec(plain);
  return old && /^\d/.test(old[2] ?? '') ? `${old[1]}@${old[2]}` : plain;
}

/** Returns the target of a reference of a dependency named `name`: a package key or `link:…`. */
function keyOfReference(name: string, text: string): string {
  if (text.startsWith('link:')) return text;
  if (text.startsWith('/')) return withoutPeers(text);
  const plain = text.replace(/\(.*$/s, '').replace(/^(\d[^_]*)_.*$/s, '$1');
  return /^(?:@[^/]+\/)?[^@/:]+@./.test(plain) ? plain : `${name}@${plain}`;
}

interface Snapshot {
  dependencies: Map<string, Set<string>>;
}

/** A pnpm-lock.yaml of format 9, 6 or 5. */
export class PnpmLockFile implements LockReading {
  readonly isWhole = true;
  readonly lockfileVersion: string;
  readonly #importers = new Map<string, Map<string, { specifier: string; key: string }>>();
  readonly #packages = new Map<string, LockedPackageVersion>();
  readonly #snapshots = new Map<string, Snapshot>();
  /** The sections with the settings the lock file was created with, unchanged. */
  readonly settings: Readonly<Record<string, unknown>>;

  private constructor(lock: z.infer<typeof lockSchema>, raw: Record<string, unknown>) {
    this.lockfileVersion = lock.lockfileVersion;
    this.settings = raw;
    const importers = lock.importers ?? { '.': importerSchema.parse(raw) };
    for (const [path, importer] of Object.entries(importers)) this.#importers.set(path === '.' ? '' : path, importerEntries(importer));
    for (const [key, entry] of Object.entries(lock.packages)) this.#addPackage(withoutPeers(key), entry);
    for (const [key, snapshot] of Object.entries(lock.snapshots ?? lock.packages)) this.#addSnapshot(withoutPeers(key), snapshot);
  }

  /** Returns null if the text is not such a file. */
  static parse(text: string): PnpmLockFile | null {
    const raw: unknown = load(text);
    const lock = lockSchema.safeParse(raw);
    if (!lock.success || typeof raw !== 'object' || raw === null) return null;
    return new PnpmLockFile(lock.data, { ...raw });
  }

  find({ importer, asking, name, written, spec, isPeer }: LockQuestion): LockedPackageVersion | 'link' | null {
    if (importer !== null) {
      const entry = this.#importers.get(importer)?.get(name);
      if (entry === undefined || (entry.specifier !== written && entry.specifier !== spec)) return null;
      return entry.key.startsWith('link:') ? 'link' : (this.#packages.get(entry.key) ?? null);
    }
    const keys = this.#snapshots.get(`${asking.name}@${asking.version}`)?.dependencies.get(name);
    // Copies of a package with different peers differ in those; the place determines which one applies.
    if (keys === undefined || (isPeer && keys.size > 1)) return null;
    if ([...keys].some((key) => key.startsWith('link:'))) return 'link';
    const found = [...keys].map((key) => this.#packages.get(key)).filter((locked) => locked !== undefined);
    return found.sort((left, right) => compare(right.version, left.version))[0] ?? null;
  }

  differences(importers: ReadonlyMap<string, Manifest>): string[] {
    const problems: string[] = [];
    for (const [path, manifest] of importers) {
      const locked = this.#importers.get(path);
      const asked = new Map([...manifest.devDependencies, ...manifest.dependencies, ...manifest.optionalDependencies]);
      const where = path === '' ? 'package.json' : `${path}/package.json`;
      for (const [name, { specifier }] of locked ?? []) {
        if (!asked.has(name) && !manifest.peerDependencies.has(name)) problems.push(`${where} no longer asks for ${name}@${specifier}`);
      }
      for (const [name, spec] of asked) {
        if (!locked?.has(name)) problems.push(`${where} asks for ${name}@${spec}, which is not in the lock file`);
      }
    }
    for (const path of this.#importers.keys()) if (!importers.has(path)) problems.push(`${path} is no workspace any more`);
    return problems;
  }

  #addPackage(key: string, entry: z.infer<typeof packageSchema>): void {
    const at = key.indexOf('@', 1);
    const name = entry.name ?? key.slice(0, at);
    const given = key.slice(at + 1);
    const url = entry.resolution.tarball ?? null;
    const version = entry.version ?? given;
    const integrity = entry.resolution.integrity ?? null;
    // The lock file does not list a package's commands.
    const manifest = entry.hasBin || this.#packages.has(key) ? null : parseManifest({ ...entry, name, version });
    this.#packages.set(key, { packageName: name, version, integrity, url: url !== null && /^https?:/.test(given) ? url : null, manifest });
  }

  #addSnapshot(key: string, { dependencies, optionalDependencies }: z.infer<typeof snapshotSchema>): void {
    const known = this.#snapshots.get(key) ?? { dependencies: new Map<string, Set<string>>() };
    this.#snapshots.set(key, known);
    for (const [name, text] of [...Object.entries(dependencies), ...Object.entries(optionalDependencies)]) {
      const keys = known.dependencies.get(name) ?? new Set<string>();
      known.dependencies.set(name, keys.add(keyOfReference(name, text)));
    }
    this.#completeManifest(key, Object.keys(dependencies), Object.keys(optionalDependencies));
  }

  /** Dependencies are listed in a package's snapshots; each snapshot has its own versions. */
  #completeManifest(key: string, dependencies: readonly string[], optional: readonly string[]): void {
    const locked = this.#packages.get(key);
    if (!locked?.manifest) return;
    const { manifest } = locked;
    const isPeer = (name: string) => manifest.peerDependencies.has(name);
    const completed: Manifest = {
      ...manifest,
      dependencies: new Map([
        ...manifest.dependencies,
        ...dependencies.filter((name) => !isPeer(name)).map((name) => [name, '*'] as const),
      ]),
      optionalDependencies: new Map([
        ...manifest.optionalDependencies,
        ...optional.filter((name) => !isPeer(name)).map((name) => [name, '*'] as const),
      ]),
    };
    this.#packages.set(key, { ...locked, manifest: completed });
  }
}

function importerEntries(importer: z.infer<typeof importerSchema>): Map<string, { specifier: string; key: string }> {
  const entries = new Map<string, { specifier: string; key: string }>();
  for (const kind of ['devDependencies', 'dependencies', 'optionalDependencies'] as const) {
    for (const [name, entry] of Object.entries(importer[kind])) {
      const [specifier, version] = typeof entry === 'string' ? [importer.specifiers[name] ?? '', entry] : [entry.specifier, entry.version];
      entries.set(name, { specifier, key: keyOfReference(name, version) });
    }
  }
  return entries;
}
