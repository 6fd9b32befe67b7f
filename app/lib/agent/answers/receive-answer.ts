import type { CallReading } from '../../protocol/call-reading.ts';
import { type JsonValue, type MessagePart, type ProviderMetadata, providerMetadataSchema, type ToolPart } from '../../protocol/message.ts';
import type { Fields } from '../../protocol/trained/meant-values.ts';
import { PASSING_TOOL, trainedTool } from '../../protocol/trained/trained-names.ts';
import type { ToolDefinition } from '../contract/tool-definition.ts';
import { checkArguments } from './call-arguments.ts';
import { type KnownTool, meantCall } from './meant/meant-call.ts';
import { receivedName } from './received-name.ts';
import { thoughtWithoutBeginning } from './thinking-splitter.ts';
import { isWellFormed, wellFormedJson } from './well-formed-json.ts';

export interface ReceiveOptions {
  /** All existing tools. */
  tools: readonly (KnownTool & Pick<ToolDefinition, 'kind'>)[];
  /** Ids of the chat's calls so far. */
  taken: Iterable<string>;
  nextId(): string;
  /** Called with the translation of each call that used another product's names. */
  onReading?(reading: CallReading): void;
}

/** More calls in one answer than any task needs; further calls are not made. */
export const MOST_CALLS = 64;
/** An id that every provider accepts unchanged. */
const GOOD_ID = /^[\x21-\x7e]{1,200}$/;
/** Characters of unreadable arguments that are kept for display. */
const LONGEST_QUOTED = 4_000;
/** Maximum size of a model's metadata as JSON, in characters; a signature is far smaller. */
const LONGEST_METADATA = 4_000_000;

/**
 * Normalises an answer for the journal; this is the only place that does so. The result can always be stored, shown and sent back: texts
 * have no lone surrogates, names and ids have a bounded length, ids are unique within a chat, and arguments are an object. Unreadable parts
 * become calls with an error that says so.
 */
export function receiveAnswer(parts: readonly MessagePart[], { tools, taken, nextId, onReading }: ReceiveOptions): MessagePart[] {
  const ids = new Set(taken);
  const kinds = new Map(tools.map((tool) => [tool.name, tool.kind]));
  const names = [...kinds.keys()];
  let calls = 0;
  return withThoughtsApart(parts).flatMap((part): MessagePart[] => {
    if (part.type === 'step-start') return [part];
    // Only users attach images.
    if (part.type === 'image') return [];
    if (part.type !== 'dynamic-tool') return [withMetadata({ type: part.type, text: part.text.toWellFormed() }, part.providerMetadata)];
    if (++calls > MOST_CALLS + 1) return [];
    const toolCallId = GOOD_ID.test(part.toolCallId) && !ids.has(part.toolCallId) ? part.toolCallId : nextId();
    ids.add(toolCallId);
    const meantTool = trainedTool(part.toolName, undefined, names);
    const kind = kinds.get(part.toolName) ?? kinds.get(meantTool ?? '');
    const named = { ...part, toolCallId, toolName: receivedName(part.toolName) };
    if (calls > MOST_CALLS) return [refused(named, TOO_MANY)];
    // Its arguments may be those of a call that changes something.
    const isPassing = meantTool === PASSING_TOOL;
    const call = withArguments(named, !isPassing && (kind === 'read' || kind === 'control'));
    if (call.state !== 'input-available') return [call];
    const meant = meantCall(call.toolName, fieldsIn(call.input), tools);
    if (meant.readings.length === 0) return [call];
    onReading?.({ toolCallId, readings: [...meant.readings] });
    return [{ ...call, toolName: meant.toolName, input: meant.input }];
  });
}

/** By now, the arguments are always an object. */
function fieldsIn(input: JsonValue): Fields {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
}

/** Splits off a thought whose opening tag the server omitted; it is recognisable only by its end. */
function withThoughtsApart(parts: readonly MessagePart[]): readonly MessagePart[] {
  const first = parts.findIndex(({ type }) => type === 'text');
  const part = parts[first];
  const split = part?.type === 'text' ? thoughtWithoutBeginning(part.text) : null;
  if (part?.type !== 'text' || split === null) return parts;
  const thought: MessagePart[] = split.thought === '' ? [] : [{ type: 'reasoning', text: split.thought }];
  return [...parts.slice(0, first), ...thought, { ...part, text: split.rest }, ...parts.slice(first + 1)];
}

const TOO_MANY = `One answer may make ${MOST_CALLS} calls; this one and all that followed were not done. Make them in the next answers.`;

function withArguments(part: ToolPart, mayClose: boolean): ToolPart {
  const metadata = goodMetadata(part.callProviderMetadata);
  const { callProviderMetadata: _given, ...bare } = part;
  const clean: ToolPart = metadata === undefined ? bare : { ...bare, callProviderMetadata: metadata };
  if (clean.state === 'output-error') return { ...clean, errorText: clean.errorText.toWellFormed() };
  const read = checkArguments(clean.input, { toolName: clean.toolName === '' ? 'the call' : clean.toolName, mayClose });
  if (!read.ok) return refused(clean, read.message);
  return { ...clean, input: wellFormedJson(read.input) };
}

function refused({ type, toolCallId, toolName, input, callProviderMetadata }: ToolPart, errorText: string): ToolPart {
  const text = typeof input === 'string' ? input : safeText(input);
  const quoted = { invalidInput: text.slice(0, LONGEST_QUOTED).toWellFormed() };
  const metadata = callProviderMetadata === undefined ? {} : { callProviderMetadata };
  return { type, toolCallId, toolName, ...metadata, state: 'output-error', input: quoted, errorText };
}

function safeText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // The value is nested too deeply to be serialised.
    return '';
  }
}

function withMetadata(part: Extract<MessagePart, { text: string }>, given: ProviderMetadata | undefined): MessagePart {
  const providerMetadata = goodMetadata(given);
  return providerMetadata === undefined ? part : { ...part, providerMetadata };
}

/** Returns valid metadata by identity, because providers expect it back byte for byte. */
function goodMetadata(given: ProviderMetadata | undefined): ProviderMetadata | undefined {
  if (given === undefined || !providerMetadataSchema.safeParse(given).success) return undefined;
  return isWellFormed(given) && JSON.stringify(given).length <= LONGEST_METADATA ? given : undefined;
}
