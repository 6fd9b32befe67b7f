import { z } from 'zod';

/** A node of prettier's YAML tree, as far as settings need it. An empty value is null, or a node of type `null`. */
interface YamlNode {
  type: string;
  value?: string | undefined;
  children?: (YamlNode | null)[] | undefined;
  position?: { start: { line: number } } | undefined;
}

const nodeSchema: z.ZodType<YamlNode> = z.lazy(() =>
  z.object({
    type: z.string(),
    value: z.string().optional(),
    children: z.array(nodeSchema.nullable()).optional(),
    position: z.object({ start: z.object({ line: z.number() }) }).optional(),
  }),
);

const placedSchema = z.object({ message: z.string(), loc: z.object({ start: z.object({ line: z.number() }) }) });

/** The text is not valid YAML, or uses features that settings do not support. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
  constructor(
    message: string,
    /** Counted from 1. */
    readonly line: number,
  ) {
    super(message);
  }
}

/**
 * Parses YAML with prettier's own parser, loaded on first use, because another one would be as large. Returns the first of several
 * documents; undefined if it is empty. Throws a `YamlError` for invalid YAML and for anchors, tags and duplicate keys, which settings do
 * not need.
 */
export async function parseYaml(text: string): Promise<unknown> {
  const { parsers } = await import('prettier/plugins/yaml');
  try {
    const root = nodeSchema.parse(await treeOf(text, parsers.yaml.parse));
    const [, body] = root.children?.[0]?.children ?? [];
    const content = body?.children?.[0] ?? null;
    return content === null ? undefined : settingOf(content);
  } catch (error) {
    // Parser, schema and reader are all recursive.
    throw error instanceof RangeError ? new YamlError('what is nested here is too deep', 1) : error;
  }
}

async function treeOf(text: string, parse: (text: string, options: never) => unknown): Promise<unknown> {
  try {
    // None of prettier's options are used here.
    return await parse(text, {} as never);
  } catch (error) {
    const placed = placedSchema.safeParse(error).data;
    if (placed === undefined) throw error;
    // Prettier's message also contains the position and the code around it.
    throw new YamlError(placed.message.split('\n', 1)[0]?.replace(/ \(\d+:\d+\)$/, '') ?? '', placed.loc.start.line);
  }
}

function settingOf(node: YamlNode | null | undefined): unknown {
  if (node === null || node === undefined) return null;
  const children = node.children ?? [];
  switch (node.type) {
    case 'null':
      return null;
    case 'plain':
      return scalarOf(node.value ?? '');
    case 'quoteDouble':
    case 'quoteSingle':
    case 'blockLiteral':
    case 'blockFolded':
      return node.value ?? '';
    case 'mapping':
    case 'flowMapping':
      return mappingOf(children.map(pairOf));
    case 'sequence':
    case 'flowSequence':
      return children.map(itemOf);
    default:
      throw new YamlError(`a part of a kind that settings do not have: ${node.type}`, node.position?.start.line ?? 1);
  }
}

function mappingOf(pairs: readonly (readonly [string, unknown, number])[]): Record<string, unknown> {
  const seen = new Set<string>();
  for (const [name, , line] of pairs) {
    if (seen.has(name)) throw new YamlError(`two settings are called ${name}`, line);
    seen.add(name);
  }
  return Object.fromEntries(pairs);
}

/** Returns name, value and line. */
function pairOf(item: YamlNode | null): [string, unknown, number] {
  const [key, value] = item?.children ?? [];
  return [String(settingOf(key?.children?.[0])), settingOf(value?.children?.[0]), item?.position?.start.line ?? 1];
}

function itemOf(item: YamlNode | null): unknown {
  // `[a: 1]` is a list of a mapping with one pair.
  return item?.type === 'flowMappingItem' ? mappingOf([pairOf(item)]) : settingOf(item?.children?.[0]);
}

/** YAML 1.2's core schema: https://yaml.org/spec/1.2.2/#1032-tag-resolution */
function scalarOf(text: string): unknown {
  if (/^(?:null|Null|NULL|~|)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (/^(?:[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?)$/.test(text)) return Number(text);
  return text;
}
