import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import type { ToolResult } from '../../agent/contract/tool-definition.ts';
import type { Workspace } from '../../runtime/types.ts';
import { decodeText, linesOf } from '../../search/text-file.ts';
import { holdsKey } from '../../secrets/key-shapes.ts';
import { changedLines } from '../files/changed-lines.ts';
import type { RestoreIntent } from './plan-restore.ts';

/** Limit of lines shown per change: the model has not written them. */
const MOST_OF_ONE = 16;

export async function runRestore(
  { changes: [{ path, before, after }], restored, isWhole }: RestoreIntent,
  workspace: Workspace,
): Promise<ToolResult> {
  const how = { restored: isWhole ? ('whole' as const) : ('lines' as const) };
  if (after === null) {
    await workspace.remove(path);
    return { ok: true, output: { path, restored, deleted: true }, effects: [{ type: 'file-deleted', path, ...how }] };
  }
  await workspace.writeFile(path, after);
  const text = decodeText(after);
  const changed = text === null ? '' : shownLines(path, before === null ? '' : (decodeText(before) ?? ''), text);
  return {
    ok: true,
    output: {
      path,
      restored,
      ...(before === null ? { created: true } : {}),
      ...(text === null ? { bytesWritten: after.length } : { lineCount: linesOf(text).length }),
      ...(changed === '' ? {} : { changed }),
    },
    effects: [before === null ? { type: 'file-created', path, ...how } : { type: 'file-modified', path, ...how }],
  };
}

/** The user has approved the change, but not that the model sees keys of an old version. */
function shownLines(path: string, before: string, after: string): string {
  return isSecretPath(path) || holdsKey(after) ? '' : changedLines(before, after, MOST_OF_ONE);
}
