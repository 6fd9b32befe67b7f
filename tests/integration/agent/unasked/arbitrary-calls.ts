import fc from 'fast-check';
import { z } from 'zod';
import type { ToolDefinition } from '../../../../app/lib/agent/contract/tool-definition.ts';
import type { JsonValue } from '../../../../app/lib/protocol/message.ts';

/** The words for generated calls, by the kind of argument. */
export interface CallWords {
  paths: readonly string[];
  /** Whole lines, parts of lines, and texts that occur nowhere. */
  texts: readonly string[];
  commands: readonly string[];
}

export interface ArbitraryCall {
  toolName: string;
  input: JsonValue;
}

/** The subset of JSON Schema that the tools' schemas use. */
const nodeSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.json()).optional(),
  const: z.json().optional(),
  get properties() {
    return z.record(z.string(), nodeSchema).optional();
  },
  get items() {
    return nodeSchema.optional();
  },
  get anyOf() {
    return z.array(nodeSchema).optional();
  },
  required: z.array(z.string()).optional(),
  minItems: z.number().optional(),
  minimum: z.number().optional(),
});
type Node = z.infer<typeof nodeSchema>;

const PATH_FIELDS = /path|cwd|file|folder|from|^to$|read|write|scope|Pattern/i;
const LINE_FIELDS = /^lines$/;
const TIME_FIELDS = /^before$/;
const COMMAND_FIELDS = /command/i;

/** Generates a call of any of these tools from its schema alone, including tools that are added later. */
export function arbitraryCall(tools: readonly ToolDefinition[], words: CallWords): fc.Arbitrary<ArbitraryCall> {
  return fc.oneof(
    ...tools.map((tool) => {
      const schema = nodeSchema.parse(z.toJSONSchema(tool.schema, { io: 'input' }));
      return inputOf(schema, tool.name, words).map((input) => ({ toolName: tool.name, input }));
    }),
  );
}

function inputOf(node: Node, field: string, words: CallWords): fc.Arbitrary<JsonValue> {
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum !== undefined) return fc.constantFrom(...node.enum);
  if (node.anyOf !== undefined) return fc.oneof(...node.anyOf.map((each) => inputOf(each, field, words)));
  switch (node.type) {
    case 'object':
      return objectOf(node, words);
    case 'array':
      return fc.array(inputOf(node.items ?? {}, field, words), { minLength: node.minItems ?? 0, maxLength: 4 });
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.ceil(node.minimum ?? 0), max: Math.max(Math.ceil(node.minimum ?? 0), 6) });
    default:
      return textOf(field, words);
  }
}

function objectOf({ properties = {}, required = [] }: Node, words: CallWords): fc.Arbitrary<JsonValue> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, inputOf(node, name, words)]));
  return fc.record<Record<string, JsonValue>>(fields, { requiredKeys: required });
}

function textOf(field: string, words: CallWords): fc.Arbitrary<string> {
  if (field === 'patch') return arbitraryPatch(words);
  if (LINE_FIELDS.test(field)) return fc.constantFrom('1', '1-2', '2-9');
  if (TIME_FIELDS.test(field)) return fc.constantFrom('start', 'this task', '1', 'never');
  if (COMMAND_FIELDS.test(field)) return fc.constantFrom(...words.commands);
  if (PATH_FIELDS.test(field)) return fc.constantFrom(...words.paths);
  const texts = fc.constantFrom(...words.texts);
  return fc.oneof({ weight: 4, arbitrary: texts }, { weight: 1, arbitrary: fc.tuple(texts, texts).map(([one, other]) => one + other) });
}

function arbitraryPatch({ paths, texts }: CallWords): fc.Arbitrary<string> {
  const line = fc.tuple(fc.constantFrom(' ', '-', '+'), fc.constantFrom(...texts)).map(([mark, text]) => `${mark}${text.split('\n')[0]}`);
  const path = fc.constantFrom(...paths);
  const hunk = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => ['@@', ...lines].join('\n'));
  const section = fc.oneof(
    fc
      .tuple(path, fc.option(path, { freq: 3 }), fc.array(hunk, { minLength: 1, maxLength: 3 }))
      .map(([file, to, hunks]) => [`*** Update File: ${file}`, ...(to === null ? [] : [`*** Move to: ${to}`]), ...hunks].join('\n')),
    path.map((file) => `*** Delete File: ${file}`),
    fc.tuple(path, fc.constantFrom(...texts)).map(([file, text]) => `*** Add File: ${file}\n+${text.split('\n')[0]}`),
  );
  return fc.array(section, { minLength: 1, maxLength: 2 }).map((sections) => `*** Begin Patch\n${sections.join('\n')}\n*** End Patch`);
}
