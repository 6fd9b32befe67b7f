import { toldNumber } from '../../protocol/models/told-number.ts';
import { errorIn } from './error-in.ts';
import { countsOf, holdsTextCounts } from './wire-counts.ts';
import { type Fields, fieldsOf, isFields, type Repaired, type WireRepair, wordOf } from './wire-repair.ts';

const PLACED = /^response\.(?:output_item|content_part|output_text|function_call_arguments|reasoning)/;

const KNOWN =
  /^(?:error$|response\.(?:in_progress|queued|refusal|web_search_call|x_search_call|file_search_call|code_interpreter_call|code_execution_call|image_generation_call|mcp_|custom_tool_call|apply_patch_call|shell_call|annotation|output_text))/;

/** Repairs Responses API answers from endpoints that leave out fields which the SDK requires. */
export class ResponsesRepair implements WireRepair {
  /** Ids by the index of their item, for items without an id. */
  readonly #ids = new Map<number, string>();
  #place = -1;
  #head: Fields = { id: 'response', object: 'response', created_at: 0, model: 'model' };
  #hasCalls = false;
  #hasEnded = false;

  read(event: Fields): Repaired {
    const { type } = event;
    if (event.object === 'response' && Array.isArray(event.output)) return this.#whole(event, event.output);
    if (typeof type !== 'string') {
      const error = errorIn(event);
      return error === null ? [] : [{ type: 'error', sequence_number: 0, error: { ...error, type: wordOf(error.type) ?? 'server_error' } }];
    }
    if (/^response\.(?:completed|incomplete|failed)$/.test(type)) {
      this.#hasEnded = true;
      return this.#response(event);
    }
    if (type === 'response.created') {
      const { usage: _, ...head } = fieldsOf(event.response);
      this.#head = { ...this.#head, ...head };
      return this.#response(event);
    }
    if (PLACED.test(type)) return this.#placed(type, event);
    // One SDK has a strict schema and fails the whole answer because of an unknown event.
    return KNOWN.test(type) ? 'as-it-is' : [];
  }

  /** A call is complete when its item is done. */
  end(): readonly Fields[] {
    if (this.#hasEnded || !this.#hasCalls) return [];
    return [{ type: 'response.completed', response: { ...this.#head, status: 'completed', output: [] } }];
  }

  #placed(type: string, given: Fields): Repaired {
    const event = withPlaces(given);
    const isAdded = type === 'response.output_item.added';
    const place = typeof event.output_index === 'number' ? event.output_index : isAdded ? this.#place + 1 : Math.max(0, this.#place);
    this.#place = place;
    const { item } = event;
    if (isFields(item)) {
      const repaired = this.#item(item, place, isAdded);
      return repaired === item && given.output_index === place && event === given
        ? 'as-it-is'
        : [{ ...event, output_index: place, item: repaired }];
    }
    if (event === given && event.output_index === place && typeof event.item_id === 'string') return 'as-it-is';
    return [{ ...event, output_index: place, item_id: wordOf(event.item_id) ?? this.#idAt(place) }];
  }

  #item(item: Fields, place: number, isAdded: boolean): Fields {
    const isCall = item.type === 'function_call';
    if (isCall && !isAdded) this.#hasCalls = true;
    if (typeof item.id === 'string') this.#ids.set(place, item.id);
    const isGood =
      typeof item.id === 'string' &&
      typeof item.status === 'string' &&
      (!isCall || (typeof item.call_id === 'string' && typeof item.arguments === 'string'));
    if (isGood || (!isCall && item.type !== 'message' && item.type !== 'reasoning')) return item;
    const id = wordOf(item.id) ?? this.#idAt(place);
    const status = wordOf(item.status) ?? (isAdded ? 'in_progress' : 'completed');
    if (!isCall) return { ...item, id, status };
    const { arguments: given } = item;
    const text = typeof given === 'string' ? given : isFields(given) ? JSON.stringify(given) : '';
    return { ...item, id, status, call_id: wordOf(item.call_id) ?? `call_${id}`, arguments: text };
  }

  #idAt(place: number): string {
    const id = this.#ids.get(place) ?? `item_${place}`;
    this.#ids.set(place, id);
    return id;
  }

  #response(event: Fields): Repaired {
    const response = fieldsOf(event.response);
    const usage = usageOf(response.usage);
    const created = toldNumber(response.created_at) ?? 0;
    if (usage === response.usage && response.created_at === created) return 'as-it-is';
    return [{ ...event, response: { ...response, created_at: created, ...(usage === undefined ? {} : { usage }) } }];
  }

  /** Converts a whole response, sent instead of the requested stream, to events. */
  #whole({ output: _, ...response }: Fields, output: readonly unknown[]): readonly Fields[] {
    const created = toldNumber(response.created_at) ?? 0;
    const all = { ...response, created_at: created, output: [], usage: usageOf(response.usage) ?? { input_tokens: 0, output_tokens: 0 } };
    this.#hasEnded = true;
    return [
      { type: 'response.created', response: { ...all, id: wordOf(response.id) ?? 'response', model: wordOf(response.model) ?? 'model' } },
      ...output.filter(isFields).flatMap((given, place) => this.#wholeItem(given, place)),
      { type: response.status === 'incomplete' ? 'response.incomplete' : 'response.completed', response: all },
    ];
  }

  #wholeItem(given: Fields, place: number): readonly Fields[] {
    const item = this.#item(given, place, false);
    const begun = { ...item, status: 'in_progress', ...(item.type === 'function_call' ? { arguments: '' } : {}) };
    const texts = item.type === 'message' && Array.isArray(item.content) ? item.content.filter(isFields) : [];
    const deltas = texts.map((part, content) => ({
      type: 'response.output_text.delta',
      item_id: item.id,
      output_index: place,
      content_index: content,
      delta: wordOf(part.text) ?? '',
    }));
    return [
      { type: 'response.output_item.added', output_index: place, item: begun },
      ...deltas,
      { type: 'response.output_item.done', output_index: place, item },
    ];
  }
}

/** Converts counts to numbers and adds those that the SDK requires. */
function usageOf(usage: unknown): unknown {
  return holdsTextCounts(usage) ? { input_tokens: 0, output_tokens: 0, ...countsOf(usage) } : usage;
}

/** Converts indexes that were sent as text. */
function withPlaces(event: Fields): Fields {
  const places = Object.entries(event).filter(([name, value]) => name.endsWith('_index') && typeof value === 'string');
  if (places.length === 0) return event;
  return { ...event, ...Object.fromEntries(places.map(([name, value]) => [name, toldNumber(value) ?? undefined])) };
}
