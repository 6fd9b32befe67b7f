import { linkTargetOf, linkText } from '../protocol/files/file-version.ts';
import type { ContentHash } from '../protocol/ids.ts';

/** A version as text. For a symbolic link the text names its target; '' if the content is no longer stored. */
export async function versionText(version: ContentHash, read: (version: ContentHash) => Promise<Uint8Array | null>): Promise<string> {
  const target = linkTargetOf(version);
  if (target !== null) return `${linkText(target)}\n`;
  const content = await read(version);
  return content === null ? '' : new TextDecoder().decode(content);
}
