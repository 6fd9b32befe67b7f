import { trainedTool } from '../../../protocol/trained/trained-names.ts';
import type { ToolDefinition } from '../../contract/tool-definition.ts';
import { toolParameters } from '../../conversation/tool-parameters.ts';
import { callsIn } from './json-call.ts';

/** In characters. Calls that begin earlier are not detected. */
const LONGEST_END = 20_000;
const LONGEST_CLOSING = 300;
const MOST_LINES = 400;
const LAST_FENCE = /(?:^|\n)[ \t]*```[\w-]*[ \t]*\r?\n([\s\S]*?)\r?\n[ \t]*```$/;
const JSON_CALL_FIELDS =
  /^(?:type|id|call_id|name|arguments|parameters|function|tool|tool_name|args|input|action|action_input|reason|reasoning|thought)$/;
/** Fields in which only tools are named. */
const TOOL_FIELD = /^(?:tool|tool_name|recipient_name)$/;
/** Matches names in the style of other products' tools: `read_file`, `execute-command`. */
const FOREIGN_NAME = /^[a-z]+(?:[_-][a-z]+)+$/i;
const FOREIGN_TAG =
  /^<((?:read|write|list|execute|search|replace|apply|run|edit|create|delete|insert|view|open|find|get|update|attempt|use|str)_[a-z_]+|bash|shell|command|terminal|boltA(?:ction|rtifact))(?:\s[^>]*)?>[\s\S]*<\/\1>$/;
/** A tool's name after marks and words about calls, and everything after it. */
const NAMED =
  /^[^\p{L}\n]*(?:(?:tool|function|call|calling|name|use|using|invoke|invoking|execute|executing|action)(?!\p{L})[^\p{L}\n]*){0,3}(\w+)(?!\w)([\s\S]*)$/iu;
/** Marks and words about arguments between a name and its first field. */
const TO_FIELD = String.raw`^[^\p{L}]*(?:(?:with|args?|arguments?|params?|parameters?|input|json|tool|name|yaml)(?!\p{L})[^\p{L}]*){0,5}?`;
/** Everything that may close after a call. */
const CLOSING = /(?:\s|<\/[\w:.-]+>|<[|｜][^>\n]{0,40}>|```|~~~|\])+$/;
const REACT = /^\**Action\**:\s*`?[\w.:-]+`?\s*\n+\s*\**(?:Action )?Input\**:/;
const BEFORE_NAME = '(?:(?:print\\(|await |return |call:? ?|calling:? |tools?\\.|functions?\\.|default_api\\.|@|→ ?)\\s*)*';

/**
 * Returns true if the answer ends with text that was clearly meant as a call, but is not one: it follows other text, or names an unknown
 * tool. Text *about* calls continues after them, or contains no values.
 */
export function endsInCall(answer: string, tools: ReadonlyMap<string, ToolDefinition>): boolean {
  const text = answer.trim().slice(-LONGEST_END);
  const fence = LAST_FENCE.exec(text);
  const fenced = fence?.[1]?.trim();
  if (fence !== null && fenced !== undefined) {
    const [line = ''] = text.slice(0, fence.index).trim().split('\n').slice(-1);
    return isCall(fenced, tools) || isNamedCall(`${line}\n${fenced}`, tools);
  }
  if (endsInObject(text, tools)) return true;
  const starts = lineStarts(text);
  return starts.some((at) => isCall(text.slice(at).trim(), tools));
}

/** Returns the offsets of the last lines. Some are inside a call that began earlier; those do not match as calls. */
function lineStarts(text: string): number[] {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return starts.slice(-MOST_LINES).filter((at) => /^[ \t]*[\w*`@→[{</"]/.test(text.slice(at, at + 40)));
}

function isCall(text: string, tools: ReadonlyMap<string, ToolDefinition>): boolean {
  if (/^(?:\{[\s\S]*\}|\[[\s\S]*\])$/.test(text) && isJsonCall(text, tools)) return true;
  if (text.startsWith('{')) return false;
  if (REACT.test(text)) return true;
  if (FOREIGN_TAG.test(text) || isNamedCall(text, tools)) return true;
  const names = [...tools.keys()].join('|');
  const called = new RegExp(`^${BEFORE_NAME}(?:${names})\\s*\\(\\s*(?:[{"'[]|\\w+\\s*[=:]|\\))[\\s\\S]*\\)*[;\`]*$`).test(text);
  if (called) return /\)[;`]*$/.test(text);
  if (new RegExp(`^[\`*]*(?:${names})[\`*]*\\s*:?\\s*\\{[\\s\\S]*\\}$`).test(text)) return true;
  if (new RegExp(`^<(?:${names})(?:\\s+\\w+="[^"]*")*\\s*/>$`).test(text)) return true;
  return new RegExp(`^\\[(?:(?:tool|function|called|calling)[ _]?(?:call|use)?:?\\s*)?(?:${names})\\b[^\\]]*[{="'][\\s\\S]*\\]$`, 'i').test(
    text,
  );
}

function isJsonCall(text: string, tools: ReadonlyMap<string, ToolDefinition>): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  const calls = callsIn(value, tools).filter(({ isNameOnly }) => isNameOnly !== true);
  if (calls.some(({ toolName }) => tools.has(toolName))) return true;
  const fields = Object.keys([value].flat()[0] ?? {});
  if (
    fields.some((field) => TOOL_FIELD.test(field)) &&
    calls.some(({ toolName }) => tools.has(trainedTool(toolName, undefined, [...tools.keys()]) ?? ''))
  )
    return true;
  return calls.some(({ toolName }) => FOREIGN_NAME.test(toolName)) && fields.every((field) => JSON_CALL_FIELDS.test(field));
}

/** Returns true if the text is a tool's name and an argument of it, with nothing but marks and words about calls before and between. */
function isNamedCall(text: string, tools: ReadonlyMap<string, ToolDefinition>): boolean {
  const [, name = '', rest = ''] = NAMED.exec(text) ?? [];
  const tool = tools.get(name);
  if (tool === undefined || /[.!?]$/.test(text)) return false;
  const fields = toolParameters(tool).map((parameter) => parameter.name);
  return new RegExp(`${TO_FIELD}(?:${fields.join('|')})(?!\\w)["'\`*]*\\s*[:=>]`, 'iu').test(rest);
}

/** Returns true if the text ends with an object that is a call, whatever is before it on its line or closes after it. */
function endsInObject(text: string, tools: ReadonlyMap<string, ToolDefinition>): boolean {
  const bare = text.slice(0, -LONGEST_CLOSING) + text.slice(-LONGEST_CLOSING).replace(CLOSING, '');
  if (!bare.endsWith('}')) return false;
  const lines = [...bare.matchAll(/^[^{\n]{0,80}(?=\{)/gm)].slice(-MOST_LINES);
  return lines.some(({ 0: before, index }) => isJsonCall(bare.slice(index + before.length), tools));
}
