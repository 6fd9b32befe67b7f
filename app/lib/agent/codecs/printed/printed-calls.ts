import type { MessagePart } from '../../../protocol/message.ts';
import type { ToolCodecName } from '../../../protocol/settings.ts';
import type { ToolDefinition } from '../../contract/tool-definition.ts';

/** The user is notified after this many answers with a printed call. */
const PRINTED_BEFORE_TOLD = 2;

/** Returns the codec in whose form a call was printed instead of made; null if there is none. */
export function printedCall(text: string, tools: readonly Pick<ToolDefinition, 'name'>[]): Exclude<ToolCodecName, 'native'> | null {
  const names = tools.map((tool) => tool.name).join('|');
  if (names === '') return null;
  if (new RegExp(`<(?:${names})>`).test(text)) return 'xml';
  const asJson = new RegExp(`"(?:name|tool|tool_name|function|action)"\\s*:\\s*"(?:${names})"|(?:^|\\s)(?:${names})\\(\\s*[{"']`);
  return asJson.test(text) ? 'json' : null;
}

/** Detects models that are used with functions and print their calls as text. It only notifies: the user decides which codec is used. */
export class PrintedCallWatch {
  readonly #counts = new Map<string, number>();

  readonly #told = new Set<string>();

  /** Returns the codec that may suit the model better, once per model; otherwise null. `isSure` means that it can only have been a call. */
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
