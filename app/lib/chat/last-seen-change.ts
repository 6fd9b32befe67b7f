import { z } from 'zod';
import { proposedChangeOf } from '../agent/calls/proposed-change.ts';
import type { ProposedChange } from '../agent/contract/proposed-change.ts';
import type { ToolContext, ToolRegistry } from '../agent/contract/tool-definition.ts';
import type { ToolCall } from '../protocol/tool-call.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';

export interface LastSeenChangeOptions extends Pick<ToolContext, 'workspace' | 'clock'> {
  tools: Pick<ToolRegistry, 'get'>;
}

const writtenSchema = z.object({ path: z.string(), content: z.string() });
const editedSchema = z.object({ path: z.string(), edits: z.array(z.object({ find: z.string(), replace: z.string() })) });

/**
 * Returns a waiting change without its machine: as it would be made to the files that the workspace has from the journal, or, if it fits
 * none of them, by the call's own words. Null if neither is text.
 */
export async function lastSeenChange(call: ToolCall, { tools, workspace, clock }: LastSeenChangeOptions): Promise<ProposedChange | null> {
  const { signal } = new AbortController();
  const context: ToolContext = { workspace, clock, signal, problems: { list: () => [] }, onOutput: () => undefined };
  const plan = await tools
    .get(call.toolName)
    ?.plan(call.input, context)
    .catch(() => null);
  const planned = plan?.ok === true ? proposedChangeOf(plan.intent) : null;
  return planned ?? saidChange(call);
}

function saidChange({ toolName, input }: ToolCall): ProposedChange | null {
  const written = toolName === TOOL_NAMES.writeFile ? writtenSchema.safeParse(input).data : undefined;
  if (written !== undefined) return { path: written.path, before: '', after: written.content };
  const edited = toolName === TOOL_NAMES.editFile ? editedSchema.safeParse(input).data : undefined;
  if (edited === undefined) return null;
  const side = (name: 'find' | 'replace') => edited.edits.map((edit) => edit[name]).join('\n');
  return { path: edited.path, before: side('find'), after: side('replace') };
}
