import type { JsonValue } from '../../../protocol/message.ts';
import type { ToolDefinition } from '../../contract/tool-definition.ts';
import { toolParameters } from '../../conversation/tool-parameters.ts';
import { plainValue, readValue } from '../xml-value.ts';
import { bareName, callIn, type JsonCall } from './json-call.ts';

/** A call printed as text. `end` is the offset after it. */
export interface WrittenCall extends JsonCall {
  end: number;
}

/** The result of reading a call at an offset: `broken` if it is ambiguous, null if there is none. */
export type Reading = WrittenCall | 'broken' | null;

/** The special tokens that begin, hold or end calls, such as `<|tool_call_start|>`; those of results are named after results. */
const TOKEN = '<[|｜]/?(?![^|｜>]*(?:respon|result|output))[a-z_▁]*(?:tool|function|plugin)[a-z_▁]*[|｜]>';
/** The tags that begin, hold or end calls. */
const TAGS = 'tool_?calls?|tool_uses?|tool_code|tools|function_calls?|minimax:tool_call|｜DSML｜function_calls';
const HARMONY = String.raw`<\|start\|>assistant[^\n{]{0,60}?\sto=\w|<\|channel\|>(?:commentary|analysis)[^\n{]{0,40}?\sto=\w`;

/** Markers with which models are trained to begin a call. They count at the beginning of a line. */
export const MARKER = new RegExp(
  String.raw`^[ \t]*(?:<(?:${TAGS})>|<function=[\w.:-]+>|<(?:｜DSML｜)?invoke name="|\[TOOL_CALLS\]|<\|python_tag\|>|${TOKEN}|${HARMONY}|(?:assistant)?(?:commentary|analysis)? ?to=functions?\.\w|functions\.[\w-]+:\d+\s*(?:\{|<[|｜])|✿FUNCTION✿)`,
);
/** A message of the harmony format that is a call, after another one on the same line. */
export const NEXT_MESSAGE = new RegExp(String.raw`(?<=<\|end\|>)(?:${HARMONY})`);

/** Markers around and between calls that carry no information. A token that separates the parts of one call belongs to its pattern. */
export const AROUND = new RegExp(
  String.raw`(?:\s+|</?(?:${TAGS})>|\[/?TOOL_CALLS\]|<\|(?:python_tag|eom_id|im_end|call|end)\|>|(?!<[|｜]tool[_▁](?:call[_▁](?:begin|argument)|sep))${TOKEN}|<\|start\|>assistant(?=<\|channel\|>))+`,
  'y',
);

/** Patterns of a name and everything up to the brace of its arguments. */
const HEADS: readonly RegExp[] = [
  /<[|｜]tool▁call▁begin[|｜]>(?:function<[|｜]tool▁sep[|｜]>)?(?<name>[\w.:-]+)(?:<[|｜]tool▁sep[|｜]>)?\s*(?:```json\s*)?(?=\{)/y,
  /<\|tool_call_begin\|>\s*(?<name>[\w.:-]+)\s*<\|tool_call_argument_begin\|>\s*(?=\{)/y,
  /(?<name>functions\.[\w-]+:\d+)\s*(?:<\|tool_call_argument_begin\|>)?\s*(?=\{)/y,
  /(?:<\|start\|>)?(?:assistant)?\s*(?:<\|channel\|>)?(?:commentary|analysis)?[^\n{=]{0,40}?\bto=(?<name>[\w.:-]+)[^{]{0,60}(?=\{)/y,
  /✿FUNCTION✿\s*:?\s*(?<name>[\w.:-]+)\s*✿ARGS✿\s*:?\s*(?=\{)/y,
  /(?<name>[A-Za-z_][\w.:-]*)(?:\[CALL_ID\][\w-]+)?\[ARGS\]\s*(?=\{)/y,
  new RegExp(String.raw`(?<=(?:[|｜]>|\[TOOL_CALLS\]|<(?:${TAGS})>)\s*)(?<name>[A-Za-z_][\w.:-]*)\s*(?=\{)`, 'y'),
];
const FUNCTION = /<function=(?<name>[\w.:-]+)>/y;
const INVOKE = /<(?:｜DSML｜)?invoke name="(?<name>[\w.:-]+)"[^>]{0,80}>/y;
const GLM = /(?<name>[A-Za-z_][\w.:-]*)\s*(?=<arg_key>)/y;

/** Reads the call that begins at `at`, in any of the forms that models are trained to write. */
export function readCall(text: string, at: number, tools: ReadonlyMap<string, ToolDefinition>): Reading {
  if (text[at] === '{') return readObject(text, at, tools);
  for (const head of HEADS) {
    const found = matchAt(head, text, at);
    if (found !== null) return withArguments(text, found);
  }
  const called = matchAt(FUNCTION, text, at);
  if (called !== null) {
    const brace = skipBlanks(text, called.end);
    if (text[brace] === '{') return closed(text, withArguments(text, { ...called, end: brace }), /\s*(?:<\/function>)?/y);
    return readValues(text, called, { open: /\s*<parameter=(?<key>[\w.-]+)>/y, close: '</parameter>', end: /\s*<\/function>/y }, tools);
  }
  const invoked = matchAt(INVOKE, text, at);
  if (invoked !== null) {
    const isDsml = text.startsWith('<｜DSML｜', at);
    const close = isDsml ? '</｜DSML｜parameter>' : '</parameter>';
    const open = /\s*<(?:｜DSML｜)?parameter name="(?<key>[\w.-]+)"[^>]{0,40}>/y;
    return readValues(text, invoked, { open, close, end: /\s*<\/(?:｜DSML｜)?invoke>/y }, tools);
  }
  const named = matchAt(GLM, text, at);
  if (named === null) return null;
  const open = /\s*<arg_key>(?<key>[\w.-]+)<\/arg_key>\s*<arg_value>/y;
  return readValues(text, named, { open, close: '</arg_value>', end: /(?=\s*(?:<\/tool_call>|$))/y }, tools);
}

/** Returns the end of the object that begins at `at`; -1 if it has none. */
export function endOfObject(text: string, at: number): number {
  let depth = 0;
  for (const { 0: token, index } of text.slice(at).matchAll(/"(?:[^"\\]|\\[\s\S])*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth === 0) return at + index + token.length;
  }
  return -1;
}

function readObject(text: string, at: number, tools: ReadonlyMap<string, ToolDefinition>): Reading {
  const end = endOfObject(text, at);
  const value = end < 0 ? undefined : parsed(text.slice(at, end));
  const call = callIn(value, tools);
  return call === null ? 'broken' : { ...call, end };
}

function withArguments(text: string, { name, end: at }: Head): Reading {
  const end = endOfObject(text, at);
  const input = end < 0 ? undefined : parsed(text.slice(at, end));
  if (input === undefined) return 'broken';
  const fence = matchEnd(/\s*```/y, text, end);
  return { toolName: bareName(name), input, end: fence ?? end };
}

interface ValueForm {
  /** Has a named group `key`. */
  open: RegExp;
  close: string;
  end: RegExp;
}

/** Reads values between tags, each up to its first closing tag; a value that contains an opening tag is ambiguous. */
function readValues(
  text: string,
  { name, end: from }: Head,
  { open, close, end }: ValueForm,
  tools: ReadonlyMap<string, ToolDefinition>,
): Reading {
  const toolName = bareName(name);
  const tool = tools.get(toolName);
  const parameters = new Map((tool === undefined ? [] : toolParameters(tool)).map((parameter) => [parameter.name, parameter]));
  const input: [string, JsonValue][] = [];
  let at = from;
  for (;;) {
    const done = matchEnd(end, text, at);
    if (done !== null) return { toolName, input: Object.fromEntries(input), end: done };
    open.lastIndex = at;
    const opened = open.exec(text);
    const key = opened?.groups?.key;
    if (opened === null || key === undefined) return 'broken';
    const valueAt = open.lastIndex;
    const valueEnd = text.indexOf(close, valueAt);
    const raw = text.slice(valueAt, valueEnd);
    open.lastIndex = 0;
    if (valueEnd < 0 || new RegExp(open.source.replace('\\s*', '')).test(raw)) return 'broken';
    const read = readValue(
      plainValue(raw).replace(/\r?\n$/, (lineEnd) => (raw.startsWith('\n') && raw.indexOf('\n', 1) === raw.length - 1 ? '' : lineEnd)),
      parameters.get(key),
    );
    if ('problem' in read) return 'broken';
    input.push([key, read.value]);
    at = valueEnd + close.length;
  }
}

interface Head {
  name: string;
  end: number;
}

function matchAt(pattern: RegExp, text: string, at: number): Head | null {
  pattern.lastIndex = at;
  const name = pattern.exec(text)?.groups?.name;
  return name === undefined ? null : { name, end: pattern.lastIndex };
}

export function matchEnd(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

function closed(text: string, reading: Reading, end: RegExp): Reading {
  if (reading === null || reading === 'broken') return reading;
  return { ...reading, end: matchEnd(end, text, reading.end) ?? reading.end };
}

function skipBlanks(text: string, at: number): number {
  return matchEnd(/\s*/y, text, at) ?? at;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
