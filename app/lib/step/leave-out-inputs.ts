import type { UIMessageChunk } from 'ai';

/**
 * Drops the complete arguments of a call if they were already streamed in pieces, for readers that join the pieces themselves
 * (`joinsInputs` in the request). Otherwise a file of 200 kB would be sent as 400 kB.
 */
export function leaveOutInputs(): TransformStream<UIMessageChunk, UIMessageChunk> {
  const pieces = new Map<string, string[]>();
  return new TransformStream({
    transform(part, controller) {
      if (part.type === 'tool-input-start') pieces.set(part.toolCallId, []);
      else if (part.type === 'tool-input-delta') pieces.get(part.toolCallId)?.push(part.inputTextDelta);
      else if (part.type === 'tool-input-available') {
        const text = pieces.get(part.toolCallId)?.join('') ?? '';
        pieces.delete(part.toolCallId);
        controller.enqueue(saysTheSame(text, part.input) ? { ...part, input: undefined } : part);
        return;
      }
      controller.enqueue(part);
    },
  });
}

function saysTheSame(text: string, input: unknown): boolean {
  if (text === '') return false;
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(input);
  } catch {
    return false;
  }
}
