import { type Fields, isFields, type WireRepair } from './wire-repair.ts';

const DONE = /^\[?done\]?$/i;

/**
 * An answer's events with those in their place that its SDK takes. Events that are as they should be are passed on as they came: their text is parsed
 * once more and not written again, after `joinEvents` has made few of many.
 */
export function repairEvents(repair: WireRepair): TransformStream<Uint8Array, Uint8Array> {
  const reader = new EventRepair(repair);
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const send = (text: string, controller: TransformStreamDefaultController<Uint8Array>) => {
    if (text !== '') controller.enqueue(encoder.encode(text));
  };
  return new TransformStream({
    transform: (chunk, controller) => send(reader.push(decoder.decode(chunk, { stream: true })), controller),
    flush: (controller) => send(reader.push(decoder.decode()) + reader.end(), controller),
  });
}

/** `joinEvents` ends every event with an empty line, however it came. */
class EventRepair {
  readonly #repair: WireRepair;
  #pieces: string[] = [];
  /** An end may lie across two reads. */
  #tail = '';
  #isDone = false;
  #hasEvents = false;

  constructor(repair: WireRepair) {
    this.#repair = repair;
  }

  push(text: string): string {
    if (text === '') return '';
    const hasEnd = (this.#tail + text).includes('\n\n');
    this.#tail = text.slice(-1);
    this.#pieces.push(text);
    if (!hasEnd) return '';
    const blocks = this.#pieces.join('').split('\n\n');
    this.#pieces = [blocks.pop() ?? ''];
    return blocks.map((block) => this.#read(block)).join('');
  }

  end(): string {
    const rest = this.#pieces.join('');
    this.#pieces = [];
    // Half an event is none; the answer's end says what that means.
    const last = this.#hasEvents && eventsIn(rest) === null ? '' : this.#read(rest);
    return last + (this.#isDone ? '' : this.#written(this.#repair.end(false)));
  }

  #read(block: string): string {
    if (block.trim() === '') return '';
    // Anything after the end is not part of the answer.
    if (this.#isDone) return '';
    const events = eventsIn(block);
    if (events === null) return `${block}\n\n`;
    return events.map((event) => this.#readEvent(event, events.length === 1 ? block : null)).join('');
  }

  #readEvent(event: Fields | 'done', block: string | null): string {
    if (event === 'done') {
      if (this.#isDone) return '';
      this.#isDone = true;
      return `${this.#written(this.#repair.end(true))}data: [DONE]\n\n`;
    }
    this.#hasEvents = true;
    const repaired = this.#repair.read(event);
    if (repaired !== 'as-it-is') return this.#written(repaired);
    return block !== null && block.startsWith('data:') && !block.includes('\r') ? `${block}\n\n` : this.#written([event]);
  }

  #written(events: readonly Fields[]): string {
    return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  }
}

/** The events in a block of lines, or null if the SDK has to report it. An event that is not an object is dropped. */
function eventsIn(block: string): readonly (Fields | 'done')[] | null {
  if (block.startsWith('data: {') && !block.includes('\n')) {
    const value = parsed(block.slice(6));
    if (value !== undefined) return isFields(value) ? [value] : [];
  }
  const lines = block.split(/\r\n|\n|\r/);
  const data = lines.flatMap((line) => (line.startsWith('data:') ? [line.slice(5).replace(/^ /, '')] : []));
  if (data.length === 0) return lines.every((line) => line === '' || /^(?::|event:|id:|retry:)/.test(line)) ? [] : fromValue(parsed(block));
  const whole = data.join('\n').trim();
  if (whole === '') return [];
  if (DONE.test(whole)) return ['done'];
  const value = parsed(whole);
  if (value !== undefined) return fromValue(value);
  // Without empty lines between them several events look like one.
  const each = data.filter((line) => line.trim() !== '').map((line) => (DONE.test(line.trim()) ? ('done' as const) : parsed(line)));
  return each.includes(undefined)
    ? null
    : each.flatMap((one): readonly (Fields | 'done')[] => (one === 'done' ? [one] : (fromValue(one) ?? [])));
}

function fromValue(value: unknown): readonly Fields[] | null {
  if (value === undefined) return null;
  return (Array.isArray(value) ? value : [value]).filter(isFields);
}

/** Undefined: it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
