import type { JsonValue } from '../../../protocol/message.ts';
import { trainedField, trainedTool } from '../../../protocol/trained/trained-names.ts';
import type { ToolDefinition } from '../../contract/tool-definition.ts';
import { toolParameters } from '../../conversation/tool-parameters.ts';

/** A call that is given as JSON. */
export interface JsonCall {
  toolName: string;
  input: JsonValue;
  /** There was nothing but a name, which may be data. */
  isNameOnly?: true;
}

const NAMES = ['name', 'tool', 'tool_name', 'recipient_name', 'function', 'action'];
/** Fields in which only tools are named, so that another product's name is one, too. */
const OF_TOOLS = /^(?:tool|tool_name|recipient_name)$/;
/** Fields that hold one call. */
const WRAPPERS = /^(?:tool|function)?_?(?:call|use)$/;
const ARGUMENTS = ['arguments', 'parameters', 'args', 'input', 'action_input'];
/** Fields beside the arguments that carry no information. */
const BESIDE = /^(?:id|type|index|call_id|role|content|status|thoughts?|reasoning|reason|explanation)$/;

/** Reads one call: a name and its arguments, under any of the keys in use, in a field of their own or beside the name. */
export function callIn(value: unknown, tools: ReadonlyMap<string, ToolDefinition>): JsonCall | null {
  if (!isRecord(value)) return null;
  if (isRecord(value.function)) return callIn(value.function, tools);
  const key = NAMES.find((one) => typeof value[one] === 'string');
  if (key === undefined) return keyedCall(value, tools);
  const toolName = bareName(String(value[key]));
  const given = ARGUMENTS.map((one) => value[one]).find((one) => one !== undefined);
  // The value comes from JSON.
  if (given !== undefined) return { toolName, input: given as JsonValue };
  const { [key]: _, ...others } = value;
  if (Object.keys(others).length === 0) return { toolName, input: {}, isNameOnly: true };
  const meant = OF_TOOLS.test(key) ? trainedTool(toolName, others.command, [...tools.keys()]) : null;
  const tool = tools.get(toolName) ?? tools.get(meant ?? '');
  const input = argumentsOf(others, tool);
  return input === null || Object.keys(input).length === 0 ? null : { toolName, input };
}

/** Reads all calls of a value: one, a list of them, or a list in a field such as `tool_calls`. Empty if it holds anything else. */
export function callsIn(value: unknown, tools: ReadonlyMap<string, ToolDefinition>): readonly JsonCall[] {
  const list = listIn(value);
  const calls = list.map((one) => callIn(one, tools));
  return calls.every((call) => call !== null) ? calls : [];
}

/** Removes Kimi's ids and OpenAI's namespaces from a name. */
export function bareName(name: string): string {
  return name.replace(/^functions?[./]/, '').replace(/:\d+$/, '');
}

/** Returns the values that may each be a call. */
function listIn(value: unknown): readonly unknown[] {
  if (!isRecord(value)) return [value].flat();
  const fields = Object.entries(value).filter(([key]) => !BESIDE.test(key));
  const [only] = fields;
  return fields.length === 1 && only !== undefined && Array.isArray(only[1]) ? only[1] : [value];
}

/** Reads `{"NAME": {…}}`, where the name is that of a tool and the object its arguments. */
function keyedCall(value: Readonly<Record<string, unknown>>, tools: ReadonlyMap<string, ToolDefinition>): JsonCall | null {
  const [only, ...others] = Object.entries(value).filter(([key]) => !BESIDE.test(key));
  if (only === undefined || others.length > 0 || !isRecord(only[1])) return null;
  if (WRAPPERS.test(only[0])) return callIn(only[1], tools);
  const toolName = bareName(only[0]);
  const input = argumentsOf(only[1], tools.get(toolName));
  return input === null ? null : { toolName, input };
}

/** Returns the fields that are arguments of the tool; null if there is a field that is not expected beside them, or one is missing. */
function argumentsOf(fields: Readonly<Record<string, unknown>>, tool: ToolDefinition | undefined): JsonValue | null {
  if (tool === undefined) return null;
  const parameters = toolParameters(tool);
  const own = parameters.map(({ name }) => name);
  const fieldOf = (key: string) => trainedField(tool.name, key, own);
  const given = Object.entries(fields).filter(([key]) => fieldOf(key) !== null);
  const isComplete = parameters.every(({ name, isRequired }) => !isRequired || given.some(([key]) => fieldOf(key) === name));
  if (!isComplete || Object.keys(fields).some((key) => fieldOf(key) === null && !BESIDE.test(key))) return null;
  // The values come from JSON.
  return Object.fromEntries(given) as JsonValue;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
