import type { Manifest } from '../manifest.ts';

/** One package of a lock file. */
export interface LockedPackageVersion {
  packageName: string;
  version: string;
  integrity: string | null;
  /** The URL of an archive outside the registry. */
  url: string | null;
  /** The manifest for an installation, if the lock file contains it. */
  manifest: Manifest | null;
}

/** A dependency to look up in a lock file. */
export interface LockQuestion {
  /** The project folder that has the dependency ('' is the root), or `null` if a package has it. */
  importer: string | null;
  /** The package that has the dependency; for a folder, the name and version of its manifest. */
  asking: { name: string; version: string };
  /** The name under which it is required. */
  name: string;
  /** As written in the manifest, and after catalogs and overrides. */
  written: string;
  spec: string;
  isPeer: boolean;
}

/** A lock file of pnpm, yarn or bun, as used by resolution. */
export interface LockReading {
  /** True if the lock file lists all dependencies of its packages, which then get no others. */
  readonly isWhole: boolean;
  /** Returns the locked package, `link` for a folder of the project, or null if the lock file has no answer. */
  find(question: LockQuestion): LockedPackageVersion | 'link' | null;
  /** Returns how the lock file differs from these manifests, apart from questions it could not answer. */
  differences(importers: ReadonlyMap<string, Manifest>): string[];
}
