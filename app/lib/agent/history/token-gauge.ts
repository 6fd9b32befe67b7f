import type { ImagePart } from '../../protocol/attachments/image-schema.ts';
import type { ChatMessage, MessagePart } from '../../protocol/message.ts';
import type { StepRequest } from '../contract/ports.ts';

/** Rule of thumb for Latin text and code, corrected by the last real usage. */
const CHARACTERS_PER_TOKEN = 4;
/** Chinese, Japanese and Korean: about one token per character. */
const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\uffef]/g;
/** Overhead that a provider adds to a message, and to a tool for its description and schema. In characters. */
const AROUND_MESSAGE = 16;
const AROUND_TOOL = 430;
/**
 * Token costs of an image. Providers count the area in different ways; these are Anthropic's figures, the highest common ones: pixels per
 * token, and the minimum and maximum tokens of one image.
 */
const PIXELS_PER_TOKEN = 750;
const SMALLEST_IMAGE = 85;
const LARGEST_IMAGE = 1_600;
/**
 * Limits of the correction by real figures: some endpoints exclude cached tokens, and a figure many times the estimate is not about this
 * text.
 */
const LOWEST_RATIO = 0.8;
const HIGHEST_RATIO = 3;

/** Parts are immutable, so each is measured once. */
const measured = new WeakMap<MessagePart, number>();

/** The fields of a request that are counted. */
type Measured = Pick<StepRequest, 'system' | 'messages' | 'toolNames' | 'foreignTools'>;

/** Estimates tokens without correction. */
export function estimateTokens({ system, messages, toolNames, foreignTools = [] }: Measured): number {
  const characters = sizeOfText(system) + messages.reduce((sum, message) => sum + sizeOfMessage(message), 0);
  const ours = (toolNames.length - foreignTools.length) * AROUND_TOOL;
  const foreign = foreignTools.length === 0 ? 0 : JSON.stringify(foreignTools).length;
  return Math.ceil((characters + ours + foreign) / CHARACTERS_PER_TOKEN);
}

/** Returns the size in characters of Latin text. */
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

/** Estimates tokens, corrected by the actual usage of the last answer. */
export class TokenGauge {
  #ratio = 1;
  #sent: number | null = null;

  tokens(request: Measured): number {
    return this.corrected(estimateTokens(request));
  }

  corrected(estimate: number): number {
    return Math.ceil(estimate * this.#ratio);
  }

  /** Returns the tokens of this many characters of Latin text. */
  tokensOfSize(characters: number): number {
    return this.corrected(characters / CHARACTERS_PER_TOKEN);
  }

  /** Records that this request is sent; the next `answered` refers to it. */
  sent(request: Measured): void {
    this.#sent = estimateTokens(request);
  }

  /** Corrects the ratio by the provider's token count; undefined if it does not report one. */
  answered(inputTokens: number | undefined): void {
    const estimate = this.#sent;
    this.#sent = null;
    if (estimate === null || estimate === 0 || inputTokens === undefined || inputTokens === 0) return;
    this.#ratio = Math.min(HIGHEST_RATIO, Math.max(LOWEST_RATIO, inputTokens / estimate));
  }
}
