import { z } from 'zod';

/** A node of prettier's tree of YAML, as far as settings need it. An empty place is null, or a node of type `null`. */
interface YamlNode {
  type: string;
  value?: string | undefined;
  children?: (YamlNode | null)[] | undefined;
}

const nodeSchema: z.ZodType<YamlNode> = z.lazy(() =>
  z.object({ type: z.string(), value: z.string().optional(), children: z.array(nodeSchema.nullable()).optional() }),
);

/**
 * What a YAML text says, by prettier's own parser, which is loaded with its first text: a second one would be as large again. Of several documents
 * the first; undefined: it says nothing. Throws where it is no YAML, and at anchors and tags, which no settings need.
 */
export async function parseYaml(text: string): Promise<unknown> {
  const { parsers } = await import('prettier/plugins/yaml');
  // No option of prettier's is looked at here.
  const root = nodeSchema.parse(await parsers.yaml.parse(text, {} as never));
  const [, body] = root.children?.[0]?.children ?? [];
  const content = body?.children?.[0] ?? null;
  return content === null ? undefined : settingOf(content);
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
      return Object.fromEntries(children.map(pairOf));
    case 'sequence':
    case 'flowSequence':
      return children.map(itemOf);
    default:
      throw new Error(`its YAML has a part of a kind that settings do not have: ${node.type}`);
  }
}

function pairOf(item: YamlNode | null): [string, unknown] {
  const [key, value] = item?.children ?? [];
  return [String(settingOf(key?.children?.[0])), settingOf(value?.children?.[0])];
}

function itemOf(item: YamlNode | null): unknown {
  // `[a: 1]` is a list of a mapping with one pair.
  return item?.type === 'flowMappingItem' ? Object.fromEntries([pairOf(item)]) : settingOf(item?.children?.[0]);
}

/** YAML 1.2's core schema: https://yaml.org/spec/1.2.2/#1032-tag-resolution */
function scalarOf(text: string): unknown {
  if (/^(?:null|Null|NULL|~|)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (/^(?:[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?)$/.test(text)) return Number(text);
  return text;
}
