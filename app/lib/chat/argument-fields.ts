import { z } from 'zod';
import type { ToolDefinition } from '../agent/contract/tool-definition.ts';

/** One argument of a tool, from its schema, which the user can change in a call. */
export interface ArgumentField {
  name: string;
  description: string;
  /** `json`: a list or an object, written as JSON. */
  type: 'text' | 'number' | 'boolean' | 'choice' | 'json';
  choices: readonly string[];
  isRequired: boolean;
  /** Whether a call is about it. The fields that this is true of come first. */
  isMain: boolean;
}

/** The part of JSON Schema that is used; everything else is ignored. */
const objectSchema = z.object({
  properties: z
    .record(
      z.string(),
      z.object({ type: z.string().optional().catch(undefined), description: z.string().optional(), enum: z.array(z.unknown()).optional() }),
    )
    .default({}),
  required: z.array(z.string()).default([]),
});

/** All arguments of a tool, the main ones first, the others in schema order; none if it does not take an object. */
export function argumentFields({
  schema,
  foreign,
  mainArguments,
}: Pick<ToolDefinition, 'schema' | 'foreign' | 'mainArguments'>): ArgumentField[] {
  const read = objectSchema.safeParse(foreign?.inputSchema ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  if (!read.success) return [];
  const { properties, required } = read.data;
  const main = mainArguments ?? required;
  const fields = Object.entries(properties).map(([name, { type, description = '', enum: values = [] }]) => {
    const choices = values.filter((value) => typeof value === 'string');
    const isMain = main.includes(name);
    return { name, description, type: typeOf(type, choices), choices, isRequired: required.includes(name), isMain };
  });
  const placeOf = ({ name, isMain }: ArgumentField) => (isMain ? main.indexOf(name) : main.length);
  return fields.sort((one, other) => placeOf(one) - placeOf(other));
}

function typeOf(type: string | undefined, choices: readonly string[]): ArgumentField['type'] {
  if (choices.length > 0) return 'choice';
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'boolean' ? 'boolean' : 'json';
}
