import { type Fields, isFields, type WireRepair } from './wire-repair.ts';

const DONE = /^\[?done\]?$/i;

/**
 * Replaces an answer's events by ones that its SDK accepts. Correct events are passed on unchanged: they are parsed but not
 * serialised again. Runs after `joinEvents`, which has reduced their number.
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

/** `joinEvents` ends every event with an empty line, whatever the input used. */
class EventRepair {
  readonly #repair: WireRepair;
  #pieces: string[] = [];
  /** The end of an event may be split across two reads. */
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
    // Half an event does not count; the end of the answer reports that.
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

/** The events in a block of lines; null if the SDK has to report an error. Events that are not objects are dropped. */
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
  // Several events without empty lines between them look like one.
  const each = data.filter((line) => line.trim() !== '').map((line) => (DONE.test(line.trim()) ? ('done' as const) : parsed(line)));
  return each.includes(undefined)
    ? null
    : each.flatMap((one): readonly (Fields | 'done')[] => (one === 'done' ? [one] : (fromValue(one) ?? [])));
}

function fromValue(value: unknown): readonly Fields[] | null {
  if (value === undefined) return null;
  return (Array.isArray(value) ? value : [value]).filter(isFields);
}

/** Undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
