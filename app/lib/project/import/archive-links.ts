import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { linkTarget } from '../link-target.ts';
import type { LeftOutReason } from './import-source.ts';
import { unpackEntry } from './unpack-entry.ts';
import type { ZipEntry } from './zip-directory.ts';
import { zipEntryKind } from './zip-entry-kind.ts';

/** Limit for links that lead to other links. */
const MOST_HOPS = 8;
/** The longest possible path. In bytes. */
const LONGEST_TARGET = 4_096;
/** Finds the file in the archive that a link leads to, or the reason why there is none to import. */
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
    // A copy of a secret file under a harmless name would be read and sent to a model without asking.
    return isSecretPath(at.name) && !isSecretPath(link.name) ? 'keys' : at;
  };
}

/** Returns null if the target cannot be read or is not a path. */
function targetOf(archive: Uint8Array, link: ZipEntry): string | null {
  if (link.isEncrypted || link.size > LONGEST_TARGET) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(unpackEntry(archive, link));
  } catch {
    return null;
  }
}
