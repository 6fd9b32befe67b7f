/** A piece of text that an event adds to what came before. `holder[name]` is where it is in the event. */
export interface EventDelta {
  /** The same for events of which nothing is lost when their texts become one. */
  key: string;
  text: string;
  holder: Fields;
  name: string;
}

type Fields = Record<string, unknown>;

/**
 * The text that a provider's event adds, when it does that and nothing else; null for every other event, which is then passed on as it
 * came. By hand and not by a schema: it runs for each character of a fast answer; the SDK checks what comes out with its own.
 */
export function readEventDelta(event: unknown): EventDelta | null {
  if (!isFields(event)) return null;
  if (typeof event.type === 'string') return responsesDelta(event, event.type);
  if (Array.isArray(event.choices)) return chatDelta(event, event.choices);
  if (Array.isArray(event.candidates)) return googleDelta(event, event.candidates);
  if (typeof event.contentBlockIndex === 'number') return converseDelta(event, event.contentBlockIndex);
  return null;
}

/** Chat Completions: one choice, one of its texts, no reason to finish, no usage. */
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

/** More of the arguments of a call that has begun: the event that begins it has an id and a name. */
function toolDelta(calls: unknown): EventDelta | null {
  if (!Array.isArray(calls) || calls.length !== 1) return null;
  const call: unknown = calls[0];
  if (!isFields(call) || !isFields(call.function) || !isNothing(call.id) || !isNothing(call.function.name)) return null;
  if (typeof call.function.arguments !== 'string' || typeof call.index !== 'number') return null;
  return { key: `tool ${call.index}`, text: call.function.arguments, holder: call.function, name: 'arguments' };
}

/** The Responses API says in the event's type what its `delta` continues. */
function responsesDelta(event: Fields, type: string): EventDelta | null {
  if (!type.endsWith('.delta') || typeof event.delta !== 'string' || !isNothing(event.logprobs)) return null;
  const { item_id, output_index, content_index, summary_index } = event;
  return { key: [type, item_id, output_index, content_index, summary_index].join(' '), text: event.delta, holder: event, name: 'delta' };
}

/** Gemini: one candidate of one part that is text or thought. The usage counts up: the newest is the one to keep. */
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

/** Bedrock's Converse: more of a block's text, thought or arguments. `p` only fills the event up. */
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

/** What a provider writes where it has nothing to say. */
function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
