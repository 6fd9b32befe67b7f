import { isJsonValue, type JsonValue } from '../../protocol/json-value.ts';
import { parseJson, repairedJson, scanJson } from './json-problem.ts';

export type CallArguments =
  | { ok: true; input: JsonValue }
  | { ok: false /** One or two sentences: what is wrong, where, and what to do. */; message: string };

export interface ArgumentRules {
  toolName: string;
  /**
   * Adds brackets that are missing at the very end. Only for calls that change nothing: it is unknown whether the text ended there or broke
   * off before its next field, and half a change is worse than none.
   */
  mayClose: boolean;
}

/** Maximum nesting depth of arguments; no tool takes more. */
export const DEEPEST_ARGUMENTS = 64;
/** Characters quoted on either side of a mistake. */
const AROUND = 32;
const AGAIN = 'Nothing was done. Send the call again with complete, valid JSON.';

/**
 * Parses the arguments of a call that arrived as text. Only unambiguous defects are repaired: whitespace, a code fence around the whole,
 * JSON inside a JSON string, the same text twice, a comma before a closing bracket, extra closing brackets, and raw line breaks inside a
 * string. A truncated text is never completed. For everything else, the message says where the text stops being JSON.
 */
export function readArguments(text: string, rules: ArgumentRules): CallArguments {
  const bare = sentTwice(withoutFence(text.replace(/^\ufeff/, '').trim()));
  if (bare === '') return { ok: true, input: {} };
  const { problem, repairs, missing } = scanJson(bare);
  const isRepairable = problem === null || (rules.mayClose && missing !== '');
  const parsed = isRepairable ? parseJson(repairedJson(bare, repairs) + missing) : undefined;
  if (parsed === undefined) return { ok: false, message: brokenMessage(rules.toolName, bare, problem) };
  return checkArguments(parsed, rules);
}

/** Validates arguments that arrived as a value. */
export function checkArguments(value: unknown, rules: ArgumentRules): CallArguments {
  // Some endpoints send the arguments' JSON as a JSON string.
  if (typeof value === 'string') return readArguments(value, rules);
  if (!isJsonValue(value, DEEPEST_ARGUMENTS)) {
    const message = `The arguments of ${rules.toolName} are nested deeper than ${DEEPEST_ARGUMENTS} levels, or hold a number too large to keep. ${AGAIN}`;
    return { ok: false, message };
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ok: true, input: value };
  const kind = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
  const message = `The arguments of ${rules.toolName} must be one JSON object, such as {"path": "src/main.ts"}, not ${kind}. ${AGAIN}`;
  return { ok: false, message };
}

/** Describes a position in a text that should be JSON: line, column and the surrounding text. */
export function placeOf(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  const left = text.slice(Math.max(0, at - AROUND), at);
  const right = text.slice(at, at + AROUND);
  const quoted = `${at > AROUND ? '…' : ''}${left}⟨here⟩${right}${at + AROUND < text.length ? '…' : ''}`;
  return `line ${line}, column ${column}, at ⟨here⟩ in: ${oneLine(quoted)}`;
}

function brokenMessage(toolName: string, text: string, problem: { at: number; what: string } | null): string {
  const where = problem === null ? '' : `: ${problem.what} (${placeOf(text, problem.at)})`;
  return `The arguments of ${toolName} are not valid JSON${where}. ${AGAIN}`;
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r?\n/g, '⏎')
    .replace(/[\p{Cc}\p{Cf}]/gu, '�');
}

/**
 * Some endpoints repeat the whole text at the end; two equal texts count as one. Half of an object is not an object, so nothing else
 * matches.
 */
function sentTwice(text: string): string {
  const half = text.slice(0, Math.ceil(text.length / 2)).trim();
  const isTwice = half.startsWith('{') && half.endsWith('}') && text.slice(-half.length) === half && text.length >= 2 * half.length;
  return isTwice && text.slice(half.length, text.length - half.length).trim() === '' ? half : text;
}

function withoutFence(text: string): string {
  return /^```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n?```$/i.exec(text)?.[1]?.trim() ?? text;
}
