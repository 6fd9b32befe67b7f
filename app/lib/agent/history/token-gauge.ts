import type { ImagePart } from '../../protocol/attachments/image-schema.ts';
import type { ChatMessage, MessagePart } from '../../protocol/message.ts';
import type { StepRequest } from '../contract/ports.ts';

/** The rule of thumb for Latin text and code; the last real usage corrects it. */
const CHARACTERS_PER_TOKEN = 4;
/** Chinese, Japanese and Korean: about a token each. */
const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\uffef]/g;
/** What a provider adds around a message, and what it makes of a tool's description and schema. Characters. */
const AROUND_MESSAGE = 16;
const AROUND_TOOL = 900;
/**
 * Of an image: providers count its area, each in its own way; these are Anthropic's figures, the highest of the usual ones. Pixels a
 * token, and the least and the most that one image takes. Tokens.
 */
const PIXELS_PER_TOKEN = 750;
const SMALLEST_IMAGE = 85;
const LARGEST_IMAGE = 1_600;
/**
 * How far a real figure may move the estimate. Below, because some endpoints leave out what they had cached; above, because a figure
 * that is many times the estimate is not about this text.
 */
const LOWEST_RATIO = 0.8;
const HIGHEST_RATIO = 3;

/** Parts are never changed in place, so that each is measured once. */
const measured = new WeakMap<MessagePart, number>();

/** What of a request counts. */
type Measured = Pick<StepRequest, 'system' | 'messages' | 'toolNames' | 'foreignTools'>;

/** Tokens, without any correction. */
export function estimateTokens({ system, messages, toolNames, foreignTools = [] }: Measured): number {
  const characters = sizeOfText(system) + messages.reduce((sum, message) => sum + sizeOfMessage(message), 0);
  const ours = (toolNames.length - foreignTools.length) * AROUND_TOOL;
  const foreign = foreignTools.length === 0 ? 0 : JSON.stringify(foreignTools).length;
  return Math.ceil((characters + ours + foreign) / CHARACTERS_PER_TOKEN);
}

/** In characters of Latin text. */
export function sizeOfMessage({ parts }: ChatMessage): number {
  return parts.reduce((sum, part) => sum + sizeOfPart(part), AROUND_MESSAGE);
}

export function sizeOfPart(part: MessagePart): number {
  const known = measured.get(part);
  if (known !== undefined) return known;
  const size = part.type === 'image' ? sizeOfImage(part) : sizeOfText(textOfPart(part));
  measured.set(part, size);
  return size;
}

function sizeOfImage({ width, height }: ImagePart): number {
  const tokens = Math.ceil((width * height) / PIXELS_PER_TOKEN);
  return Math.min(LARGEST_IMAGE, Math.max(SMALLEST_IMAGE, tokens)) * CHARACTERS_PER_TOKEN;
}

function textOfPart(part: Exclude<MessagePart, ImagePart>): string {
  switch (part.type) {
    case 'step-start':
      return '';
    case 'text':
    case 'reasoning':
      return part.text + (part.providerMetadata === undefined ? '' : JSON.stringify(part.providerMetadata));
    case 'dynamic-tool': {
      const { type: _type, state: _state, ...sent } = part;
      return JSON.stringify(sent);
    }
  }
}

function sizeOfText(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0) * (CHARACTERS_PER_TOKEN - 1);
}

/** Estimates tokens, corrected by what the last answer really used. */
export class TokenGauge {
  #ratio = 1;
  #sent: number | null = null;

  tokens(request: Measured): number {
    return this.corrected(estimateTokens(request));
  }

  corrected(estimate: number): number {
    return Math.ceil(estimate * this.#ratio);
  }

  /** Of so many characters of Latin text. */
  tokensOfSize(characters: number): number {
    return this.corrected(characters / CHARACTERS_PER_TOKEN);
  }

  /** This request goes out; the next `answered` is about it. */
  sent(request: Measured): void {
    this.#sent = estimateTokens(request);
  }

  /** `inputTokens`: as the provider counted them; undefined where it does not tell. */
  answered(inputTokens: number | undefined): void {
    const estimate = this.#sent;
    this.#sent = null;
    if (estimate === null || estimate === 0 || inputTokens === undefined || inputTokens === 0) return;
    this.#ratio = Math.min(HIGHEST_RATIO, Math.max(LOWEST_RATIO, inputTokens / estimate));
  }
}
