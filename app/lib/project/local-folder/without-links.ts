import { linkTargetOf } from '../../protocol/files/file-version.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import { resolveLinks } from '../../runtime/resolve-links.ts';

const LEADS_TO_NO_FILE = 'It is a symbolic link that leads to no file of the project; a browser makes no links on a disk.';

/** A project as a disk can have it: what a link leads to stands in its place, and what leads to no file is left. */
export function withoutLinks(files: ReadonlyMap<string, ContentHash>): {
  files: ReadonlyMap<string, ContentHash>;
  left: ReadonlyMap<string, string>;
} {
  const plain = new Map<string, ContentHash>();
  const left = new Map<string, string>();
  const linkAt = (path: string) => linkTargetOf(files.get(path));
  for (const [path, version] of files) {
    if (linkTargetOf(version) === null) {
      plain.set(path, version);
      continue;
    }
    const behind = files.get(resolveLinks(path, linkAt) ?? '');
    if (behind === undefined) left.set(path, LEADS_TO_NO_FILE);
    else plain.set(path, behind);
  }
  return { files: plain, left };
}
