import { t } from '../../i18n/t.ts';
import { linkTargetOf } from '../../protocol/files/file-version.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import { resolveLinks } from '../../runtime/resolve-links.ts';

const leadsToNoFile = () => t('It is a symbolic link that leads to no file of the project; a browser makes no links on a disk.');

/** The project's files as a disk can store them: a link is replaced by its target, and left out if it leads to no file. */
export function withoutLinks(files: ReadonlyMap<string, ContentHash>): {
  files: ReadonlyMap<string, ContentHash>;
  left: ReadonlyMap<string, string>;
} {
  const plain = new Map<string, ContentHash>();
  const left = new Map<string, string>();
  for (const path of files.keys()) {
    const version = versionBehind(files, path);
    if (version === undefined) left.set(path, leadsToNoFile());
    else plain.set(path, version);
  }
  return { files: plain, left };
}

/** Returns the version of one path: of the file itself, or of the target if it is a link. */
export function versionBehind(files: ReadonlyMap<string, ContentHash>, path: string): ContentHash | undefined {
  const version = files.get(path);
  if (linkTargetOf(version) === null) return version;
  return files.get(resolveLinks(path, (at) => linkTargetOf(files.get(at))) ?? '');
}
