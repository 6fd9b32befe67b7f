import type { Manifest } from '../manifest.ts';

/** One package of a lock file. */
export interface LockedPackageVersion {
  packageName: string;
  version: string;
  integrity: string | null;
  /** An archive outside of the registry. */
  url: string | null;
  /** All that an installation needs to know of it, where the lock file says so. */
  manifest: Manifest | null;
}

/** Who asks for what. */
export interface LockQuestion {
  /** The folder of the project that asks ('': the root); null: a package does. */
  importer: string | null;
  /** The package that asks; of a folder its manifest's. */
  asking: { name: string; version: string };
  /** Under which name. */
  name: string;
  /** As written in the manifest, and after catalogs and overrides. */
  written: string;
  spec: string;
  isPeer: boolean;
}

/** A lock file of pnpm, yarn or bun, as resolution asks it. */
export interface LockReading {
  /** It lists all that its packages get: what it does not name, they do not get. */
  readonly isWhole: boolean;
  /** What is to be had; `link`: a folder of the project; null: it does not say. */
  find(question: LockQuestion): LockedPackageVersion | 'link' | null;
  /** Why it is no more what these manifests ask for, apart from questions it had no answer to. */
  differences(importers: ReadonlyMap<string, Manifest>): string[];
}
