import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { linkTarget } from '../link-target.ts';
import type { LeftOutReason } from './import-source.ts';
import { unpackEntry } from './unpack-entry.ts';
import type { ZipEntry } from './zip-directory.ts';

/** A link to a link, and so on. */
const MOST_HOPS = 8;
/** As long as a path can be. Bytes. */
const LONGEST_TARGET = 4_096;
const FILE_TYPE = 0o170000;
const LINK = 0o120000;

/** In an archive a link is an entry whose content is where it leads to. */
export function isLink({ mode }: ZipEntry): boolean {
  return (mode & FILE_TYPE) === LINK;
}

/** Finds the file of the archive that a link leads to, or why there is none to take. */
export function createLinkFollower(archive: Uint8Array, directory: readonly ZipEntry[]): (link: ZipEntry) => ZipEntry | LeftOutReason {
  const byName = new Map(directory.map((entry) => [entry.name.replace(/^(?:\.\/)+/, ''), entry]));
  return (link) => {
    let at = link;
    for (let hops = 0; isLink(at); hops++) {
      const target = hops < MOST_HOPS ? targetOf(archive, at) : null;
      if (target === null) return 'link';
      const place = linkTarget(at.name.replace(/^(?:\.\/)+/, ''), target);
      if (place === null) return 'outside';
      const next = byName.get(place);
      if (next === undefined) return 'link';
      at = next;
    }
    // A copy under a harmless name would be read, and sent, without a question.
    return isSecretPath(at.name) && !isSecretPath(link.name) ? 'keys' : at;
  };
}

/** null: it cannot be read, or is no path. */
function targetOf(archive: Uint8Array, link: ZipEntry): string | null {
  if (link.isEncrypted || link.size > LONGEST_TARGET) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(unpackEntry(archive, link));
  } catch {
    return null;
  }
}
