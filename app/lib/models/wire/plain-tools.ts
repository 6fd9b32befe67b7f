const lists = (value: unknown): value is unknown[] => Array.isArray(value);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Leaves `strict: false` out of the tools of a Chat Completions request: it is the default, and some endpoints do not know the field. */
export function plainTools(body: Record<string, unknown>): Record<string, unknown> {
  const { tools } = body;
  return lists(tools) ? { ...body, tools: tools.map(plainTool) } : body;
}

function plainTool(tool: unknown): unknown {
  if (!isObject(tool) || !isObject(tool['function']) || tool['function']['strict'] !== false) return tool;
  const { strict: _, ...called } = tool['function'];
  return { ...tool, function: called };
}
