import { z } from 'zod';
import type { ToolDefinition } from '../contract/tool-definition.ts';

/** One parameter of a tool, as a codec sees it. */
export interface ToolParameter {
  name: string;
  isRequired: boolean;
  /** It takes text, so its value is never parsed as JSON. */
  takesText: boolean;
  /** For example `string` or `{find: string, all?: boolean}[]`. */
  type: string;
  description: string;
}

/** The subset of JSON Schema that Devonz tools use. */
const schemaNode = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});
type SchemaNode = z.infer<typeof schemaNode>;

const known = new WeakMap<ToolDefinition, readonly ToolParameter[]>();

/** Returns the parameters of a tool in the order of its schema. */
export function toolParameters(tool: ToolDefinition): readonly ToolParameter[] {
  const kept = known.get(tool);
  if (kept !== undefined) return kept;
  const node = readNode(tool.foreign?.inputSchema ?? z.toJSONSchema(tool.schema, { io: 'input', target: 'draft-7' }));
  const required = new Set(node.required ?? []);
  const parameters = Object.entries(node.properties ?? {}).map(([name, value]): ToolParameter => {
    const property = readNode(value);
    return {
      name,
      isRequired: required.has(name),
      takesText: takesText(property),
      type: typeText(property),
      description: property.description ?? '',
    };
  });
  known.set(tool, parameters);
  return parameters;
}

/** Describes a tool and its arguments to a model that cannot receive it as a function. */
export function toolSignature(tool: ToolDefinition): string {
  const lines = toolParameters(tool).map(({ name, isRequired, type, description }) => {
    const meaning = description === '' ? '' : `: ${description}`;
    return `  - ${name} (${type}${isRequired ? '' : ', optional'})${meaning}`;
  });
  return [`${tool.name}${lines.length === 0 ? ' (no arguments)' : ''}: ${tool.description}`, ...lines].join('\n');
}

function readNode(value: unknown): SchemaNode {
  const parsed = schemaNode.safeParse(value);
  return parsed.success ? parsed.data : {};
}

function alternatives(node: SchemaNode): SchemaNode[] {
  return [...(node.anyOf ?? []), ...(node.oneOf ?? [])].map(readNode);
}

function takesText(node: SchemaNode): boolean {
  if (node.type === 'string' || (Array.isArray(node.type) && node.type.includes('string'))) return true;
  return alternatives(node).some(takesText);
}

function typeText(node: SchemaNode): string {
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (node.const !== undefined) return JSON.stringify(node.const);
  const choices = alternatives(node);
  if (choices.length > 0) return choices.map(typeText).join(' | ');
  if (Array.isArray(node.type)) return node.type.join(' | ');
  if (node.type === 'array') return `${bracketed(typeText(readNode(node.items)))}[]`;
  if (node.type === 'object') {
    const required = new Set(node.required ?? []);
    const offered = Object.entries(node.properties ?? {}).filter(([, value]) => !('isTakenOnly' in readNode(value)));
    const fields = offered.map(([name, value]) => `${name}${required.has(name) ? '' : '?'}: ${typeText(readNode(value))}`);
    return `{${fields.join(', ')}}`;
  }
  return node.type ?? 'any';
}

function bracketed(type: string): string {
  return type.includes(' | ') ? `(${type})` : type;
}
