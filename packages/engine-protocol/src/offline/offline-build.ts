/** A file of a build, as the build writes it into its offline worker. */
export interface OfflineFile {
  /** Includes the query of its requests, if any. */
  path: string;
  bytes: number;
  /** In Base64. */
  sha256: string;
}

/**
 * The files that an offline worker caches, and the build that they belong to. It is part of the worker's script, which no page or other
 * worker can change.
 */
export interface OfflineBuild {
  /** A hash of the whole build. */
  id: string;
  /** The version that the pages of that build report. */
  version: string;
  files: readonly OfflineFile[];
}

/** The prefix of all cache names. */
export const OFFLINE_CACHE_PREFIX = 'devonz-offline ';

/** Returns the size of a copy of this build in bytes. */
export function bytesOf(build: OfflineBuild): number {
  return build.files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns whether the path contains a hash, so that the file is the same in every build that lists it. */
export function isNamedByContent(path: string): boolean {
  return /\/(?:assets|chunks)\/[^/]*-[\w-]{8}\.\w+$/.test(path);
}
