import { TOOL_NAMES } from '../../../protocol/tool-names.ts';
import type { ToolDefinition } from '../../contract/tool-definition.ts';
import { toolParameters } from '../../conversation/tool-parameters.ts';
import type { DecodedPart } from '../tool-codec.ts';
import { XmlAnswerDecoder } from '../xml-answer-decoder.ts';
import { endsInCall } from './call-at-end.ts';
import { AROUND, MARKER, matchEnd, NEXT_MESSAGE, type Reading, readCall } from './call-forms.ts';
import { bareName, callsIn, type JsonCall } from './json-call.ts';

/** A call that an answer prints in its text instead of making it. */
export type PrintedAnswer =
  /** The text before the first call, and the calls. */
  | { type: 'calls'; words: string; calls: readonly Extract<DecodedPart, { type: 'call' }>[] }
  /** There is a call, but its content is ambiguous. */
  | { type: 'unclear'; why: string };

/** Markers that also occur in text about calls. */
const TAG = /^<(tool_calls?|toolcall|function_calls?)>/;
/** Markers that are words of a call only if a tool or a function with its arguments follows. */
const LOOSE = /^<(?:tools|tool_code|tool_uses?|[|｜](?!python_tag|start|channel|tool[_▁]calls?[_▁](?:section[_▁])?begin)[^>]*)>/;
const FUNCTION_CALL = /^[[\s]*(?:print\(\s*)?[A-Za-z_][\w.]*\(/;
/** The first lines of a patch in the form of codex. */
const PATCH = /^\*{3} Begin Patch[ \t]*\r?\n\*{3} (?:Add|Update|Delete) File: /;
const BARE = /[A-Za-z_][\w.:-]*/y;
const FENCE = /^[ \t]*(?:```|~~~)/;
const WHOLE_FENCE = /^```[\w-]*[ \t]*\r?\n([\s\S]*?)\r?\n?```$/;

/**
 * Finds calls that a model printed instead of making, by the narrow rules of the text codecs: a call begins on its own line outside code
 * fences, or is the whole reply; text after it is ignored. Returns null if there is none.
 */
export function readPrinted(answer: string, tools: readonly ToolDefinition[]): PrintedAnswer | null {
  if (tools.length === 0) return null;
  const text = answer.trim();
  const whole = WHOLE_FENCE.exec(text)?.[1]?.trim() ?? text;
  const names = new Map(tools.map((tool) => [tool.name, tool]));
  for (let at = markerAt(whole, 0); at !== null; at = markerAt(whole, at + 1)) {
    const read = readFrom(whole, at, names);
    if (read !== null) return read;
  }
  if (
    names.has(TOOL_NAMES.applyPatch) &&
    unfencedAt(whole, (line, at) => (line.startsWith('***') && PATCH.test(whole.slice(at)) ? 0 : null)) !== null
  ) {
    return { type: 'unclear', why: 'it is a patch without a call' };
  }
  const isJson = whole.startsWith('{') || whole.startsWith('[');
  const read = isJson ? readWhole(whole, names) : readTagged(whole, tools);
  if (read !== null) return read;
  if (!isJson && hasFencedCall(text, names)) return { type: 'unclear', why: 'it is in a code fence, with words around it' };
  return endsInCall(whole, names) ? { type: 'unclear', why: 'not in a form in which it could be made' } : null;
}

/** Returns the offset of the first marker at or after `from`. */
function markerAt(text: string, from: number): number | null {
  return unfencedAt(text, (line, at) => {
    const place = MARKER.test(line) ? line.length - line.trimStart().length : (NEXT_MESSAGE.exec(line)?.index ?? null);
    return place !== null && at + place >= from ? place : null;
  });
}

/** Returns the offset that `find` finds in the first line outside code fences in which it finds one. */
function unfencedAt(text: string, find: (line: string, at: number) => number | null): number | null {
  let at = 0;
  let isInFence = false;
  for (const line of text.split('\n')) {
    const place = FENCE.test(line) || isInFence ? null : find(line, at);
    if (place !== null) return at + place;
    if (FENCE.test(line)) isInFence = !isInFence;
    at += line.length + 1;
  }
  return null;
}

/** Reads the calls after a marker; returns null if the text is only about calls. */
function readFrom(text: string, from: number, tools: ReadonlyMap<string, ToolDefinition>): PrintedAnswer | null {
  const calls: Extract<DecodedPart, { type: 'call' }>[] = [];
  let at = matchEnd(AROUND, text, from) ?? from;
  while (at < text.length) {
    const isList = text[at] === '[' && calls.length === 0;
    if (isList || (text[at] === ',' && calls.length > 0)) {
      at = matchEnd(/\s*/y, text, at + 1) ?? at;
      continue;
    }
    const call = readCall(text, at, tools) ?? bareCall(text, at, tools);
    if (call === 'broken') return { type: 'unclear', why: 'what it says cannot be read in one way' };
    if (call === null) break;
    calls.push({ type: 'call', toolName: call.toolName, input: call.input, source: text.slice(at, call.end) });
    at = matchEnd(AROUND, text, call.end) ?? call.end;
  }
  if (calls.length === 0) return isSpokenOf(text, from, at, tools) ? null : { type: 'unclear', why: 'it is not whole' };
  return { type: 'calls', words: text.slice(0, from).trim(), calls };
}

/** Reads a name alone between the tags as a call of a tool without required arguments. */
function bareCall(text: string, at: number, tools: ReadonlyMap<string, ToolDefinition>): Reading {
  BARE.lastIndex = at;
  const name = BARE.exec(text)?.[0];
  const tool = name === undefined ? undefined : tools.get(bareName(name));
  if (name === undefined || tool === undefined) return null;
  const end = at + name.length;
  const rest = text.slice(end);
  if (/^[ \t]*[^\s<[]/.test(rest)) return null;
  return /^\s*(?:$|<\/|<\||<｜|\[)/.test(rest) && needsNothing(tool) ? { toolName: tool.name, input: {}, end } : 'broken';
}

/** Returns true if a tag is only mentioned: no call begins after it, and it is empty. */
function isSpokenOf(text: string, from: number, at: number, tools: ReadonlyMap<string, ToolDefinition>): boolean {
  if (LOOSE.test(text.slice(from))) {
    const rest = text.slice(at);
    const names = [...tools.keys()].join('|');
    const isNamed = new RegExp(`^[[\\s]*(?:functions?\\.)?(?:${names})[ \\t]*(?:$|[\\n<:(=[{])`).test(rest);
    return rest !== '' && !FUNCTION_CALL.test(rest) && !isNamed;
  }
  const tag = TAG.exec(text.slice(from));
  if (tag === null) return text.startsWith('[TOOL_CALLS] ', from);
  const next = text.indexOf(tag[0], from + tag[0].length);
  const closing = text.slice(0, next < 0 ? text.length : next).indexOf(`</${tag[1]}>`, from);
  // A closing tag before `at` makes the tag empty. Without one, a call has begun only if nothing else follows.
  return closing < 0 ? at < text.length : closing < at;
}

function needsNothing(tool: ToolDefinition): boolean {
  return toolParameters(tool).every(({ isRequired }) => !isRequired);
}

/** Reads one object, or a list of objects, that is the whole reply. */
function readWhole(text: string, tools: ReadonlyMap<string, ToolDefinition>): PrintedAnswer | null {
  const values = parsed(text);
  if (values === undefined) return null;
  const calls = callsIn(values, tools);
  if (calls.length === 0 || !calls.every((call) => isMeant(call, tools.get(call.toolName)))) return null;
  return {
    type: 'calls',
    words: '',
    calls: calls.map(({ toolName, input }) => ({ type: 'call', toolName, input, source: JSON.stringify(input) })),
  };
}

/** Without arguments, a name is a call only if the tool needs none; otherwise it may be data. */
function isMeant({ isNameOnly }: JsonCall, tool: ToolDefinition | undefined): boolean {
  return tool !== undefined && (isNameOnly !== true || needsNothing(tool));
}

/** Reads the tags of the XML codec. */
function readTagged(text: string, tools: readonly ToolDefinition[]): PrintedAnswer | null {
  if (!tools.some(({ name }) => text.includes(`<${name}>`))) return null;
  const decoder = new XmlAnswerDecoder(tools);
  decoder.push(text);
  const parts = decoder.end(false);
  const calls = parts.filter((part) => part.type === 'call');
  if (parts.some((part) => part.type === 'broken-call')) return { type: 'unclear', why: 'what it says cannot be read in one way' };
  if (calls.length === 0) return null;
  return {
    type: 'calls',
    words: parts
      .flatMap((part) => (part.type === 'text' ? [part.text] : []))
      .join('\n')
      .trim(),
    calls,
  };
}

function hasFencedCall(text: string, tools: ReadonlyMap<string, ToolDefinition>): boolean {
  return [...text.matchAll(/^```(?:json|tool_call|tool_code)?[ \t]*\r?\n([\s\S]*?)\r?\n```/gm)].some(([, inside]) => {
    return callsIn(parsed(inside ?? ''), tools).some(({ toolName }) => tools.has(toolName));
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
