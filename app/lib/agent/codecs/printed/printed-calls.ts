import type { MessagePart } from '../../../protocol/message.ts';
import type { ToolCodecName } from '../../../protocol/settings.ts';
import type { ToolDefinition } from '../../contract/tool-definition.ts';

/** After so many answers that print a call the user is notified. */
const PRINTED_BEFORE_TOLD = 2;

/** A call that was written out where it should have been made: in which form. */
export function printedCall(text: string, tools: readonly Pick<ToolDefinition, 'name'>[]): Exclude<ToolCodecName, 'native'> | null {
  const names = tools.map((tool) => tool.name).join('|');
  if (names === '') return null;
  if (new RegExp(`<(?:${names})>`).test(text)) return 'xml';
  const asJson = new RegExp(`"(?:name|tool|tool_name|function|action)"\\s*:\\s*"(?:${names})"|(?:^|\\s)(?:${names})\\(\\s*[{"']`);
  return asJson.test(text) ? 'json' : null;
}

/**
 * Notices a model that is used with functions and prints its calls as words. It only tells: which codec is used is the
 * user's to change.
 */
export class PrintedCallWatch {
  readonly #counts = new Map<string, number>();

  readonly #told = new Set<string>();

  /** The codec that may suit the model better, told once; else null. `isSure`: nothing else can have been meant. */
  see(
    modelId: string,
    parts: readonly MessagePart[],
    tools: readonly ToolDefinition[],
    isSure: boolean,
  ): Exclude<ToolCodecName, 'native'> | null {
    if (parts.some((part) => part.type === 'dynamic-tool')) return null;
    const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    const codec = printedCall(text, tools) ?? (isSure ? 'xml' : null);
    if (codec === null || this.#told.has(modelId)) return null;
    const count = (this.#counts.get(modelId) ?? 0) + 1;
    this.#counts.set(modelId, count);
    if (!isSure && count < PRINTED_BEFORE_TOLD) return null;
    this.#told.add(modelId);
    return codec;
  }
}
