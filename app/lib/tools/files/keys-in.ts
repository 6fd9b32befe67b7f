import type { Workspace, WorkspacePath } from '../../runtime/types.ts';
import { decodeText } from '../../search/text-file.ts';
import { holdsKey } from '../../secrets/key-shapes.ts';

/** Larger ones are built, or data: they are not looked through before each read. Bytes. */
const LARGEST = 256 * 1024;

/** The path where the file holds what looks like a key, though its name says nothing: the policy learns nothing else of it. */
export async function keysIn(workspace: Pick<Workspace, 'kindOf' | 'readFile'>, path: WorkspacePath): Promise<readonly WorkspacePath[]> {
  if ((await workspace.kindOf(path)) !== 'file') return [];
  const bytes = await workspace.readFile(path);
  const text = bytes.length > LARGEST ? null : decodeText(bytes);
  return text !== null && holdsKey(text) ? [path] : [];
}
