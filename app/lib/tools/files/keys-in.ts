import type { Workspace, WorkspacePath } from '../../runtime/types.ts';
import { decodeText } from '../../search/text-file.ts';
import { holdsKey } from '../../secrets/key-shapes.ts';

/** Larger files are build output or data and are not scanned before each read. In bytes. */
const LARGEST = 256 * 1024;

/**
 * Returns the path if the file contains text that looks like a key although its name does not suggest one. The policy learns nothing else.
 */
export async function keysIn(workspace: Pick<Workspace, 'kindOf' | 'readFile'>, path: WorkspacePath): Promise<readonly WorkspacePath[]> {
  if ((await workspace.kindOf(path)) !== 'file') return [];
  const bytes = await workspace.readFile(path);
  const text = bytes.length > LARGEST ? null : decodeText(bytes);
  return text !== null && holdsKey(text) ? [path] : [];
}
