import { z } from 'zod';
import type { ToolRegistry } from '../../../../app/lib/agent/contract/tool-definition.ts';
import { defineTool } from '../../../../app/lib/tools/define-tool.ts';
import { failure } from '../../../../app/lib/tools/failure.ts';
import { fileArgument } from '../../../../app/lib/tools/files/path-argument.ts';
import { TOOLS } from '../../../../app/lib/tools/index.ts';

/** Does not declare the file that it reads for its plan. */
const copyFileTool = defineTool({
  name: 'copy_file',
  kind: 'write',
  description: 'Copy a file.',
  schema: z.object({ from: z.string(), to: z.string() }),
  async plan({ from, to }, { workspace }) {
    const [source, target] = [fileArgument(from, workspace.projectRoot()), fileArgument(to, workspace.projectRoot())];
    if (!source.ok) return source;
    if (!target.ok) return target;
    const after = await workspace.readFile(source.path);
    if (after.length === 0) return failure('failed', `${from} is empty.`);
    const changes = [{ path: target.path, before: null, after }] as const;
    return { ok: true, intent: { kind: 'change' as const, summary: `copy ${from}`, changes, guards: [] } };
  },
  async run(_input, { workspace }, { changes: [{ path, after }] }) {
    await workspace.writeFile(path, after);
    return { ok: true, output: { path }, effects: [{ type: 'file-created', path }] };
  },
});

/** Declares that it accesses nothing, and reads when it runs. */
const countLinesTool = defineTool({
  name: 'count_lines',
  kind: 'read',
  description: 'Count the lines of a file.',
  schema: z.object({ path: z.string() }),
  plan: async () => ({ ok: true, intent: { kind: 'control' as const } }),
  async run({ path }, { workspace }) {
    const read = fileArgument(path, workspace.projectRoot());
    if (!read.ok) return read;
    const text = new TextDecoder().decode(await workspace.readFile(read.path));
    return { ok: true, output: { lines: text.split('\n').length }, effects: [] };
  },
});

/** Our tools, and two that were added without considering secret files. */
export const ALL_TOOLS: ToolRegistry = registryOf([...TOOLS, copyFileTool, countLinesTool]);

export function registryOf(tools: ToolRegistry['tools']): ToolRegistry {
  return { tools, get: (name) => tools.find((tool) => tool.name === name) };
}
