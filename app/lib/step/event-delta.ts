/** A piece of text that an event adds to the previous ones. `holder[name]` is its place in the event. */
export interface EventDelta {
  /** Events with the same key can be merged without losing anything but the borders between their texts. */
  key: string;
  text: string;
  holder: Fields;
  name: string;
}

type Fields = Record<string, unknown>;

/**
 * The text that a provider's event adds, if the event does nothing else; null for every other event, which is then passed on
 * unchanged. Written by hand instead of as a schema, because it runs for each character of a fast answer; the SDK validates the
 * output.
 */
export function readEventDelta(event: unknown): EventDelta | null {
  if (!isFields(event)) return null;
  if (typeof event.type === 'string') return responsesDelta(event, event.type);
  if (Array.isArray(event.choices)) return chatDelta(event, event.choices);
  if (Array.isArray(event.candidates)) return googleDelta(event, event.candidates);
  if (typeof event.contentBlockIndex === 'number') return converseDelta(event, event.contentBlockIndex);
  return null;
}

/** Chat Completions: one choice with one text, without finish reason or usage. */
function chatDelta(event: Fields, choices: readonly unknown[]): EventDelta | null {
  const choice = choices[0];
  if (choices.length !== 1 || !isFields(choice) || !isFields(choice.delta)) return null;
  if (!isNothing(event.usage) || !isNothing(event.error) || !isNothing(choice.finish_reason) || !isNothing(choice.logprobs)) return null;
  let found: EventDelta | null = null;
  for (const name of Object.keys(choice.delta)) {
    const value = choice.delta[name];
    if (name === 'role' || isNothing(value)) continue;
    if (found !== null) return null;
    if (name === 'tool_calls') found = toolDelta(value);
    else if (isTextName(name) && typeof value === 'string') found = { key: name, text: value, holder: choice.delta, name };
    if (found === null) return null;
  }
  return found;
}

function isTextName(name: string): boolean {
  return name === 'content' || name === 'reasoning_content' || name === 'reasoning';
}

/** More arguments of a call that has begun; the first event of a call has an id and a name. */
function toolDelta(calls: unknown): EventDelta | null {
  if (!Array.isArray(calls) || calls.length !== 1) return null;
  const call: unknown = calls[0];
  if (!isFields(call) || !isFields(call.function) || !isNothing(call.id) || !isNothing(call.function.name)) return null;
  if (typeof call.function.arguments !== 'string' || typeof call.index !== 'number') return null;
  return { key: `tool ${call.index}`, text: call.function.arguments, holder: call.function, name: 'arguments' };
}

/** In the Responses API the event's type says what its `delta` continues. */
function responsesDelta(event: Fields, type: string): EventDelta | null {
  if (!type.endsWith('.delta') || typeof event.delta !== 'string' || !isNothing(event.logprobs)) return null;
  const { item_id, output_index, content_index, summary_index } = event;
  return { key: [type, item_id, output_index, content_index, summary_index].join(' '), text: event.delta, holder: event, name: 'delta' };
}

/** Gemini: one candidate with one part of text or thought. Usage is cumulative, so the newest is kept. */
function googleDelta(event: Fields, candidates: readonly unknown[]): EventDelta | null {
  const candidate = candidates[0];
  if (candidates.length !== 1 || !isFields(candidate) || !isFields(candidate.content)) return null;
  if (!Object.keys(candidate).every((name) => name === 'content' || name === 'index') || !isNothing(event.promptFeedback)) return null;
  const { parts } = candidate.content;
  const part: unknown = Array.isArray(parts) && parts.length === 1 ? parts[0] : null;
  if (!isFields(part) || typeof part.text !== 'string') return null;
  if (!Object.keys(part).every((name) => name === 'text' || name === 'thought')) return null;
  return { key: part.thought === true ? 'thought' : 'text', text: part.text, holder: part, name: 'text' };
}

/** Bedrock's Converse: more text, thought or arguments of a block. `p` is only padding. */
function converseDelta(event: Fields, block: number): EventDelta | null {
  if (!isFields(event.delta) || !Object.keys(event).every((name) => name === 'contentBlockIndex' || name === 'delta' || name === 'p'))
    return null;
  const { delta } = event;
  const kind = Object.keys(delta).join();
  const [holder, name] =
    kind === 'text'
      ? [delta, 'text']
      : kind === 'toolUse'
        ? [delta.toolUse, 'input']
        : kind === 'reasoningContent'
          ? [delta.reasoningContent, 'text']
          : [];
  if (name === undefined || !isFields(holder) || Object.keys(holder).join() !== name) return null;
  const text = holder[name];
  return typeof text === 'string' ? { key: `${kind} ${block}`, text, holder, name } : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Values that providers send for an empty field. */
function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
