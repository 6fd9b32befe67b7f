import type { Manifest } from '../manifest.ts';
import { NpmError } from '../npm-error.ts';
import { type PackageSpec, parseSpec } from '../package-spec.ts';
import { noMatchingVersion, type Packument } from '../registry/packument.ts';
import { satisfies } from '../semver.ts';
import { isNativeOnly, laggingRange, newestWithWasm, standInRange, substituteFor, substituteRange } from '../substitutions.ts';
import type { PackageSource } from './package-node.ts';

export interface FoundPackage {
  manifest: Manifest;
  source: PackageSource;
}

export interface PackageFinderOptions {
  packument: (name: string) => Promise<Packument>;
  /** Reads the package.json of a folder given relative to the project; null when there is none. */
  readFolder: (path: string) => Manifest | null;
  readArchive: (path: string) => Promise<{ manifest: Manifest; integrity: string }>;
  readRemote: (url: string) => Promise<{ manifest: Manifest; integrity: string }>;
}

type RegistrySpec = { type: 'range'; range: string } | { type: 'tag'; tag: string };

/** Finds what a dependency asks for. The same question is answered once. */
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

  /**
   * Asks for a package and, as soon as its version is known, for all it depends on, without waiting: when the builder comes
   * to them, they are here. The registry is asked as wide as it answers instead of level by level.
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
      const manifest = packument.pick(spec) ?? (range === null ? null : packument.pick({ type: 'range', range }));
      if (manifest) return fromRegistry(manifest);
    }
    const manifest = pickForEngine(await this.options.packument(name), spec);
    if (!manifest) throw noMatchingVersion(name, spec.type === 'range' ? spec.range : spec.tag);
    return fromRegistry(manifest);
  }
}

/** npm's choice, unless that is native code and another version is not. */
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

function unsupportedSpec(name: string, spec: Extract<PackageSpec, { type: 'unsupported' }>): NpmError {
  switch (spec.kind) {
    case 'git':
      return new NpmError('EUNSUPPORTEDGIT', [
        `${name || 'The package'} is asked for from git (${spec.text}). There is no git transport in the browser's engine.`,
        'Ask for a version of it from the registry, or put its folder into the project and use file:.',
      ]);
    case 'invalid':
      return new NpmError('EINVALIDSPEC', [`Cannot understand what is asked for: ${name}@${spec.text}`]);
  }
}
