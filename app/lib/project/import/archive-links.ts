import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { linkTarget } from '../link-target.ts';
import type { LeftOutReason } from './import-source.ts';
import { unpackEntry } from './unpack-entry.ts';
import type { ZipEntry } from './zip-directory.ts';
import { zipEntryKind } from './zip-entry-kind.ts';

/** A link to a link, and so on. */
const MOST_HOPS = 8;
/** As long as a path can be. Bytes. */
const LONGEST_TARGET = 4_096;
/** Finds the file of the archive that a link leads to, or why there is none to take. */
export function createLinkFollower(archive: Uint8Array, directory: readonly ZipEntry[]): (link: ZipEntry) => ZipEntry | LeftOutReason {
  const byName = new Map(directory.map((entry) => [entry.name.replace(/^(?:\.\/)+/, ''), entry]));
  return (link) => {
    let at = link;
    for (let hops = 0; zipEntryKind(at) === 'link'; hops++) {
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
