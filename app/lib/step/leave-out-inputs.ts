import type { UIMessageChunk } from 'ai';

/**
 * Does not send the arguments of a call a second time, whole, when they have come in pieces that say the same: for a reader that puts
 * them together itself (`joinsInputs` of the request). A file of 200 kB would be 400 kB on the wire.
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
