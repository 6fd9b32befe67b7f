import type { UIMessageChunk } from 'ai';
import type { SecretMatcher } from './secret-matcher.ts';

type DeltaPart = Extract<UIMessageChunk, { type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta' }>;

/**
 * Removes keys from all parts, wherever a provider puts them: texts, names, arguments, metadata, errors. Of a streamed text, a
 * possible beginning of a key is held back until the next piece or the end of the text.
 */
export function redactParts(matcher: SecretMatcher): TransformStream<UIMessageChunk, UIMessageChunk> {
  if (matcher.isIdle) return new TransformStream();
  /** By kind and id: the last piece, reduced to the held-back text. */
  const held = new Map<string, { part: DeltaPart; text: string }>();

  const letGo = (key: string, controller: TransformStreamDefaultController<UIMessageChunk>) => {
    const open = held.get(key);
    held.delete(key);
    if (open !== undefined && open.text !== '') controller.enqueue(withText(open.part, open.text));
  };
  const letAllGo = (controller: TransformStreamDefaultController<UIMessageChunk>) => {
    for (const key of [...held.keys()]) letGo(key, controller);
  };

  return new TransformStream({
    transform(part, controller) {
      if (isDelta(part)) {
        const key = keyOf(part);
        const text = matcher.redact((held.get(key)?.text ?? '') + textOf(part));
        const end = text.length - matcher.openEnd(text);
        const { providerMetadata, ...bare } = 'providerMetadata' in part ? part : { ...part, providerMetadata: undefined };
        held.set(key, { part: bare, text: text.slice(end) });
        if (end > 0 || providerMetadata !== undefined) controller.enqueue(redactPart(withText(part, text.slice(0, end)), matcher));
        return;
      }
      const ended = endedBy(part);
      if (ended !== null) letGo(ended, controller);
      else if (part.type === 'finish' || part.type === 'finish-step' || part.type === 'error' || part.type === 'abort')
        letAllGo(controller);
      controller.enqueue(redactPart(part, matcher));
    },
    flush: letAllGo,
  });
}

/** Works on the part's JSON, which covers all its fields at any depth. */
function redactPart(part: UIMessageChunk, matcher: SecretMatcher): UIMessageChunk {
  try {
    const text = JSON.stringify(part);
    const safe = matcher.redact(text);
    // The same part without keys: the mask does not change its shape.
    return safe === text ? part : (JSON.parse(safe) as UIMessageChunk);
  } catch {
    return { type: 'error', errorText: 'A part of the answer could not be sent on: it is nested too deeply, or was made of the key.' };
  }
}

function isDelta(part: UIMessageChunk): part is DeltaPart {
  return part.type === 'text-delta' || part.type === 'reasoning-delta' || part.type === 'tool-input-delta';
}

function keyOf(part: DeltaPart): string {
  return part.type === 'tool-input-delta' ? `tool ${part.toolCallId}` : `${part.type} ${part.id}`;
}

function textOf(part: DeltaPart): string {
  return part.type === 'tool-input-delta' ? part.inputTextDelta : part.delta;
}

function withText(part: DeltaPart, text: string): DeltaPart {
  return part.type === 'tool-input-delta' ? { ...part, inputTextDelta: text } : { ...part, delta: text };
}

/** Returns the key of the streamed text that this part ends; null if it ends none. */
function endedBy(part: UIMessageChunk): string | null {
  switch (part.type) {
    case 'text-end':
      return `text-delta ${part.id}`;
    case 'reasoning-end':
      return `reasoning-delta ${part.id}`;
    case 'tool-input-available':
    case 'tool-input-error':
      return `tool ${part.toolCallId}`;
    default:
      return null;
  }
}
