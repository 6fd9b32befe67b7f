import type { PromptContext } from '../agent/contract/agent-session.ts';
import { type PromptHost, runtimeCapabilities } from '../agent/prompts/runtime-capabilities.ts';
import type { Routine } from '../protocol/settings.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { Workspace } from '../runtime/types.ts';
import { projectRoles } from '../tools/delegates/project-roles.ts';
import { linkOnTheWay } from '../tools/files/link-on-the-way.ts';
import { MEMORY_FILE } from '../tools/files/memory-file.ts';

/** Files whose text becomes part of the prompt, in this order. */
const RULES_FILES = ['AGENTS.md', '.devonz/rules.md'];

/** Reads the project's rules and notes before each step, so that an edit takes effect with the next step. `host`: the kind of runtime. */
export function createPromptContext(
  workspace: Workspace,
  host: () => PromptHost,
  routines: () => readonly Routine[],
): () => Promise<PromptContext> {
  return async () => {
    const roles = projectRoles(workspace).catch(() => ({ roles: [] }));
    const [memory, ...rules] = await Promise.all([MEMORY_FILE, ...RULES_FILES].map((path) => read(path, workspace)));
    return {
      rules: rules.filter((file) => file !== null),
      memory: memory ?? null,
      limits: runtimeCapabilities(host()),
      routines: routines(),
      roles: (await roles).roles.map(({ name, description }) => ({ name, description })),
    };
  };
}

/**
 * Returns null if the file does not exist, as in most projects. Links are not followed: one could lead to a file with keys, and
 * no question is asked before a prompt is sent.
 */
async function read(file: string, workspace: Workspace): Promise<{ path: string; text: string } | null> {
  const path = toWorkspacePath(file);
  if (path === null || (await linkOnTheWay(path, workspace).catch(() => path)) !== null) return null;
  const content = await workspace.readFile(path).catch(() => null);
  return content === null ? null : { path: file, text: new TextDecoder().decode(content) };
}
