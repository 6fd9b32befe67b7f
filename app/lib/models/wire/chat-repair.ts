import { ChatCalls, callsIn } from './chat-calls.ts';
import { thoughtOf, wordsOf } from './chat-delta.ts';
import { finishReason } from './chat-finish.ts';
import { chatUsage, isGoodUsage } from './chat-usage.ts';
import { errorIn } from './error-in.ts';
import { type Fields, fieldsOf, isFields, type Repaired, type WireRepair } from './wire-repair.ts';

export interface ChatRepairOptions {
  /** This provider's SDK accepts thoughts only as parts of the content. */
  thinksInParts?: boolean;
  nextId?: () => string;
}

/** Chunk fields that the SDKs require and some endpoints leave out. */
const DEFAULTS = { id: 'answer', object: 'chat.completion.chunk', created: 0, model: 'model' };

/**
 * Converts the many variants of Chat Completions to OpenAI's format. Only what a complete answer needs is required: a finish
 * reason may be missing if the answer shows its end in another way, and an index if an id identifies the call.
 */
export class ChatRepair implements WireRepair {
  readonly #calls: ChatCalls;
  readonly #thinksInParts: boolean;
  #head: Fields = DEFAULTS;
  #hasWords = false;
  #hasEnded = false;
  /** A final event that only contains the usage. */
  #isCounted = false;

  constructor({ thinksInParts = false, nextId = () => crypto.randomUUID() }: ChatRepairOptions = {}) {
    this.#thinksInParts = thinksInParts;
    this.#calls = new ChatCalls(() => `call_${nextId()}`);
  }

  read(event: Fields): Repaired {
    const error = errorIn(event);
    if (error !== null) return this.#hasEnded ? [] : [{ error }];
    const choice = choiceOf(event);
    if (choice === null) return this.#counted(event);
    const given = deltaOf(choice);
    const calls = this.#callsOf(given);
    const finish = finishReason(choice.finish_reason ?? choice.finishReason);
    if (finish !== null) this.#hasEnded = true;
    const words = wordsOf(given.content ?? choice.text);
    const thought = thoughtOf(given);
    this.#hasWords ||= words.text !== '';
    const rest = finish === null ? [] : this.#calls.rest();
    if ((calls === null || calls === 'as-it-is') && rest.length === 0 && thought === '' && this.#isGood(event, choice, finish))
      return 'as-it-is';
    const all = [...(calls === 'as-it-is' ? [given.tool_calls].flat() : (calls ?? [])), ...rest];
    const delta = this.#delta(given, { text: words.text, thought: thought + words.thought }, all);
    return [this.#chunk(event, [{ index: 0, delta, finish_reason: finish }])];
  }

  end(isDone: boolean): readonly Fields[] {
    if (this.#hasEnded) return [];
    const { isEmpty, areWhole } = this.#calls;
    const saysSo = isDone || this.#isCounted;
    // A call is complete when its arguments are; for text, only the end event shows it.
    if (!areWhole || (isEmpty && !(saysSo && this.#hasWords))) return [];
    const calls = this.#calls.rest();
    const delta = calls.length === 0 ? {} : { tool_calls: calls };
    return [{ ...this.#head, choices: [{ index: 0, delta, finish_reason: isEmpty ? 'stop' : 'tool_calls' }] }];
  }

  #callsOf(delta: Fields): ReturnType<ChatCalls['read']> | null {
    const calls = callsIn(delta);
    return calls === null ? null : this.#calls.read(calls);
  }

  #counted(event: Fields): Repaired {
    if (!isFields(event.usage)) return [];
    if (this.#hasWords || !this.#calls.isEmpty) this.#isCounted = true;
    if (!this.#thinksInParts && Array.isArray(event.choices) && isGoodUsage(event.usage) && isGoodHead(event)) return 'as-it-is';
    // For an SDK that reads the first choice without checking that there is one.
    return [this.#chunk(event, this.#thinksInParts ? [{ index: 0, delta: {}, finish_reason: null }] : [])];
  }

  /** Whether every SDK accepts the event and it contains nothing that this class handles. */
  #isGood(event: Fields, choice: Fields, finish: string | null): boolean {
    const { delta, finish_reason: given } = choice;
    if (!isFields(delta) || !Array.isArray(event.choices) || !isGoodHead(event) || choice.logprobs) return false;
    if ((given ?? null) !== finish) return false;
    const { content, role, function_call: old, tool_calls: calls } = delta;
    const isContent = content === undefined || content === null || typeof content === 'string' || (this.#thinksInParts && isParts(content));
    if (!isContent || (role !== undefined && role !== 'assistant') || old) return false;
    if (choice.index !== 0 || (calls !== undefined && !Array.isArray(calls))) return false;
    return event.usage === undefined || event.usage === null || isGoodUsage(event.usage);
  }

  #delta(given: Fields, { text, thought }: { text: string; thought: string }, calls: readonly unknown[]): Fields {
    const { tool_calls: _calls, function_call: _call, content: _content, role: _role, ...others } = given;
    const delta: Fields = this.#thinksInParts ? {} : { ...others };
    if (this.#thinksInParts && thought !== '') delta.content = thoughtParts(thought, text);
    else if (text !== '' || thought === '') delta.content = text;
    // Each SDK looks for one of these two fields.
    if (thought !== '' && !this.#thinksInParts) Object.assign(delta, { reasoning_content: thought, reasoning: thought });
    return calls.length === 0 ? delta : { ...delta, tool_calls: calls };
  }

  #chunk(event: Fields, choices: readonly Fields[]): Fields {
    const { error: _error, choices: _choices, usage: given, ...others } = event;
    const usage = chatUsage(given);
    const { id, created, model } = event;
    this.#head = {
      ...this.#head,
      ...(typeof id === 'string' ? { id } : {}),
      ...(typeof created === 'number' ? { created } : {}),
      ...(typeof model === 'string' ? { model } : {}),
    };
    const head = { ...others, ...this.#head };
    return { ...head, choices, ...(usage === null ? {} : { usage }) };
  }
}

/** The first choice; null if there is none. */
function choiceOf({ choices, ...event }: Fields): Fields | null {
  const choice: unknown = Array.isArray(choices) ? choices[0] : choices;
  if (isFields(choice)) return choice;
  // Some endpoints send only the message.
  return isFields(event.message) || isFields(event.delta) ? event : null;
}

function deltaOf({ delta, message }: Fields): Fields {
  return isFields(delta) ? delta : fieldsOf(message);
}

function isGoodHead({ id, created, model, object, error }: Fields): boolean {
  return (
    typeof id === 'string' && typeof created === 'number' && typeof model === 'string' && typeof object === 'string' && error === undefined
  );
}

function isParts(content: unknown): boolean {
  return Array.isArray(content) && content.every((part) => isFields(part) && typeof part.type === 'string');
}

function thoughtParts(thought: string, text: string): Fields[] {
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: thought }] };
  return text === '' ? [thinking] : [thinking, { type: 'text', text }];
}
