import type { RefusedPart } from '../../protocol/models/refused-part.ts';
import type { ProviderWords } from '../failure-kind-of.ts';

/** Statuses of refusals caused by the request's content; null for a refusal within a stream. */
const STATUSES: ReadonlySet<number | null> = new Set([400, 404, 413, 415, 422, 500, null]);

/**
 * Wordings of OpenAI, xAI, OpenRouter ("encrypted content"), Gemini ("Thought signature is not valid", "missing a
 * thought_signature"), Anthropic and Bedrock (`thinking` blocks, "Invalid `signature`"), Groq and others without a field for
 * thoughts, DeepSeek and Moonshot.
 */
const THOUGHTS =
  /encrypted[_ ]content|thought[_ ]?signature|reasoning_(?:content|details|text)|redacted_thinking|thinking[`'"]?[_ ]blocks?|invalid [`'"]?signature[`'"]? in|expected [`'"]thinking|required [`'"]reasoning|of type [`'"]reasoning|item with id [`'"]?(?:rs|fc|msg)_|property [`'"]?reasoning|\.content\.\d+\.thinking|reasoning item/i;
const CALL_IDS =
  /tool_use\.id|tool_use_id|tool_?call_?ids?\b|tool call id|tool_calls(?:\[\d+\]|\.\d+)?\.id|function_?call\.id|call_id|toolUseId/i;
const IMAGES =
  /image_url|input_image|inline_?data|mmproj|multimodal|\bimages?\b[^.]{0,80}(?:not supported|unsupported|support|invalid|process|exceed|too (?:large|many|big)|dimension|decode|format|corrupt|size|could not|cannot|failed)|(?:not support|unsupported|invalid|process|support|too many|decode)[^.]{0,60}\bimages?\b/i;
const TOOL_PLACE = /\btools(?:\.|\[)(\d+)|function_declarations\[(\d+)\]|functionDeclarations\[(\d+)\]/;
const TOOL_NAME = /(?:schema for|for function|function name|tool name|\btools?) [`'"]([\w-]{1,64})[`'"]/i;

/**
 * The part of the request that caused the refusal, if it can be left out; otherwise null. `toolNames`: in the order offered, for
 * providers that name a tool by its index.
 */
export function refusedPartOf({ status, text }: ProviderWords, toolNames: readonly string[]): RefusedPart | null {
  if (!STATUSES.has(status)) return null;
  if (THOUGHTS.test(text)) return { part: 'thoughts' };
  const tool = refusedTool(text, toolNames);
  if (tool !== null) return { part: 'tool', name: tool };
  if (CALL_IDS.test(text)) return { part: 'call-ids' };
  return IMAGES.test(text) ? { part: 'images' } : null;
}

function refusedTool(text: string, toolNames: readonly string[]): string | null {
  const [, ...places] = TOOL_PLACE.exec(text) ?? [];
  const place = places.find((found) => found !== undefined);
  const named = place === undefined ? TOOL_NAME.exec(text)?.[1] : toolNames[Number(place)];
  return named !== undefined && toolNames.includes(named) ? named : null;
}
