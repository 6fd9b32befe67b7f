import type { JsonValue } from '../../protocol/message.ts';
import { TOOL_PREFIXES } from '../../protocol/tool-names.ts';
import { placeOf } from '../answers/call-arguments.ts';
import { parseJson, repairedJson, scanJson } from '../answers/json-problem.ts';
import type { ToolParameter } from '../conversation/tool-parameters.ts';

/**
 * The syntax of a value between its tags. Nothing is escaped: `<` and `&` stand for themselves.
 * - A plain value ends at the first closing tag. A multi-line value begins on the line after its tag; that line break is not part of it,
 *   the last one is. A plain value that contains its own opening tag or a tool's tag is ambiguous and refused.
 * - A CDATA value is verbatim; `]]>` inside it is written `]]]]><![CDATA[>`, as in XML.
 */
export const CDATA_START = '<![CDATA[';
export const CDATA_END = ']]>';
/** Matches the opening or closing tag of a tool. */
const TOOL_TAG = new RegExp(`</?(?:${TOOL_PREFIXES.join('|')})\\w*`);

export function plainValue(raw: string): string {
  const block = /^\r?\n([\s\S]*)$/.exec(raw)?.[1];
  if (block === undefined) return raw;
  // The closing tag was indented on its own line.
  const value = block.replace(/(^|\n)[ \t]+$/, '$1');
  const isOneLine = value.indexOf('\n') === value.length - 1 && value.endsWith('\n');
  return isOneLine ? value.replace(/\r?\n$/, '') : value;
}

/** Returns the text that makes a plain value ambiguous; null if there is none. */
export function ambiguityOf(raw: string, name: string): string | null {
  if (raw.includes(`<${name}>`)) return `<${name}>`;
  // The end of a CDATA section whose beginning is damaged.
  if (raw.trimEnd().endsWith(CDATA_END)) return CDATA_END;
  return TOOL_TAG.exec(raw)?.[0] ?? null;
}

export function writeValue(name: string, value: string): string {
  const block = value.includes('\n') || value === '' ? `\n${value}` : value;
  const isPlain =
    plainValue(block) === value &&
    !block.includes(`</${name}>`) &&
    ambiguityOf(block, name) === null &&
    !block.trimStart().startsWith(CDATA_START.slice(0, 2));
  if (isPlain) return `<${name}>${block}</${name}>`;
  const inside = value.replaceAll(CDATA_END, `]]${CDATA_END}${CDATA_START}>`);
  return `<${name}>${CDATA_START}${inside}${CDATA_END}</${name}>`;
}

/**
 * Converts a value to the parameter's type: text stays text, everything else is JSON. A scalar that is not JSON stays text and is left to
 * the tool's validation; for a broken list or object, the position of the error is reported.
 */
export function readValue(text: string, parameter: ToolParameter | undefined): { value: JsonValue } | { problem: string } {
  if (parameter === undefined || parameter.takesText) return { value: text };
  const bare = text.trim();
  const { problem, repairs } = scanJson(bare);
  if (problem === null) {
    const value = parseJson(repairedJson(bare, repairs));
    if (value === undefined || !hasEndlessNumber(value)) return { value: value === undefined ? text : value };
    return typeof value === 'number' ? { value: text } : { problem: 'a number in it is too large' };
  }
  return bare.startsWith('[') || bare.startsWith('{') ? { problem: `${problem.what} (${placeOf(bare, problem.at)})` } : { value: text };
}

/** Returns true if the value contains Infinity: JSON parses `1e999` to it but cannot write it. */
function hasEndlessNumber(value: JsonValue): boolean {
  let isFound = false;
  JSON.stringify(value, (_key, part: unknown) => {
    isFound ||= typeof part === 'number' && !Number.isFinite(part);
    return part;
  });
  return isFound;
}
