import { toldNumber } from '../../protocol/models/told-number.ts';
import { errorIn } from './error-in.ts';
import { JsonProgress } from './json-progress.ts';
import { countsOf } from './wire-counts.ts';
import { type Fields, fieldsOf, isFields, type Repaired, type WireRepair, wordOf } from './wire-repair.ts';

interface OpenBlock {
  index: number;
  type: string;
  json: JsonProgress;
  hasJson: boolean;
}

const STOPS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
};
const BEGUN_BY: Readonly<Record<string, Fields>> = {
  text_delta: { type: 'text', text: '' },
  thinking_delta: { type: 'thinking', thinking: '' },
};
const DELTAS = new Set(['text_delta', 'thinking_delta', 'signature_delta', 'input_json_delta', 'citations_delta', 'compaction_delta']);

/** Repairs Anthropic messages from gateways that leave out fields which the SDK requires. */
export class AnthropicRepair implements WireRepair {
  #open: OpenBlock | null = null;
  #next = 0;
  #hasCalls = false;
  #areCallsWhole = true;
  #hasDelta = false;
  #hasStopped = false;

  read(event: Fields): Repaired {
    const { type } = event;
    if (type === 'message') return this.#message(event);
    const error = errorIn(event);
    if (error !== null) return [{ type: 'error', error: { ...error, type: wordOf(error.type) ?? 'api_error' } }];
    switch (type) {
      case 'ping':
        return 'as-it-is';
      case 'message_start':
        return [start(event)];
      case 'content_block_start':
        return this.#begin(event);
      case 'content_block_delta':
        return this.#delta(event);
      case 'content_block_stop':
        return this.#close();
      case 'message_delta':
        return [...this.#close(), this.#end(event)];
      case 'message_stop':
        return this.#stop();
      default:
        return [];
    }
  }

  end(): readonly Fields[] {
    if (this.#hasStopped) return [];
    if (this.#hasDelta) return this.#stop();
    const closed = this.#close();
    // A call is complete when its arguments are; for text, only the end event shows it.
    return this.#hasCalls && this.#areCallsWhole ? [...closed, ...this.#stop()] : [];
  }

  #begin(event: Fields): readonly Fields[] {
    const given = fieldsOf(event.content_block);
    const index = toldNumber(event.index) ?? this.#next;
    const closed = this.#open === null || this.#open.index === index ? [] : this.#close();
    this.#next = Math.max(this.#next, index) + 1;
    this.#open = { index, type: String(given.type), json: new JsonProgress(), hasJson: false };
    if (given.type === 'tool_use') this.#hasCalls = true;
    return [...closed, { type: 'content_block_start', index, content_block: blockOf(given, index) }];
  }

  #delta(event: Fields): Repaired {
    const delta = fieldsOf(event.delta);
    const kind = String(delta.type);
    if (!DELTAS.has(kind)) return [];
    const index = toldNumber(event.index) ?? this.#open?.index ?? this.#next;
    const begun = BEGUN_BY[kind];
    const before = this.#open === null && begun !== undefined ? this.#begin({ index, content_block: begun }) : [];
    if (this.#open === null) return [];
    const isJson = kind === 'input_json_delta';
    const json = isFields(delta.partial_json) ? JSON.stringify(delta.partial_json) : delta.partial_json;
    if (isJson && typeof json === 'string') {
      this.#open.json.push(json);
      this.#open.hasJson ||= json !== '';
    }
    if (before.length === 0 && event.index === index && (!isJson || json === delta.partial_json)) return 'as-it-is';
    return [...before, { ...event, index, delta: isJson ? { ...delta, partial_json: json ?? '' } : delta }];
  }

  #close(): readonly Fields[] {
    const open = this.#open;
    if (open === null) return [];
    this.#open = null;
    if (open.type === 'tool_use' && open.hasJson && !open.json.isWhole) this.#areCallsWhole = false;
    return [{ type: 'content_block_stop', index: open.index }];
  }

  #end(event: Fields): Fields {
    this.#hasDelta = true;
    const delta = fieldsOf(event.delta);
    const given = wordOf(delta.stop_reason);
    const reason = given === null ? (this.#hasCalls ? 'tool_use' : 'end_turn') : (STOPS[given] ?? given);
    return { ...event, delta: { ...delta, stop_reason: reason }, usage: { output_tokens: 0, ...countsOf(event.usage) } };
  }

  #stop(): readonly Fields[] {
    if (this.#hasStopped) return [];
    const before = this.#hasDelta ? this.#close() : [...this.#close(), this.#end({ type: 'message_delta' })];
    this.#hasStopped = true;
    return [...before, { type: 'message_stop' }];
  }

  /** Converts a whole message, sent instead of the requested stream, to events. */
  #message({ content, stop_reason, usage, ...message }: Fields): readonly Fields[] {
    const blocks = Array.isArray(content) ? content.filter(isFields) : [];
    return [
      start({ type: 'message_start', message: { ...message, usage } }),
      ...blocks.flatMap((block, index) => [
        ...this.#begin({ index, content_block: { ...block, ...emptied(block) } }),
        ...wholeOf(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
        ...this.#close(),
      ]),
      this.#end({ type: 'message_delta', delta: { stop_reason }, usage }),
      ...this.#stop(),
    ];
  }
}

function start(event: Fields): Fields {
  const { content: _, ...message } = fieldsOf(event.message);
  return { ...event, message: { ...message, usage: { input_tokens: 0, output_tokens: 0, ...countsOf(message.usage) } } };
}

function blockOf(given: Fields, index: number): Fields {
  if (given.type === 'text') return { ...given, text: wordOf(given.text) ?? '' };
  if (given.type === 'thinking') return { ...given, thinking: wordOf(given.thinking) ?? '' };
  if (given.type !== 'tool_use') return given;
  return { ...given, id: wordOf(given.id) ?? `toolu_${index}_${crypto.randomUUID()}`, input: fieldsOf(given.input) };
}

function emptied({ type }: Fields): Fields {
  if (type === 'text') return { text: '' };
  return type === 'thinking' ? { thinking: '' } : {};
}

function wholeOf(block: Fields): readonly Fields[] {
  if (block.type === 'text') return [{ type: 'text_delta', text: wordOf(block.text) ?? '' }];
  if (block.type !== 'thinking') return [];
  const signature = wordOf(block.signature);
  const thought = { type: 'thinking_delta', thinking: wordOf(block.thinking) ?? '' };
  return signature === null ? [thought] : [thought, { type: 'signature_delta', signature }];
}
