import { canonicalJson } from '../../agent/calls/canonical-json.ts';
import type { Hasher } from '../../agent/contract/ports.ts';
import { t } from '../../i18n/t.ts';
import { type JsonValue, toJsonValue } from '../../protocol/json-value.ts';
import { type ForeignToolOffer, foreignToolOfferSchema } from '../../protocol/mcp/foreign-tool.ts';
import type { McpPrompt, McpResource, McpTool } from '../../stores/mcp.ts';
import { withoutHidden } from '../../tools/files/without-hidden.ts';
import { MCP_LIMITS } from '../mcp-limits.ts';
import { argumentsCheck } from './check-arguments.ts';
import { offeredName } from './offered-name.ts';
import { offeredSchema } from './offered-schema.ts';
import { shortText } from './result-parts.ts';
import { simplifySchema } from './simplify-schema.ts';

/** A tool with everything needed to offer and check it. */
export interface ListedTool {
  tool: Omit<McpTool, 'seen'>;
  inputSchema: ForeignToolOffer['inputSchema'];
  /** The server requires it to run as a task that is polled. */
  isTask: boolean;
  problemOf(input: JsonValue): string | null;
}

/** The tools to offer, and which were left out and why. No list makes this throw. */
export async function readTools(
  server: string,
  listed: readonly unknown[],
  hasher: Hasher,
): Promise<{ tools: ListedTool[]; remarks: string[] }> {
  const tools = new Map<string, ListedTool>();
  const remarks: string[] = [];
  let room = MOST_DEFINITIONS;
  for (const [place, given] of listed.slice(0, MCP_LIMITS.tools).entries()) {
    const length = lengthOf(given);
    room -= Math.min(length, LONGEST_DEFINITION);
    const read =
      length > LONGEST_DEFINITION || room < 0
        ? t('the definition of {name} is too long', { name: nameOf(given) })
        : await readTool(server, toJsonValue(given), hasher);
    if (typeof read === 'string') remarks.push(t('Tool {place} is left out: {why}.', { place: place + 1, why: read }));
    else if (tools.has(read.tool.offeredAs))
      remarks.push(t('Tool {place} is left out: another one has the name {name}.', { place: place + 1, name: read.tool.name }));
    else tools.set(read.tool.offeredAs, read);
  }
  if (listed.length > MCP_LIMITS.tools)
    remarks.push(t('It lists more than {most} tools; the others are left out.', { most: MCP_LIMITS.tools }));
  return { tools: [...tools.values()].sort((a, b) => (a.tool.offeredAs < b.tool.offeredAs ? -1 : 1)), remarks: remarks.slice(0, 50) };
}

/** Longer definitions are skipped, as is the rest of a list above a total, because the page waits while they are read. In characters. */
const LONGEST_DEFINITION = 200_000;
const MOST_DEFINITIONS = 1_000_000;

/** Infinity if it is nested too deeply to be serialised. */
function lengthOf(given: unknown): number {
  try {
    return JSON.stringify(given)?.length ?? 0;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function nameOf(given: unknown): string {
  const isNamed = typeof given === 'object' && given !== null && 'name' in given;
  return isNamed ? shortText(given.name, MCP_LIMITS.name) : '';
}

async function readTool(server: string, given: JsonValue, hasher: Hasher): Promise<ListedTool | string> {
  const fields = fieldsOf(given);
  const name = fields.get('name');
  if (typeof name !== 'string' || name === '') return t('it has no name');
  if (name.length > MCP_LIMITS.name || withoutHidden(name) !== name || /\s/.test(name))
    return t('its name is too long or holds what does not show');
  const schema = fields.get('inputSchema') ?? null;
  const text = fields.get('description');
  const definition = canonicalJson({ name, title: fields.get('title') ?? null, description: text ?? null, inputSchema: schema });
  if (definition.length > LONGEST_DEFINITION) return t('the definition of {name} is too long', { name });
  const simple = simplifySchema(schema);
  if (!simple.ok) return `${name}: ${simple.why}`;
  const description = withoutHidden(typeof text === 'string' ? text.slice(0, MCP_LIMITS.description) : '').trim();
  const inputSchema = offeredSchema(simple.schema);
  if (!foreignToolOfferSchema.shape.inputSchema.safeParse(inputSchema).success)
    return t('{name}: the description of its arguments is too long', { name });
  const hash = await hasher.hash(new TextEncoder().encode(definition));
  const offeredAs = offeredName(server, name);
  const hints = fieldsOf(fields.get('annotations') ?? null);
  const flag = (key: string) => (hints.get(key) === true ? true : hints.get(key) === false ? false : undefined);
  return {
    tool: {
      name,
      offeredAs,
      title: shortText(fields.get('title') ?? hints.get('title'), MCP_LIMITS.name),
      description,
      // JSON by construction; the compiler sees an object with arbitrary fields.
      schema: simple.schema as McpTool['schema'],
      hints: withoutUndefined({
        isReadOnly: flag('readOnlyHint'),
        isDestructive: flag('destructiveHint'),
        isOpenWorld: flag('openWorldHint'),
      }),
      hash,
    },
    inputSchema,
    isTask: fieldsOf(fields.get('execution') ?? null).get('taskSupport') === 'required',
    problemOf: argumentsCheck(simple.schema),
  };
}

export function readResources(listed: readonly unknown[]): McpResource[] {
  return listed.slice(0, MCP_LIMITS.resources).flatMap((given) => {
    const fields = fieldsOf(toJsonValue(given));
    const [uri, size] = [fields.get('uri'), fields.get('size')];
    if (typeof uri !== 'string' || uri === '' || uri.length > 2_000 || withoutHidden(uri) !== uri) return [];
    const name = shortText(fields.get('title'), MCP_LIMITS.name) || shortText(fields.get('name'), MCP_LIMITS.name) || uri;
    const mimeType = shortText(fields.get('mimeType'), MCP_LIMITS.name) || null;
    const description = shortText(fields.get('description'), MCP_LIMITS.description);
    return [{ uri, name, description, mimeType, size: typeof size === 'number' && size >= 0 ? size : null }];
  });
}

export function readPrompts(listed: readonly unknown[]): McpPrompt[] {
  return listed.slice(0, MCP_LIMITS.prompts).flatMap((given) => {
    const fields = fieldsOf(toJsonValue(given));
    const name = fields.get('name');
    if (typeof name !== 'string' || name === '' || name.length > MCP_LIMITS.name || withoutHidden(name) !== name) return [];
    const wanted = fields.get('arguments');
    const listedArguments = (Array.isArray(wanted) ? wanted : []).slice(0, 30).flatMap((one) => {
      const argument = fieldsOf(one);
      const argumentName = argument.get('name');
      if (typeof argumentName !== 'string' || argumentName === '' || argumentName.length > MCP_LIMITS.name) return [];
      const description = shortText(argument.get('description'), MCP_LIMITS.description);
      return [{ name: argumentName, description, isRequired: argument.get('required') === true }];
    });
    return [{ name, description: shortText(fields.get('description'), MCP_LIMITS.description), arguments: listedArguments }];
  });
}

function fieldsOf(value: JsonValue): ReadonlyMap<string, JsonValue> {
  return new Map(typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []);
}

function withoutUndefined(hints: { [Name in keyof McpTool['hints']]: boolean | undefined }): McpTool['hints'] {
  return Object.fromEntries(Object.entries(hints).filter(([, value]) => value !== undefined));
}
