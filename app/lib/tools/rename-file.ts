import { z } from 'zod';
import type { ToolFailure } from '../agent/contract/tool-definition.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import type { Workspace, WorkspacePath } from '../runtime/types.ts';
import { defineTool } from './define-tool.ts';
import { failure } from './failure.ts';
import { fileArgument } from './files/path-argument.ts';
import { PROJECT_PATH, RARE_REASONING, shownOnly } from './shown-only.ts';

const schema = z.object({
  path: z.string().min(1).meta(PROJECT_PATH),
  newPath: z.string().min(1).meta(shownOnly('Must not exist yet')),
  reasoning: z.string().max(4_000).optional().meta(RARE_REASONING),
});

export const renameFileTool = defineTool({
  name: TOOL_NAMES.renameFile,
  kind: 'write',
  // As of devonz_delete_file.
  rare: { about: 'or by patch', signs: {} },
  description: 'Rename or move one file, never over another.',
  schema,
  writes: ({ path, newPath }) => [path, newPath],
  async plan({ path, newPath }, { workspace }) {
    const move = await plannedMove(path, newPath, workspace);
    if ('ok' in move) return move;
    const content = await workspace.readFile(move.from);
    return {
      ok: true,
      intent: {
        kind: 'change' as const,
        summary: `rename ${move.from} to ${move.to}`,
        changes: [
          { path: move.from, before: content, after: null },
          { path: move.to, before: null, after: content },
        ] as const,
        guards: [],
      },
    };
  },
  async run(_input, { workspace }, { changes: [source, target] }) {
    const [from, to] = [source.path, target.path];
    await workspace.rename(from, to);
    return { ok: true, output: { path: to, renamedFrom: from }, effects: [{ type: 'file-renamed', from, to }] };
  },
});

async function plannedMove(
  path: string,
  newPath: string,
  workspace: Workspace,
): Promise<{ from: WorkspacePath; to: WorkspacePath } | ToolFailure> {
  const source = fileArgument(path, workspace.projectRoot());
  if (!source.ok) return source;
  const target = fileArgument(newPath, workspace.projectRoot());
  if (!target.ok) return target;
  const [from, to] = [source.path, target.path];
  const kind = await workspace.kindOf(from);
  if (kind === null) return failure('not_found', `${path} does not exist; nothing was renamed. devonz_list_directory shows what does.`);
  if (kind === 'directory') return failure('failed', `${path} is a folder; this tool moves single files. Nothing was renamed.`);
  if ((await workspace.kindOf(to)) !== null)
    return failure('failed', `${newPath} exists already; nothing was renamed. Choose another path, or delete that file first.`);
  return { from, to };
}
