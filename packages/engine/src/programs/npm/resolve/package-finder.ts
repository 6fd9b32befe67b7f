import type { LockedPackageVersion } from '../locks/lock-reading.ts';
import type { Manifest } from '../manifest.ts';
import { NpmError } from '../npm-error.ts';
import { type PackageSpec, parseSpec } from '../package-spec.ts';
import { noMatchingVersion, type Packument } from '../registry/packument.ts';
import { isVersion, satisfies } from '../semver.ts';
import { isNativeOnly, laggingRange, newestWithWasm, standInRange, substituteFor, substituteRange } from '../substitutions.ts';
import type { PackageSource } from './package-node.ts';

export interface FoundPackage {
  manifest: Manifest;
  source: PackageSource;
}

export interface PackageFinderOptions {
  packument: (name: string) => Promise<Packument>;
  /** Returns the package.json of a folder given relative to the project, or null if there is none. */
  readFolder: (path: string) => Manifest | null;
  readArchive: (path: string) => Promise<{ manifest: Manifest; integrity: string }>;
  readRemote: (url: string) => Promise<{ manifest: Manifest; integrity: string }>;
  /** Adds the project's extensions to a manifest. */
  extend?: (manifest: Manifest) => Manifest;
  /** Returns the manifest of a single known version, if the registry provides it. */
  readVersion?: (name: string, version: string) => Promise<Manifest | null>;
  /** A replacement of native code records its original and that one's dependencies: a lock file contains both. */
  keepsOriginals?: boolean;
}

type RegistrySpec = { type: 'range'; range: string } | { type: 'tag'; tag: string };

/** Finds the package for a dependency. Each query is resolved once. */
export class PackageFinder {
  readonly #found = new Map<string, Promise<FoundPackage>>();

  constructor(private readonly options: PackageFinderOptions) {}

  find(name: string, spec: PackageSpec): Promise<FoundPackage> {
    const key = `${name} ${JSON.stringify(spec)}`;
    let promise = this.#found.get(key);
    if (!promise) {
      promise = this.#find(name, spec);
      promise.catch(() => undefined);
      this.#found.set(key, promise);
    }
    return promise;
  }

  /** Stores a result, which is used from now on instead of a request. */
  provide(name: string, spec: PackageSpec, found: FoundPackage): void {
    this.#found.set(`${name} ${JSON.stringify(spec)}`, Promise.resolve(found));
  }

  /** Returns the version that a lock file names; the lock file's own data is used if it is complete. */
  async findLocked(name: string, locked: LockedPackageVersion): Promise<FoundPackage> {
    const { packageName, version, integrity, manifest, url } = locked;
    if (url !== null) return this.find(name, { type: 'remote', url });
    if (manifest !== null && substituteFor(packageName) === null && standInRange(packageName, version) === null) {
      return { manifest: this.#extended(manifest), source: { type: 'registry', integrity, tarball: null } };
    }
    const range = { type: 'range', range: version } as const;
    const found = await this.find(name, packageName === name ? range : { type: 'alias', name: packageName, target: range });
    if (found.source.type === 'registry' && found.source.standIn === undefined && found.manifest.name === packageName) {
      assertSameContent(packageName, version, integrity, found.source.integrity);
    }
    return found;
  }

  #extended(manifest: Manifest): Manifest {
    return this.options.extend?.(manifest) ?? manifest;
  }

  /**
   * Requests a package and, once its version is known, all its dependencies, without waiting, so that they are present when the builder
   * needs them. So as many requests as possible run at once, instead of one level after the other.
   */
  prefetch(name: string, spec: PackageSpec): void {
    const key = `${name} ${JSON.stringify(spec)}`;
    if (this.#found.has(key) || (spec.type !== 'range' && spec.type !== 'tag' && spec.type !== 'alias')) return;
    this.find(name, spec).then(
      ({ manifest }) => {
        this.prefetchDependencies(manifest);
      },
      () => undefined,
    );
  }

  prefetchDependencies(manifest: Manifest): void {
    for (const map of [manifest.dependencies, manifest.optionalDependencies, manifest.peerDependencies]) {
      for (const [name, text] of map) {
        if (map === manifest.peerDependencies && manifest.optionalPeers.has(name)) continue;
        if (!manifest.bundled.has(name)) this.prefetch(name, parseSpec(text));
      }
    }
  }

  async #find(name: string, spec: PackageSpec): Promise<FoundPackage> {
    switch (spec.type) {
      case 'range':
      case 'tag':
        return this.#findInRegistry(name, spec);
      case 'alias':
        return this.#findInRegistry(spec.name, spec.target);
      case 'folder': {
        const manifest = this.options.readFolder(spec.path);
        if (!manifest) throw new NpmError('ENOENT', [`Could not read a package.json in ${spec.path}, which ${name} is to come from.`]);
        return { manifest, source: { type: 'folder', path: spec.path } };
      }
      case 'archive': {
        const { manifest, integrity } = await this.options.readArchive(spec.path);
        return { manifest, source: { type: 'archive', path: spec.path, integrity } };
      }
      case 'remote': {
        const { manifest, integrity } = await this.options.readRemote(spec.url);
        return { manifest, source: { type: 'remote', url: spec.url, integrity } };
      }
      case 'workspace':
        throw new NpmError('EUNSUPPORTEDPROTOCOL', [`Unsupported URL Type "workspace:": ${name}@workspace:${spec.range}`]);
      case 'unsupported':
        throw unsupportedSpec(name, spec);
    }
  }

  async #findInRegistry(name: string, spec: RegistrySpec): Promise<FoundPackage> {
    const substitute = substituteFor(name);
    if (substitute !== null) {
      const packument = await this.options.packument(substitute);
      const range = substituteRange(name);
      const other = range === null ? this.#lagging(packument, spec) : packument.pick({ type: 'range', range });
      const manifest = packument.pick(spec) ?? other;
      if (manifest) return this.#standIn(manifest, name, spec);
    }
    const alone = spec.type === 'range' ? await this.#versionAlone(name, spec.range) : null;
    if (alone !== null && standInRange(name, alone.version) === null && !isNativeOnly(alone)) return fromRegistry(this.#extended(alone));
    const manifest = pickForEngine(await this.options.packument(name), spec);
    if (!manifest) throw noMatchingVersion(name, spec.type === 'range' ? spec.range : spec.tag);
    return this.#standIn(manifest, name, spec);
  }

  /** Returns the newest WebAssembly build before the requested version, whose own build is not published yet. */
  #lagging(packument: Packument, spec: RegistrySpec): Manifest | null {
    if (!this.options.keepsOriginals || spec.type !== 'range' || !isVersion(spec.range)) return null;
    const [major = '0', minor = '0'] = spec.range.split('.');
    return packument.pick({ type: 'range', range: `>=${major}.${major === '0' ? minor : '0'}.0 <=${spec.range}` });
  }

  #versionAlone(name: string, version: string): Promise<Manifest | null> {
    return isVersion(version) ? (this.options.readVersion?.(name, version) ?? Promise.resolve(null)) : Promise.resolve(null);
  }

  /** Returns the chosen package; if it replaces another one, also the package that npm would have chosen. */
  async #standIn(own: Manifest, name: string, spec: RegistrySpec): Promise<FoundPackage> {
    if (!this.options.keepsOriginals) return fromRegistry(own);
    const alone = spec.type === 'range' ? await this.#versionAlone(name, spec.range) : null;
    const original = alone ?? (await this.options.packument(name)).pick(spec);
    if (original === null || (original.name === own.name && original.version === own.version)) return fromRegistry(this.#extended(own));
    const manifest: Manifest = {
      ...own,
      dependencies: new Map([...original.dependencies, ...own.dependencies]),
      optionalDependencies: new Map([...original.optionalDependencies, ...own.optionalDependencies]),
    };
    const { source } = fromRegistry(own);
    return { manifest: this.#extended(manifest), source: source.type === 'registry' ? { ...source, standIn: { original, own } } : source };
  }
}

/** Returns npm's choice, unless that is native code and another version is not. */
function pickForEngine(packument: Packument, spec: RegistrySpec): Manifest | null {
  const { name } = packument;
  const manifest = packument.pick(spec);
  if (manifest === null) {
    const range = spec.type === 'range' ? laggingRange(name, spec.range) : null;
    return range === null ? null : packument.pick({ type: 'range', range });
  }
  const standIn = standInRange(name, manifest.version);
  if (standIn !== null) return packument.pick({ type: 'range', range: standIn }) ?? manifest;
  if (spec.type === 'tag' || !isNativeOnly(manifest)) return manifest;
  const inRange = packument.versionNames.filter((version) => satisfies(version, spec.range));
  return (
    newestWithWasm(
      manifest,
      inRange.map((version) => packument.manifest(version)).filter((other) => other !== null),
    ) ?? manifest
  );
}

function fromRegistry(manifest: Manifest): FoundPackage {
  return {
    manifest,
    source: { type: 'registry', integrity: manifest.dist?.integrity ?? null, tarball: manifest.dist?.tarball ?? null },
  };
}

/** Checks that the lock file and the registry name the same archive, if both use the same algorithm. */
function assertSameContent(name: string, version: string, locked: string | null, current: string | null): void {
  const [algorithm] = (locked ?? '').split('-');
  if (locked === null || current === null || algorithm !== current.split('-')[0] || locked.split(/\s+/).includes(current)) return;
  throw new NpmError('EINTEGRITY', [
    `The lock file says that ${name}@${version} is ${locked}, and the registry that it is ${current}.`,
    'Nothing was installed: it is not what was installed when the lock file was written.',
  ]);
}

function unsupportedSpec(name: string, spec: Extract<PackageSpec, { type: 'unsupported' }>): NpmError {
  switch (spec.kind) {
    case 'git':
      return new NpmError('EUNSUPPORTEDGIT', [
        `${name || 'The package'} is asked for from git (${spec.text}). There is no git transport in the browser's engine: it reads archives`,
        'of commits, branches and tags of public repositories on GitHub, GitLab, Bitbucket and Codeberg (github:user/repository#tag).',
        'Ask for a version of it from the registry, or put its folder into the project and use file:.',
      ]);
    case 'invalid':
      return new NpmError('EINVALIDSPEC', [`Cannot understand what is asked for: ${name}@${spec.text}`]);
  }
}
