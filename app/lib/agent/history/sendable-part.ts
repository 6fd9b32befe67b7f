import { isJsonValue, type JsonValue, toJsonValue } from '../../protocol/json-value.ts';
import type { MessagePart, ProviderMetadata, ToolPart } from '../../protocol/message.ts';
import { DEEPEST_ARGUMENTS } from '../answers/call-arguments.ts';
import { isWellFormed, wellFormedJson } from '../answers/well-formed-json.ts';

/** Function names that every provider accepts; some refuse the whole request for any other name. */
const GOOD_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
/** Used if a model gave no name. */
const NO_NAME = 'unnamed_tool';

/** Parts are immutable, so each is processed once. */
const known = new WeakMap<MessagePart, MessagePart>();

/** Returns the part in a form that requests allow; the part itself if it is already valid. Deterministic. */
export function sendablePart(part: MessagePart): MessagePart {
  const before = known.get(part);
  if (before !== undefined) return before;
  const sendable = sendableOf(part);
  known.set(part, sendable);
  return sendable;
}

function sendableOf(part: MessagePart): MessagePart {
  switch (part.type) {
    case 'step-start':
      return part;
    case 'image':
      return part.name.isWellFormed() ? part : { ...part, name: part.name.toWellFormed() };
    case 'dynamic-tool':
      return sendableCall(part);
    default:
      return sendableText(part);
  }
}

function sendableText(part: Extract<MessagePart, { type: 'text' | 'reasoning' }>): MessagePart {
  const { type, text, providerMetadata } = part;
  const metadata = sendableMetadata(providerMetadata);
  const isKeptWithMore = part.type === 'text' ? part.attachment !== undefined : part.thoughtMs !== undefined;
  if (text.isWellFormed() && metadata === providerMetadata && !isKeptWithMore) return part;
  return { type, text: text.toWellFormed(), ...(metadata === undefined ? {} : { providerMetadata: metadata }) };
}

function sendableCall(part: ToolPart): ToolPart {
  const { callProviderMetadata, ...bare } = part;
  const metadata = sendableMetadata(callProviderMetadata);
  const toolName = sendableName(part.toolName);
  const input = sendableJson(part.input);
  const result = sendableResult(part);
  const isGood = metadata === callProviderMetadata && toolName === part.toolName && input === part.input && result === part;
  if (isGood) return part;
  return { ...bare, ...resultOf(result), toolName, input, ...(metadata === undefined ? {} : { callProviderMetadata: metadata }) };
}

/** Returns the part with a valid result; itself if nothing had to change. */
function sendableResult(part: ToolPart): ToolPart {
  switch (part.state) {
    case 'output-available': {
      const output = sendableJson(part.output);
      return output === part.output ? part : { ...part, output };
    }
    case 'output-error':
      return part.errorText.isWellFormed() ? part : { ...part, errorText: part.errorText.toWellFormed() };
    case 'input-available':
      return part;
  }
}

function resultOf(part: ToolPart) {
  switch (part.state) {
    case 'output-available':
      return { state: part.state, output: part.output };
    case 'output-error':
      return { state: part.state, errorText: part.errorText };
    case 'input-available':
      return { state: part.state };
  }
}

export function sendableName(name: string): string {
  if (GOOD_NAME.test(name)) return name;
  const plain = name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 60);
  if (/^_*$/.test(plain)) return NO_NAME;
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}

function sendableJson(value: JsonValue): JsonValue {
  return wellFormedJson(isJsonValue(value, DEEPEST_ARGUMENTS) ? value : toJsonValue(value, DEEPEST_ARGUMENTS));
}

/** Signatures cannot be repaired: metadata that cannot be sent unchanged is omitted. */
function sendableMetadata(metadata: ProviderMetadata | undefined): ProviderMetadata | undefined {
  return metadata !== undefined && isJsonValue(metadata) && isWellFormed(metadata) ? metadata : undefined;
}
