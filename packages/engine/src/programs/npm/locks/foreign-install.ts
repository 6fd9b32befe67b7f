import type { InstallRequest } from '../install/install-request.ts';
import type { TreeEdit } from '../install/tree-edit.ts';
import type { ProjectPatch } from '../managers/project-patch.ts';
import { type ProjectSettings, readProjectSettings } from '../managers/project-settings.ts';
import { overridden } from '../managers/spec-overrides.ts';
import type { Manifest } from '../manifest.ts';
import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import { joinPath } from '../project-files.ts';
import { tarballPath } from '../registry/registry-client.ts';
import type { WorkspaceFolder } from '../resolve/build-ideal-tree.ts';
import type { DependencyFlags } from '../resolve/dependency-flags.ts';
import type { EdgeOptions } from '../resolve/load-edges.ts';
import type { PackageFinder, PackageFinderOptions } from '../resolve/package-finder.ts';
import type { PackageNode } from '../resolve/package-node.ts';
import { satisfies, validRange } from '../semver.ts';
import { berryChecksum } from './berry-checksum.ts';
import { BerryLockFile } from './berry-lock-file.ts';
import { conditionsOf, locatorOf } from './berry-lock-writer.ts';
import { ClassicLockFile } from './classic-lock-file.ts';
import { lockFileName, readLockOf, writeLockOf } from './lock-files.ts';
import { type LockModel, readModel } from './lock-model.ts';
import type { LockReading } from './lock-reading.ts';
import { PnpmLockFile } from './pnpm-lock-file.ts';
import type { HashedPatch } from './pnpm-lock-writer.ts';
import { ResolvedGraph } from './resolve-graph.ts';

type Asking = { name: string; version: string };

/** Installs as pnpm, yarn or bun would: with their settings and lock file, and with versions chosen before their places in the tree. */
export class ForeignInstall {
  readonly #settings: ProjectSettings;
  readonly #lock: LockReading | null;
  /** The patches of `patch:` specs, by spec. */
  readonly #specPatches = new Map<string, ProjectPatch>();
  #graph: ResolvedGraph | null = null;
  #workspaces: readonly WorkspaceFolder[] = [];

  constructor(
    private readonly session: NpmSession,
    private readonly request: InstallRequest,
  ) {
    this.#settings = readProjectSettings(session, request.packageJson);
    this.#lock = readLockOf(session);
  }

  get finderOptions(): Pick<PackageFinderOptions, 'extend' | 'keepsOriginals'> {
    return { extend: (manifest) => this.#extended(manifest), keepsOriginals: true };
  }

  get edgeOptions(): Pick<EdgeOptions, 'rewrite' | 'pinFor' | 'isPeerLeft'> {
    return {
      rewrite: (node, name, written) =>
        this.#graph?.isAbsent(node, name)
          ? null
          : this.#rewrite({ name: node.lockedName, version: node.lockedVersion }, name, written, folderOf(node)),
      pinFor: (node, name) => this.#graph?.pinFor(node, name) ?? null,
      isPeerLeft: (node, name) => this.#graph?.isPeerLeft(node, name) ?? false,
    };
  }

  async resolve(finder: PackageFinder, workspaces: readonly WorkspaceFolder[]): Promise<void> {
    this.#workspaces = workspaces;
    const { explicit, isUpdate } = this.request;
    this.#graph = await ResolvedGraph.resolve({
      importers: this.#importers(),
      finder,
      lock: isUpdate ? null : this.#lock,
      rewrite: (asking, name, written) => this.#rewrite(asking, name, written, null),
      hasAutomaticPeers: this.#settings.hasAutomaticPeers,
      linksWorkspaces: this.#settings.linksWorkspaces,
      isAskedFor: (importer, name) => explicit.get(importer)?.has(name) ?? false,
    });
  }

  /** Throws if the lock file does not match the manifests. */
  assertFits(): void {
    const { manager } = this.session;
    const name = lockFileName(manager);
    if (this.#lock === null) {
      throw new NpmError(manager.family === 'pnpm' ? 'NO_LOCKFILE' : 'ELOCK', [
        `Cannot install with a frozen lock file: ${name} is not there.`,
        `Run ${manager.family} install without it once, to have it written.`,
      ]);
    }
    // yarn 1 keeps unused entries in the lock file.
    const problems = this.#lock instanceof ClassicLockFile ? this.#unlocked() : this.#problems();
    if (problems.length === 0) return;
    throw new NpmError(manager.family === 'pnpm' ? 'OUTDATED_LOCKFILE' : 'ELOCK', [
      `Cannot install with a frozen lock file: ${name} is not up to date with package.json, and would have to be changed.`,
      ...problems.slice(0, 12).map((problem) => `  ${problem}`),
      `Run ${manager.family} install without it to have the lock file brought up to date.`,
    ]);
  }

  /** Returns the lock file to write with the tree, or null if it is up to date. */
  async lockFile(tree: PackageNode, flags: ReadonlyMap<PackageNode, DependencyFlags>): Promise<{ path: string; text: string } | null> {
    const { session } = this;
    if (this.#lock !== null && !this.request.isUpdate && this.#problems().length === 0) return null;
    if (this.#lock instanceof PnpmLockFile && !this.#lock.lockfileVersion.startsWith('9')) {
      session.output.warn(
        `pnpm-lock.yaml is of form ${this.#lock.lockfileVersion}, which is read and not written here: it stays as it is.`,
      );
      return null;
    }
    const rewrite = (manifest: Manifest, name: string, written: string) =>
      this.#rewrite({ name: manifest.name, version: manifest.version }, name, written, null) ?? written;
    const model = readModel(tree, { importers: this.#importers(), rewrite, flags });
    const text = writeLockOf(session, {
      tree,
      model,
      settings: this.#settings,
      lock: this.#lock,
      checksums: await this.#checksums(model),
      patches: await this.#hashedPatches(),
    });
    return { path: joinPath(session.projectPath, lockFileName(session.manager)), text };
  }

  /** yarn 4 stores a checksum for each package it fetches on every platform; those already in the lock file are not recomputed. */
  async #checksums(model: LockModel): Promise<Map<string, string>> {
    const { session } = this;
    const checksums = new Map<string, string>();
    if (!session.manager.isBerry || Number.parseInt(session.manager.version, 10) < 4) return checksums;
    const previous = this.#lock instanceof BerryLockFile ? this.#lock : null;
    await Promise.all(
      model.packages.map(async ({ name, version, manifest, integrity, url, nodes: [node] }) => {
        const locator = node === undefined ? '' : locatorOf(node);
        if (conditionsOf(manifest) !== null || previous?.checksumOf(locator)) return;
        const { client } = session;
        const path = tarballPath(name, version, manifest.dist?.tarball ?? null);
        const archive = await (url === null ? client.tarball(path, integrity) : client.remoteTarball(url, integrity));
        checksums.set(locator, await berryChecksum(name, archive));
        if (url === null) client.forgetTarball(path, integrity);
      }),
    );
    return checksums;
  }

  #unlocked(): string[] {
    return (this.#graph?.unlocked ?? []).map((asked) => `${asked} is asked for, and not in the lock file`);
  }

  #problems(): string[] {
    return [...new Set([...this.#unlocked(), ...(this.#lock?.differences(this.#importers()) ?? [])])];
  }

  /** Returns the current manifests, which an installation modifies. */
  #importers(): Map<string, Manifest> {
    const { packageJson, workspaces } = this.request;
    const importers = new Map([['', packageJson.manifest]]);
    for (const { path, manifest } of this.#workspaces) {
      const changed = workspaces?.get(path);
      importers.set(path, changed ? { ...changed.manifest, name: manifest.name } : manifest);
    }
    return importers;
  }

  #rewrite(asking: Asking, name: string, written: string, folder: string | null): string | null {
    const spec = overridden(this.#settings.overrides, asking, name, this.#settings.catalogs.resolve(name, written));
    if (spec === null) return null;
    const resolved = this.#withoutPatch(name, this.#settings.catalogs.resolve(name, spec));
    return this.#workspaceSpec(inFolder(resolved, folder));
  }

  /** `workspace:other@*` and `workspace:../path` name a folder; all others are found by name. */
  #workspaceSpec(spec: string): string {
    const rest = /^workspace:(.*)$/s.exec(spec)?.[1];
    if (rest === undefined) return spec;
    const alias = /^((?:@[^/]+\/)?[^@/]+)@/.exec(rest)?.[1];
    const workspace = this.#workspaces.find(({ path, manifest }) => path === rest || manifest.name === alias);
    return workspace ? `link:${workspace.path}` : spec;
  }

  /** `patch:name@npm%3A1.0.0#file` requests `1.0.0`; the patch is applied after unpacking. */
  #withoutPatch(name: string, spec: string): string {
    const [, inner, file] = /^patch:(?:@[^/]+\/)?[^@]+@([^#]+)#([^:&]+)/.exec(spec) ?? [];
    if (inner === undefined || file === undefined) return spec;
    const asked = decodeURIComponent(inner).replace(/^npm:/, '');
    const path = file.replace(/^~\//, '').replace(/^\.\//, '');
    if (!file.startsWith('optional!')) this.#specPatches.set(spec, { name, range: validRange(asked) ?? '*', path });
    return asked;
  }

  /** Applies the project's changes to packages, on top of an installation that is about to be committed. */
  async applyPatches(nodes: readonly PackageNode[], edit: TreeEdit): Promise<void> {
    const patches = this.#patches;
    if (patches.length === 0) return;
    const { applyPatches } = await import('../managers/apply-patches.ts');
    await applyPatches(this.session, { nodes, patches }, edit);
  }

  /** pnpm 10 identifies the content of each patch by its SHA-256. */
  async #hashedPatches(): Promise<HashedPatch[]> {
    const { files, projectPath, manager } = this.session;
    if (manager.family !== 'pnpm') return [];
    if (this.#settings.patches.size > 0 && Number.parseInt(manager.version, 10) < 10) {
      this.session.output.warn(
        'pnpm before 10 names patches by another hash than the one written here: it will want to write pnpm-lock.yaml again.',
      );
    }
    const listed = this.#patches.slice(0, this.#settings.patches.size);
    return Promise.all(
      [...this.#settings.patches.keys()].map(async (key, index) => {
        const patch = listed[index] ?? { name: key, range: '*', path: '' };
        const text = (files.readText(joinPath(projectPath, patch.path)) ?? '').replaceAll('\r\n', '\n');
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
        return { ...patch, key, hash: [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
      }),
    );
  }

  get #patches(): ProjectPatch[] {
    const listed = [...this.#settings.patches].map(([key, path]) => {
      const at = key.indexOf('@', 1);
      return { name: at === -1 ? key : key.slice(0, at), range: at === -1 ? '*' : key.slice(at + 1), path };
    });
    return [...listed, ...this.#specPatches.values()];
  }

  #extended(manifest: Manifest): Manifest {
    let extended = manifest;
    for (const { name, range, fields } of this.#settings.extensions) {
      if (name !== manifest.name || !satisfies(manifest.version, range)) continue;
      const optional = Object.entries(fields.peerDependenciesMeta).flatMap(([peer, meta]) => (meta.optional ? [peer] : []));
      extended = {
        ...extended,
        dependencies: new Map([...Object.entries(fields.dependencies), ...extended.dependencies]),
        optionalDependencies: new Map([...Object.entries(fields.optionalDependencies), ...extended.optionalDependencies]),
        peerDependencies: new Map([...Object.entries(fields.peerDependencies), ...extended.peerDependencies]),
        optionalPeers: new Set([...extended.optionalPeers, ...optional]),
      };
    }
    return extended;
  }
}

function folderOf({ source, sourceReference }: PackageNode): string | null {
  const real = sourceReference?.source ?? source;
  return real.type === 'folder' ? real.path : null;
}

/** Paths in a workspace's manifest are relative to that workspace. */
function inFolder(spec: string, folder: string | null): string {
  const local = /^(link:|portal:|file:)(\.{1,2}(?:\/.*)?)$/s.exec(spec);
  return folder === null || !local ? spec : `${local[1]}${joinPath('/', folder, local[2] ?? '').slice(1)}`;
}
