import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offeredSchema } from '../../../app/lib/mcp/connection/offered-schema.ts';
import { simplifySchema } from '../../../app/lib/mcp/connection/simplify-schema.ts';
import { remoteProviders } from '../../../app/lib/models/remote-providers.ts';
import type { JsonValue } from '../../../app/lib/protocol/json-value.ts';
import { toolOffers } from '../../../app/lib/step/tool-offers.ts';
import { TOOLS } from '../../../app/lib/tools/index.ts';
import { serverConnections } from '../../../app/server/models/server-connections.server.ts';
import { PROVIDER_ROWS, type ProviderRow } from './provider-rows.ts';

/** Whatever a third-party tool requires, the step is sent, and the request contains nothing that a provider rejects. */

type Node = Record<string, unknown>;
interface Offered {
  name: string;
  description: string;
  inputSchema: object;
}

/** Returns the schemas on the wire, or why nothing was sent. */
async function schemasSent(row: ProviderRow, tools: readonly Offered[]): Promise<Node[]> {
  let body: Node | null = null;
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    body = JSON.parse(String(init?.body));
    return Response.json({ error: { message: 'seen' } }, { status: 400 });
  };
  const [connection] = serverConnections(new Map(Object.entries(row.environment('http://provider.invalid'))), remoteProviders);
  const provider = remoteProviders.find(({ id }) => id === connection?.providerId);
  if (connection === undefined || provider === undefined) throw new Error(`${row.name} is not connected.`);
  const modelName = row.modelId.slice(row.modelId.indexOf(':') + 1);
  const { model } = await provider.createModel({ modelName, values: connection.values, fetch });
  const asking = model.doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    tools: tools.map((tool) => ({ type: 'function', strict: false, ...tool })),
  });
  const failure = await asking.then(
    () => null,
    (error: unknown) => error,
  );
  if (body === null) throw new Error('Nothing was sent.', { cause: failure });
  return schemasIn(body);
}

function schemasIn(body: Node): Node[] {
  const tools = body.toolConfig === undefined ? body.tools : Object(body.toolConfig).tools;
  const declared = Array.isArray(tools) ? tools.flatMap((tool) => Object(tool).functionDeclarations ?? [tool]) : [];
  return declared.map((tool) => {
    const { parameters, input_schema: anthropic, function: chat, toolSpec } = Object(tool);
    // Gemini expects no schema at all without arguments.
    return Object(chat?.parameters ?? anthropic ?? toolSpec?.inputSchema?.json ?? parameters ?? { type: 'object' });
  });
}

const REFUSED_AT_THE_ROOT = ['anyOf', 'oneOf', 'allOf', 'enum', 'not', '$ref', 'if'];
const REFUSED_ANYWHERE = [
  '$ref',
  '$defs',
  'definitions',
  'pattern',
  'patternProperties',
  'allOf',
  'oneOf',
  'not',
  'if',
  'dependentRequired',
];
const BESIDE_ALTERNATIVES = ['anyOf', 'description', 'nullable'];
const GOOD_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

function problemsOf(schema: Node): string[] {
  const root = REFUSED_AT_THE_ROOT.filter((key) => key in schema).map((key) => `${key} at the root`);
  return [...(schema.type === 'object' ? [] : ['a root that is no object']), ...root, ...problemsWithin(schema)];
}

function problemsWithin(schema: Node): string[] {
  const properties = Object.entries(Object(schema.properties));
  const names = properties.map(([name]) => name);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const parts = [...properties.map(([, part]) => part), ...(Array.isArray(schema.anyOf) ? schema.anyOf : []), schema.items].filter(
    (part) => part !== undefined,
  );
  return [
    ...REFUSED_ANYWHERE.filter((key) => key in schema),
    ...names.filter((name) => !GOOD_NAME.test(name)).map((name) => `the name ${JSON.stringify(name)}`),
    ...required.filter((name) => !names.includes(String(name))).map((name) => `a required ${name} that is not there`),
    ...(Array.isArray(schema.enum) && (schema.enum.length === 0 || schema.enum.includes('')) ? ['an empty choice'] : []),
    ...(Array.isArray(schema.anyOf) && Object.keys(schema).some((key) => !BESIDE_ALTERNATIVES.includes(key))
      ? ['something beside alternatives']
      : []),
    ...(schema.type === 'array' && schema.items === undefined ? ['a list of nothing'] : []),
    ...(schema.type === undefined && !Array.isArray(schema.anyOf) ? ['a part without a type'] : []),
    ...parts.flatMap((part) => (typeof part === 'object' && part !== null ? problemsWithin(Object(part)) : ['a part that is no schema'])),
  ];
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null', 'file'];
const NAMES = ['path', '$filter', '@type', 'a b', 'ünï', '', 'x'.repeat(80), 'page.size', '__proto__'];
const { schema: oddSchema } = fc.letrec<{ schema: JsonValue }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<JsonValue>(true, false, {}, null, 'string'),
    fc.record(
      {
        type: fc.oneof(fc.constantFrom(...TYPES), fc.array(fc.constantFrom(...TYPES), { maxLength: 3 })),
        description: fc.string({ maxLength: 12 }),
        properties: fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), { maxKeys: 4 }),
        required: fc.array(fc.constantFrom('path', 'missing', 'page.size'), { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        items: fc.oneof(tie('schema'), fc.array(tie('schema'), { maxLength: 2 })),
        anyOf: fc.array(tie('schema'), { maxLength: 3 }),
        oneOf: fc.array(tie('schema'), { maxLength: 2 }),
        allOf: fc.array(tie('schema'), { maxLength: 2 }),
        enum: fc.array(fc.constantFrom<JsonValue>('a', '', 1, null, true, { x: 1 }), { maxLength: 3 }),
        const: fc.constantFrom<JsonValue>('a', 1, null),
        format: fc.constantFrom('uri', 'date-time', 'made-up'),
        pattern: fc.constant('^(a+)+$'),
        minimum: fc.integer(),
        $ref: fc.constantFrom('#/properties/path', '#', '#/$defs/none', 'https://elsewhere.example/schema'),
        $schema: fc.constant('https://json-schema.org/draft/2020-12/schema'),
        default: fc.constantFrom<JsonValue>(null, 'a'),
        not: tie('schema'),
      },
      { requiredKeys: [] },
      // Values of records are JSON, which fast-check's type does not express.
    ) as fc.Arbitrary<JsonValue>,
  ),
}));

describe.each(PROVIDER_ROWS)('$name', (row) => {
  test('takes the schemas of all our tools', async () => {
    const offers = toolOffers({ toolNames: TOOLS.map(({ name }) => name), mode: 'agent' }, TOOLS);
    if (!offers.ok) throw new Error(offers.refusal.message);
    const sent = await schemasSent(row, offers.value);
    expect(sent).toHaveLength(TOOLS.length);
    for (const [index, schema] of sent.entries())
      expect([TOOLS[index]?.name, problemsOf(schema).filter((problem) => problem !== 'pattern')]).toEqual([TOOLS[index]?.name, []]);
  });

  test('takes the schema of every tool of a stranger that is offered at all', async () => {
    await fc.assert(
      fc.asyncProperty(oddSchema, async (given) => {
        const simple = simplifySchema(given);
        fc.pre(simple.ok);
        const inputSchema = offeredSchema(simple.schema);
        const sent = await schemasSent(row, [{ name: 'mcp_odd', description: 'Odd.', inputSchema }]);
        expect(sent.flatMap(problemsOf)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
