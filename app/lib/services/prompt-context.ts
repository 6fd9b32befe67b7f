import type { PromptContext } from '../agent/agent-session.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { Workspace, WorkspacePath } from '../runtime/types.ts';
import { linkOnTheWay } from '../tools/link-on-the-way.ts';

/** Files whose text is put into the prompt, in this order. */
const RULES_FILES = ['AGENTS.md', '.devonz/rules.md'];
const LONGEST_RULES_FILE = 20_000;

const LIMITS = [
  'There is no git, no Docker, no Python and no native binary; only JavaScript, TypeScript and WebAssembly run.',
  'Servers are reached through the preview: listen on a port, never assume a public address.',
];

/** Reads the project's rules files before each step: an edit is in force with the next one. */
export function createPromptContext(workspace: Workspace): () => Promise<PromptContext> {
  return async () => {
    const rules: { path: string; text: string }[] = [];
    for (const file of RULES_FILES) {
      const path = toWorkspacePath(file);
      const content = path === null ? null : await readRules(path, workspace).catch(() => null); // Most projects have none.
      if (content) rules.push({ path: file, text: new TextDecoder().decode(content).slice(0, LONGEST_RULES_FILE) });
    }
    return { rules, limits: LIMITS };
  };
}

/** Not through a link: it could lead to a file of keys, and nobody is asked before a prompt is sent. */
async function readRules(path: WorkspacePath, workspace: Workspace): Promise<Uint8Array | null> {
  return (await linkOnTheWay(path, workspace)) === null ? workspace.readFile(path) : null;
}
