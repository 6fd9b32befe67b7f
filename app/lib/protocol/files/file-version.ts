import { z } from 'zod';
import type { ContentHash } from '../ids.ts';

/**
 * Identifies a version of a file: by the hash of its bytes or, for a symbolic link, by its target. A link has no bytes to store under a
 * hash, and no file's hash can equal a link's version.
 */
export const fileVersionSchema = z
  .string()
  // The longest link target that Linux allows, in characters.
  .regex(/^(?:[0-9a-f]{64}|link:[\s\S]{1,4096})$/)
  .brand<'ContentHash'>();

const LINK = 'link:';

/** Returns null if the target cannot be stored as a link. */
export function linkVersion(target: string): ContentHash | null {
  return fileVersionSchema.safeParse(`${LINK}${target}`).data ?? null;
}

/** The target of the link as it was written; null if the version is that of a regular file. */
export function linkTargetOf(version: ContentHash | null | undefined): string | null {
  return version?.startsWith(LINK) === true ? version.slice(LINK.length) : null;
}

/** The versions of regular files: only their bytes are stored under their hash. */
export function hashesOfFiles(versions: Iterable<ContentHash>): ContentHash[] {
  return [...versions].filter((version) => linkTargetOf(version) === null);
}

/** The text that represents a link where files are shown as text. */
export function linkText(target: string): string {
  return `Symbolic link to ${target}`;
}
