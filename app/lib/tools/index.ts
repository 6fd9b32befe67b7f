import type { ToolDefinition, ToolRegistry } from '../agent/contract/tool-definition.ts';
import { isToolPortAvailable, type ToolPorts } from '../agent/contract/tool-ports.ts';
import { applyPatchTool } from './apply-patch.ts';
import { askUserTool } from './control/ask-user.ts';
import { taskCompleteTool } from './control/task-complete.ts';
import { updatePlanTool } from './control/update-plan.ts';
import { delegateTool } from './delegate.ts';
import { deleteFileTool } from './delete-file.ts';
import { editFileTool } from './edit-file.ts';
import { fetchUrlTool } from './fetch-url.ts';
import { findFilesTool } from './find-files.ts';
import { getErrorsTool } from './get-errors.ts';
import { helpTool } from './help.ts';
import { historyTool } from './history.ts';
import { listDirectoryTool } from './list-directory.ts';
import { memoryTool } from './memory.ts';
import { previewTool } from './preview.ts';
import { processTool } from './process.ts';
import { readFileTool } from './read-file.ts';
import { renameFileTool } from './rename-file.ts';
import { routineTool } from './routine.ts';
import { runCommandTool } from './run-command.ts';
import { searchCodeTool } from './search-code.ts';
import { webSearchTool } from './web-search.ts';
import { writeFileTool } from './write-file.ts';

/** The six tools of the seed, under its names. */
export const SEED_TOOLS: readonly ToolDefinition[] = [
  readFileTool,
  writeFileTool,
  listDirectoryTool,
  runCommandTool,
  getErrorsTool,
  searchCodeTool,
];

/**
 * All tools, in the order in which they are presented to a model. A new tool is one file, its test, and its line here. Runs in workerd too.
 */
export const TOOLS: readonly ToolDefinition[] = [
  ...SEED_TOOLS,
  findFilesTool,
  editFileTool,
  applyPatchTool,
  deleteFileTool,
  renameFileTool,
  processTool,
  previewTool,
  routineTool,
  historyTool,
  memoryTool,
  fetchUrlTool,
  webSearchTool,
  helpTool,
  delegateTool,
  updatePlanTool,
  askUserTool,
  taskCompleteTool,
];

/** A Map, because the name comes from a model: `constructor` must not be found. */
const BY_NAME: ReadonlyMap<string, ToolDefinition> = new Map(TOOLS.map((tool) => [tool.name, tool]));

export function getToolDefinition(name: string): ToolDefinition | undefined {
  return BY_NAME.get(name);
}

export const TOOL_REGISTRY: ToolRegistry = { tools: TOOLS, get: getToolDefinition };

const ASK_NOBODY: ToolDefinition = { ...askUserTool, rare: { about: 'nobody answers', signs: {} } };

/**
 * Returns the tools whose needs are met, which may change between two steps; no model learns of the others, nor, where there is no
 * user, of those that always ask. A question to nobody is possible there, but not described.
 */
export function toolsWith(ports: Partial<ToolPorts>, { hasUser }: { hasUser: boolean } = { hasUser: true }): ToolRegistry {
  const isPossible = ({ alwaysAsks }: ToolDefinition) => hasUser || alwaysAsks !== true;
  const isOffered = (tool: ToolDefinition) => {
    const { needs } = tool;
    return isPossible(tool) && (needs === undefined || isToolPortAvailable(ports, needs));
  };
  return {
    get tools() {
      const offered = TOOLS.filter(isOffered);
      return hasUser ? offered : offered.map((tool) => (tool === askUserTool ? ASK_NOBODY : tool));
    },
    get(name) {
      const tool = getToolDefinition(name);
      return tool !== undefined && isOffered(tool) ? tool : undefined;
    },
    known(name) {
      const tool = getToolDefinition(name);
      return tool !== undefined && isPossible(tool) ? tool : undefined;
    },
  };
}
