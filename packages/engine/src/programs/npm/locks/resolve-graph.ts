import type { Manifest } from '../manifest.ts';
import { NpmError } from '../npm-error.ts';
import { type PackageSpec, parseSpec } from '../package-spec.ts';
import type { FoundPackage, PackageFinder } from '../resolve/package-finder.ts';
import type { PackageNode, Pin } from '../resolve/package-node.ts';
import { satisfies } from '../semver.ts';
import type { LockedPackageVersion, LockQuestion, LockReading } from './lock-reading.ts';

export interface GraphOptions {
  /** The root ('') and its workspaces. */
  importers: ReadonlyMap<string, Manifest>;
  finder: PackageFinder;
  lock: LockReading | null;
  /** Returns the spec to use instead of the written one, or null to drop the dependency. */
  rewrite: (asking: { name: string; version: string }, name: string, written: string) => string | null;
  /** Missing peers are installed automatically. */
  hasAutomaticPeers: boolean;
  /** A plain range that a workspace satisfies is linked to that workspace. */
  linksWorkspaces: boolean;
  /** Returns true for explicitly requested packages, which are resolved again regardless of the lock file. */
  isAskedFor: (importer: string, name: string) => boolean;
}

interface Asking {
  importer: string | null;
  identity: { name: string; version: string };
  manifest: Manifest;
}

/** The version that each dependency gets, chosen before placement: the lock file's, otherwise the registry's best. */
export class ResolvedGraph {
  readonly #pins = new Map<string, Pin | null>();
  readonly #leftPeers = new Set<string>();
  readonly #absent = new Set<string>();
  readonly #locked = new Set<string>();
  /** `name@spec` of the dependencies missing in the lock file. */
  readonly unlocked: string[] = [];
  readonly #visited = new Map<string, Promise<void>>();
  readonly #workspaces: ReadonlyMap<string, Manifest>;

  private constructor(private readonly options: GraphOptions) {
    this.#workspaces = new Map([...options.importers].filter(([path]) => path !== '').map(([, manifest]) => [manifest.name, manifest]));
  }

  static async resolve(options: GraphOptions): Promise<ResolvedGraph> {
    const graph = new ResolvedGraph(options);
    await Promise.all(
      [...options.importers].map(([importer, manifest]) =>
        graph.#visit({ importer, identity: { name: manifest.name, version: manifest.version }, manifest }),
      ),
    );
    return graph;
  }

  pinFor(node: PackageNode, name: string): Pin | null {
    return this.#pins.get(`${keyOf(node)} ${name}`) ?? null;
  }

  /** Returns true if a peer is omitted unless another package brings it. */
  isPeerLeft(node: PackageNode, name: string): boolean {
    return this.#leftPeers.has(`${keyOf(node)} ${name}`);
  }

  /** Returns true if the locked package lacks this dependency: an optional one that was unavailable when the lock file was written. */
  isAbsent(node: PackageNode, name: string): boolean {
    return this.#absent.has(`${keyOf(node)} ${name}`);
  }

  #visit(asking: Asking): Promise<void> {
    const key = asking.importer === null ? `${asking.identity.name}@${asking.identity.version}` : `folder ${asking.importer}`;
    let visit = this.#visited.get(key);
    if (!visit) {
      visit = this.#visitAll(asking, key);
      this.#visited.set(key, visit);
      // A cycle of packages must not wait for itself, so later visits do not wait.
      return visit;
    }
    return Promise.resolve();
  }

  async #visitAll(asking: Asking, key: string): Promise<void> {
    const { manifest, importer } = asking;
    const wanted = new Map<string, { written: string; isOptional: boolean; isPeer: boolean }>();
    for (const [name, written] of manifest.peerDependencies) {
      wanted.set(name, { written, isOptional: manifest.optionalPeers.has(name), isPeer: true });
    }
    for (const [name, written] of manifest.dependencies) wanted.set(name, { written, isOptional: false, isPeer: false });
    for (const [name, written] of manifest.optionalDependencies) wanted.set(name, { written, isOptional: true, isPeer: false });
    if (importer !== null)
      for (const [name, written] of manifest.devDependencies) wanted.set(name, { written, isOptional: false, isPeer: false });
    await Promise.all(
      [...wanted].map(async ([name, { written, isOptional, isPeer }]) => {
        if (importer === null && manifest.bundled.has(name)) return;
        const spec = this.options.rewrite(asking.identity, name, written);
        if (spec === null) return;
        const question: LockQuestion = { importer, asking: asking.identity, name, written, spec, isPeer };
        try {
          await (isPeer ? this.#resolvePeer(question, key, isOptional) : this.#resolveOne(question, key, isOptional));
        } catch (error) {
          if (!isOptional || !(error instanceof NpmError) || error.code === 'ENETUNREACH') throw error;
        }
      }),
    );
  }

  async #resolveOne(question: LockQuestion, key: string, isOptional: boolean): Promise<void> {
    const { name, spec, importer } = question;
    const parsed = parseSpec(spec);
    if (parsed.type === 'workspace' || parsed.type === 'folder') return;
    const isAskedFor = importer !== null && this.options.isAskedFor(importer, name);
    const locked = isAskedFor ? null : (this.options.lock?.find(question) ?? null);
    if (locked === 'link' || (locked === null && this.#isLinked(name, parsed))) return;
    if (locked !== null) return this.#take(question, key, locked);
    if (this.#locked.has(key) && (isOptional || this.options.lock?.isWhole)) {
      this.#absent.add(`${key} ${name}`);
      return;
    }
    if (!isAskedFor) this.unlocked.push(`${name}@${spec}`);
    await this.#follow(name, key, await this.options.finder.find(name, parsed), parsed);
  }

  async #resolvePeer(question: LockQuestion, key: string, isOptional: boolean): Promise<void> {
    const { lock, hasAutomaticPeers, finder } = this.options;
    const { name, spec } = question;
    const locked = lock?.find(question) ?? null;
    if (locked !== null && locked !== 'link') return this.#take(question, key, locked);
    if (locked === 'link') return;
    if (isOptional || !hasAutomaticPeers || lock !== null) {
      this.#leftPeers.add(`${key} ${name}`);
      return;
    }
    // The tree decides where it is placed; the versions of its own dependencies are chosen here.
    const found = await finder.find(name, parseSpec(spec));
    await this.#visit({ importer: null, identity: identityOf(found), manifest: found.manifest });
  }

  async #take(question: LockQuestion, key: string, locked: LockedPackageVersion): Promise<void> {
    const { finder } = this.options;
    const found = await finder.findLocked(question.name, locked);
    const { name, version } = identityOf(found);
    this.#locked.add(`${name}@${version}`);
    await this.#follow(question.name, key, found, parseSpec(question.spec));
  }

  async #follow(name: string, key: string, found: FoundPackage, asked: PackageSpec): Promise<void> {
    const identity = identityOf(found);
    if (found.source.type === 'registry') {
      const range = { type: 'range', range: identity.version } as const;
      const spec: PackageSpec = identity.name === name ? range : { type: 'alias', name: identity.name, target: range };
      this.#pins.set(`${key} ${name}`, { packageName: identity.name, version: identity.version, spec });
      this.options.finder.provide(name, spec, found);
    } else this.options.finder.provide(name, asked, found);
    await this.#visit({ importer: null, identity, manifest: found.manifest });
  }

  #isLinked(name: string, spec: PackageSpec): boolean {
    const workspace = this.#workspaces.get(name);
    if (workspace === undefined || !this.options.linksWorkspaces) return false;
    return spec.type === 'range' && (spec.range === '*' || satisfies(workspace.version, spec.range));
  }
}

function identityOf({ manifest, source }: FoundPackage): { name: string; version: string } {
  const original = source.type === 'registry' ? (source.standIn?.original ?? manifest) : manifest;
  return { name: original.name, version: original.version };
}

function keyOf(node: PackageNode): string {
  const real = node.sourceReference ?? node;
  if (real.source.type === 'root') return 'folder ';
  return real.source.type === 'folder' ? `folder ${real.source.path}` : `${real.lockedName}@${real.lockedVersion}`;
}
