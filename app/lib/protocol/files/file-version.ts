import { z } from 'zod';
import type { ContentHash } from '../ids.ts';

/**
 * What a version of a file is named by: the hash of its bytes, or, of a symbolic link, where it leads. A link has no bytes of its own that
 * would have to be kept under a hash, and no file can have the name of one.
 */
export const fileVersionSchema = z
  .string()
  // A target is as long as on Linux at most: characters.
  .regex(/^(?:[0-9a-f]{64}|link:[\s\S]{1,4096})$/)
  .brand<'ContentHash'>();

const LINK = 'link:';

/** null: nothing that a link can be kept as. */
export function linkVersion(target: string): ContentHash | null {
  return fileVersionSchema.safeParse(`${LINK}${target}`).data ?? null;
}

/** Where the link leads, as it was written; null: the version is that of a file. */
export function linkTargetOf(version: ContentHash | null | undefined): string | null {
  return version?.startsWith(LINK) === true ? version.slice(LINK.length) : null;
}

/** Of these versions those whose bytes are kept under their hash. */
export function hashesOfFiles(versions: Iterable<ContentHash>): ContentHash[] {
  return [...versions].filter((version) => linkTargetOf(version) === null);
}

/** A link as the text of a file, where files are shown as texts. */
export function linkText(target: string): string {
  return `Symbolic link to ${target}`;
}
