/** A file of a build, as the build writes it into its offline worker. */
export interface OfflineFile {
  /** With the query that it is asked for with, if it has one. */
  path: string;
  bytes: number;
  /** In Base64. */
  sha256: string;
}

/** What an offline worker keeps, and of which build it is: its own script says so, which no page and no other worker can change. */
export interface OfflineBuild {
  /** Of everything in it. */
  id: string;
  /** As the pages of that build call themselves. */
  version: string;
  files: readonly OfflineFile[];
}

/** The names of the caches begin with it. */
export const OFFLINE_CACHE_PREFIX = 'devonz-offline ';

/** What a copy of this build needs. */
export function bytesOf(build: OfflineBuild): number {
  return build.files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Such a file is the same in every build that names it. */
export function isNamedByContent(path: string): boolean {
  return /\/(?:assets|chunks)\/[^/]*-[\w-]{8}\.\w+$/.test(path);
}
