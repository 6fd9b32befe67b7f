import { linkTargetOf, linkText } from '../protocol/files/file-version.ts';
import type { ContentHash } from '../protocol/ids.ts';

/** A version as text: of a symbolic link that it is one, and where it leads. '' where its content is no longer kept. */
export async function versionText(version: ContentHash, read: (version: ContentHash) => Promise<Uint8Array | null>): Promise<string> {
  const target = linkTargetOf(version);
  if (target !== null) return `${linkText(target)}\n`;
  const content = await read(version);
  return content === null ? '' : new TextDecoder().decode(content);
}
