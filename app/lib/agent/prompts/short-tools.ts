import { TOOL_NAMES } from '../../protocol/tool-names.ts';

/** The only tools that are offered to a model with a small window. */
const SHORT_TOOLS: ReadonlySet<string> = new Set([
  TOOL_NAMES.readFile,
  TOOL_NAMES.writeFile,
  TOOL_NAMES.editFile,
  TOOL_NAMES.listDirectory,
  TOOL_NAMES.searchCode,
  TOOL_NAMES.runCommand,
  TOOL_NAMES.getErrors,
  TOOL_NAMES.process,
  TOOL_NAMES.preview,
  TOOL_NAMES.taskComplete,
]);

export function isShortTool({ name }: { name: string }): boolean {
  return SHORT_TOOLS.has(name);
}
