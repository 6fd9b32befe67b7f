import type { ChatMessage, JsonValue, ToolPart } from '../../protocol/message.ts';
import { fieldsOf } from '../calls/fields-of.ts';
import { sizeOfPart } from './token-gauge.ts';

/** A smaller result is not worth a stub. Characters. */
const SMALLEST = 800;
/** Their results say what nothing else does: the whole plan after a change, the question that was asked. */
const KEPT_TOOLS: ReadonlySet<string> = new Set(['devonz_update_plan', 'devonz_ask_user']);
/** The newest answers whose results stay whole. */
const NEWEST_STEPS = 3;
/** Of an error's text that stays. Characters. */
const ERROR_HEAD = 300;

export interface StubCandidate {
  toolCallId: string;
  /** Characters it would free. */
  frees: number;
}

/** Results that may become stubs, oldest first. `messages` as they are sent now. */
export function stubCandidates(messages: readonly ChatMessage[], stubbedCalls: ReadonlySet<string>): StubCandidate[] {
  const steps = messages.filter((message) => message.role === 'assistant');
  return steps.slice(0, -NEWEST_STEPS).flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.type !== 'dynamic-tool' || stubbedCalls.has(part.toolCallId) || KEPT_TOOLS.has(part.toolName)) return [];
      if (resultSize(part) < SMALLEST) return [];
      const frees = sizeOfPart(part) - sizeOfPart(stubbed(part));
      return frees > 0 ? [{ toolCallId: part.toolCallId, frees }] : [];
    }),
  );
}

function resultSize(part: ToolPart): number {
  if (part.state === 'output-available') return textOf(part.output).length;
  return part.state === 'output-error' ? part.errorText.length : 0;
}

/** The part with its result left out: what it was, and how to get it again. The same part always gives the same bytes. */
export function stubbed(part: ToolPart): ToolPart {
  if (part.state === 'output-available') return { ...part, output: stubOf(part.toolName, fieldsOf(part.input), part.output) };
  if (part.state !== 'output-error' || part.errorText.length <= SMALLEST) return part;
  return { ...part, errorText: `${part.errorText.slice(0, ERROR_HEAD)}… [${leftOut(part.errorText)}]` };
}

function stubOf(toolName: string, input: ReadonlyMap<string, JsonValue>, output: JsonValue): JsonValue {
  const fields = fieldsOf(output);
  const command = fields.get('command');
  if (toolName === 'devonz_read_file') return readStub(input, fields);
  if (typeof command === 'string') {
    const kept = [...fields].filter(([name]) => name !== 'output' && name !== 'stdout' && name !== 'stderr');
    const text = textOf(fields.get('output') ?? output);
    return {
      ...Object.fromEntries(kept.filter(([, value]) => textOf(value).length < SMALLEST)),
      stub: `Its output is not shown: ${leftOut(text)} Run it again where you need it.`,
    };
  }
  return { stub: `The result is not shown: ${leftOut(textOf(output))} Call ${toolName} with the same arguments for how it is now.` };
}

function readStub(input: ReadonlyMap<string, JsonValue>, output: ReadonlyMap<string, JsonValue>): JsonValue {
  const path = textOf(output.get('path') ?? input.get('path') ?? '');
  const content = textOf(output.get('content') ?? '');
  const count = output.get('lineCount');
  const startLine = output.get('startLine') ?? 1;
  const endLine = output.get('endLine') ?? count ?? null;
  const lines = endLine === null ? '' : `, lines ${textOf(startLine)}-${textOf(endLine)}${typeof count === 'number' ? ` of ${count}` : ''}`;
  const range = endLine === null ? '' : `, startLine ${textOf(startLine)} and endLine ${textOf(endLine)}`;
  return {
    path,
    stub: `The content of ${path}${lines} is not shown: ${leftOut(content)} Call devonz_read_file with path ${JSON.stringify(path)}${range} for how it is now.`,
  };
}

function leftOut(text: string): string {
  return `${text.length} characters with the hash ${fingerprint(text)} were left out to save room.`;
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** FNV-1a, 32 bits: tells two texts apart for a reader; it guards nothing. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
