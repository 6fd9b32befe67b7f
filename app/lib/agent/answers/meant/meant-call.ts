import { z } from 'zod';
import type { JsonValue } from '../../../protocol/json-value.ts';
import { type Fields, withMeantValues } from '../../../protocol/trained/meant-values.ts';
import { isEditor, PASSING_TOOL, trainedAction, trainedField, trainedTool } from '../../../protocol/trained/trained-names.ts';
import type { ToolDefinition } from '../../contract/tool-definition.ts';
import { parseJson } from '../json-problem.ts';

export type KnownTool = Pick<ToolDefinition, 'name' | 'schema' | 'foreign'>;

/** A call with the names of our own tools and fields. */
export interface MeantCall {
  toolName: string;
  input: Fields;
  /** The renamings, for the journal: `file_path → path`. Empty if the call already used our names. */
  readings: readonly string[];
}

/**
 * Translates a call that uses the names of another product into the call of ours that it unambiguously means. A field that could mean two
 * things, and two fields with the same meaning but different values, stay unchanged, so that the tool rejects them.
 */
export function meantCall(toolName: string, input: Fields, tools: readonly KnownTool[]): MeantCall {
  const passed = passedCall(toolName, input);
  if (passed !== null && tools.some(({ name, foreign }) => name === passed.toolName && foreign === undefined)) {
    const meant = meantCall(passed.toolName, passed.input, tools);
    return { ...meant, readings: [`${toolName} → ${meant.toolName}`, ...meant.readings] };
  }
  const unchanged = { toolName, input, readings: [] };
  const known = tools.find(({ name }) => name === toolName);
  const names = tools.map(({ name }) => name);
  const meant = known === undefined ? trainedTool(toolName, input.command, names) : toolName;
  const tool = known ?? tools.find(({ name }) => name === meant);
  if (tool === undefined || tool.foreign !== undefined) return unchanged;
  const readings: string[] = tool.name === toolName ? [] : [`${toolName} → ${tool.name}`];
  const shape = shapeOf(tool);
  if (shape === null) return { toolName: tool.name, input, readings };
  const { command: _command, ...others } = input;
  const given = known === undefined && isEditor(toolName) ? others : input;
  const named = withMeantNames(tool.name, given, Object.keys(shape), readings);
  const action = known === undefined ? trainedAction(tool.name, toolName) : null;
  const complete = action === null || named.action !== undefined ? named : { action, ...named };
  return { toolName: tool.name, input: withMeantValues(tool.name, complete, shape, readings), readings };
}

/** Returns the call that is passed on: of a tool that the request only names, with its arguments. */
function passedCall(toolName: string, { tool, arguments: given }: Fields): { toolName: string; input: Fields } | null {
  if (toolName !== PASSING_TOOL || typeof tool !== 'string' || tool === toolName) return null;
  const input = typeof given === 'string' ? parseJson(given) : given;
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? { toolName: tool, input } : null;
}

export function shapeOf({ schema }: Pick<KnownTool, 'schema'>): Readonly<Record<string, z.ZodType>> | null {
  // In an object's schema, the fields are schemas.
  return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : null;
}

function withMeantNames(toolName: string, input: Fields, own: readonly string[], readings: string[]): Fields {
  const fields = new Map<string, JsonValue>(Object.entries(input).filter(([name]) => own.includes(name)));
  const strange = Object.entries(input).filter(([name]) => !own.includes(name));
  const targets = strange.map(([name]) => trainedField(toolName, name, own));
  for (const [at, [name, value]] of strange.entries()) {
    const target = targets[at] ?? null;
    const others = strange.filter((_one, index) => index !== at && targets[index] === target).map(([, other]) => other);
    if (target !== null && Object.hasOwn(input, target)) others.push(input[target] ?? null);
    const isClear = target !== null && others.every((other) => JSON.stringify(other) === JSON.stringify(value));
    fields.set(isClear ? target : name, value);
    if (isClear) readings.push(`${name} → ${target}`);
  }
  return Object.fromEntries(fields);
}
