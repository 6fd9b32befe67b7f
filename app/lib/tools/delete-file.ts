import { z } from 'zod';
import type { PlannedChange, ToolFailure } from '../agent/contract/tool-definition.ts';
import { because } from '../protocol/texts/reason.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import type { Workspace } from '../runtime/types.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { fileArgument } from './files/path-argument.ts';
import { PROJECT_PATH, RARE_REASONING } from './shown-only.ts';

const schema = z.object({
  path: z.string().min(1).meta(PROJECT_PATH),
  reasoning: z.string().max(4_000).optional().meta(RARE_REASONING),
});

export const deleteFileTool = defineTool({
  name: TOOL_NAMES.deleteFile,
  kind: 'write',
  // A patch does it too, so no word of the user is worth a late description, which is a line in the conversation.
  rare: { about: 'or by patch', signs: {} },
  description: 'Delete one file; not a folder.',
  schema,
  writes: ({ path }) => [path],
  async plan({ path }, { workspace }) {
    const change = await plannedDeletion(path, workspace);
    if ('ok' in change) return change;
    return {
      ok: true,
      intent: {
        kind: 'change' as const,
        summary: `delete ${change.path}`,
        changes: [change] as const,
        guards: [because('it deletes a file')],
      },
    };
  },
  async run(_input, { workspace }, { changes: [change] }) {
    await workspace.remove(change.path);
    return { ok: true, output: { path: change.path, deleted: true }, effects: [{ type: 'file-deleted', path: change.path }] };
  },
});

async function plannedDeletion(path: string, workspace: Workspace): Promise<PlannedChange | ToolFailure> {
  const read = fileArgument(path, workspace.projectRoot());
  if (!read.ok) return read;
  const { path: target } = read;
  const kind = await workspace.kindOf(target);
  if (kind === null) return failure('not_found', `${path} does not exist; there is nothing to delete.`);
  if (kind === 'directory') return failure('failed', `${path} is a folder; this tool deletes single files. Nothing was deleted.`);
  return { path: target, before: await workspace.readFile(target), after: null };
}
