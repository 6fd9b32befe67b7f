import type { JsonValue } from '../../protocol/message.ts';
import { TOOL_PREFIXES } from '../../protocol/tool-names.ts';
import { placeOf } from '../answers/call-arguments.ts';
import { parseJson, repairedJson, scanJson } from '../answers/json-problem.ts';
import type { ToolParameter } from './tool-parameters.ts';

/**
 * How a value is written between its tags. Nothing is escaped: `<` and `&` are what they are.
 * - Plain: up to the first closing tag. A value of several lines begins on the line after its tag; that line break is not part of it,
 *   the last one is. Its own opening tag or a tool's tag in it would be ambiguous: refused.
 * - In CDATA: to the letter; `]]>` inside is written `]]]]><![CDATA[>`, as in XML.
 */
export const CDATA_START = '<![CDATA[';
export const CDATA_END = ']]>';
/** A tool's tag, opening or closing. */
const TOOL_TAG = new RegExp(`</?(?:${TOOL_PREFIXES.join('|')})\\w*`);

export function plainValue(raw: string): string {
  const block = /^\r?\n([\s\S]*)$/.exec(raw)?.[1];
  if (block === undefined) return raw;
  // The closing tag was indented on a line of its own.
  const value = block.replace(/(^|\n)[ \t]+$/, '$1');
  const isOneLine = value.indexOf('\n') === value.length - 1 && value.endsWith('\n');
  return isOneLine ? value.replace(/\r?\n$/, '') : value;
}

/** What keeps a plain value from being read in one way only; null: nothing. */
export function ambiguityOf(raw: string, name: string): string | null {
  if (raw.includes(`<${name}>`)) return `<${name}>`;
  // The end of a CDATA whose beginning is damaged.
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
 * A value as the tool takes it: text stays text, everything else is JSON. A word that is no JSON stays text, and the tool says what it
 * wants; a list or an object that is none has a place where it stops being one.
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

/** JSON reads `1e999` as a number without end, which it cannot write again. */
function hasEndlessNumber(value: JsonValue): boolean {
  let isFound = false;
  JSON.stringify(value, (_key, part: unknown) => {
    isFound ||= typeof part === 'number' && !Number.isFinite(part);
    return part;
  });
  return isFound;
}
