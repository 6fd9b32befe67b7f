import { z } from 'zod';
import { type Manifest, parseManifest } from '../manifest.ts';
import type { LockedPackageVersion, LockQuestion, LockReading } from './lock-reading.ts';

const specs = z.record(z.string(), z.string()).catch({});
const workspaceSchema = z
  .object({
    name: z.string().optional(),
    version: z.string().optional(),
    dependencies: specs,
    devDependencies: specs,
    optionalDependencies: specs,
    peerDependencies: specs,
  })
  .loose();
const lockSchema = z
  .object({
    lockfileVersion: z.number(),
    workspaces: z.record(z.string(), workspaceSchema),
    packages: z.record(z.string(), z.array(z.unknown())).catch({}),
  })
  .loose();

/** Parses bun's JSON, which has commas before closing brackets; commas in strings stay. */
function parseLoosely(text: string): unknown {
  return JSON.parse(
    text.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])/g, (whole, quoted: string | undefined) => (quoted === undefined ? '' : whole)),
  );
}

/** Splits `"a/b/c"` into names, keeping each scope with the name that follows it. */
function namesOf(path: string): string[] {
  return path.match(/@[^/]+\/[^/]+|[^/]+/g) ?? [];
}

interface Entry {
  locked: LockedPackageVersion | 'link';
}

/** A bun.lock: packages by their path, as in `node_modules`. */
export class BunLockFile implements LockReading {
  readonly isWhole = false;
  readonly #entries = new Map<string, Entry>();
  /** Maps `name@version` to the paths where it occurs. */
  readonly #paths = new Map<string, string[]>();
  readonly #workspaces: ReadonlyMap<string, z.infer<typeof workspaceSchema>>;

  private constructor(readonly document: z.infer<typeof lockSchema>) {
    this.#workspaces = new Map(Object.entries(document.workspaces));
    for (const [path, tuple] of Object.entries(document.packages)) this.#add(path, tuple);
  }

  static parse(text: string): BunLockFile | null {
    const lock = lockSchema.safeParse(parseLoosely(text));
    return lock.success ? new BunLockFile(lock.data) : null;
  }

  find({ importer, asking, name, written }: LockQuestion): LockedPackageVersion | 'link' | null {
    if (importer !== null) {
      const workspace = this.#workspaces.get(importer);
      const known = workspace && {
        ...workspace.peerDependencies,
        ...workspace.devDependencies,
        ...workspace.dependencies,
        ...workspace.optionalDependencies,
      };
      if (known?.[name] !== written) return null;
      return this.#resolve(importer === '' ? [] : [workspace?.name ?? ''], name);
    }
    for (const path of this.#paths.get(`${asking.name}@${asking.version}`) ?? []) {
      const found = this.#resolve(namesOf(path), name);
      if (found !== null) return found;
    }
    return null;
  }

  differences(importers: ReadonlyMap<string, Manifest>): string[] {
    const problems: string[] = [];
    for (const [path, manifest] of importers) {
      const workspace = this.#workspaces.get(path);
      if (workspace === undefined) {
        problems.push(`${path} is not in the lock file`);
        continue;
      }
      for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'] as const) {
        const asked = manifest[kind];
        for (const name of Object.keys(workspace[kind]))
          if (!asked.has(name)) problems.push(`${path || 'package.json'} no longer asks for ${name}`);
        for (const [name, spec] of asked)
          if (workspace[kind][name] !== spec) problems.push(`${path || 'package.json'} asks for ${name}@${spec}`);
      }
    }
    for (const path of this.#workspaces.keys()) if (!importers.has(path)) problems.push(`${path} is no workspace any more`);
    return problems;
  }

  /** Resolves as Node does: below the package, then upwards. */
  #resolve(path: readonly string[], name: string): LockedPackageVersion | 'link' | null {
    for (let depth = path.length; depth >= 0; depth -= 1) {
      const entry = this.#entries.get([...path.slice(0, depth), name].join('/'));
      if (entry !== undefined) return entry.locked;
    }
    return null;
  }

  #add(path: string, tuple: readonly unknown[]): void {
    const [resolution] = tuple;
    if (typeof resolution !== 'string') return;
    const at = resolution.indexOf('@', 1);
    const [packageName, reference] = [resolution.slice(0, at), resolution.slice(at + 1)];
    if (
      reference.startsWith('workspace:') ||
      reference.startsWith('link:') ||
      reference.startsWith('file:') ||
      reference.startsWith('root:')
    ) {
      this.#entries.set(path, { locked: 'link' });
      return;
    }
    const isRemote = /^https?:/.test(reference);
    const fields = tuple.find((item) => typeof item === 'object' && item !== null) ?? {};
    const integrity = tuple.findLast((item): item is string => typeof item === 'string' && /^sha\d+-/.test(item)) ?? null;
    const optionalPeers = new Set('optionalPeers' in fields && Array.isArray(fields.optionalPeers) ? fields.optionalPeers : []);
    const peerDependenciesMeta = Object.fromEntries([...optionalPeers].map((name) => [String(name), { optional: true }]));
    const manifest = parseManifest({ ...fields, name: packageName, version: reference, peerDependenciesMeta });
    const locked: LockedPackageVersion = {
      packageName,
      version: reference,
      integrity,
      url: isRemote ? reference : null,
      manifest: isRemote ? null : manifest,
    };
    this.#entries.set(path, { locked });
    const key = `${packageName}@${reference}`;
    this.#paths.set(key, [...(this.#paths.get(key) ?? []), path]);
  }
}
