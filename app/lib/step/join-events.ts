import { ANSWER_LIMITS, AnswerLimitError, type AnswerLimits } from './answer-limits.ts';
import { type EventDelta, readEventDelta } from './event-delta.ts';
import { type StartTimer, startSystemTimer } from './start-timer.ts';

export interface JoinEventsOptions {
  /** So long after a text was sent on, those that follow wait to become one. Milliseconds. */
  maxDelayMs?: number;
  /** A held text is let go when it has grown to this. Characters. */
  maxCharacters?: number;
  /** After so many bytes, the loop lets others have a turn. */
  bytesPerTurn?: number;
  limits?: AnswerLimits;
  startTimer?: StartTimer;
}

/**
 * A provider's event stream with far fewer events: those that only continue a text become one with the next, by time; one that comes
 * after a pause is sent on at once, so that the first word of an answer waits for nothing. Before anything looks at them: the SDK spends some 40 µs and several objects on each event, which for 2 MB in 1-character events is 84 s and
 * 1.6 GB, with nobody else answered meanwhile.
 *
 * The loop stops for a timer after a share of the work. workerd looks for other requests only when nothing is left to do, and a
 * socket that always has more to read leaves always something to do.
 */
export function joinEvents(body: ReadableStream<Uint8Array>, options: JoinEventsOptions = {}): ReadableStream<Uint8Array> {
  const { bytesPerTurn = 128 * 1_024, startTimer = startSystemTimer } = options;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const joiner = new EventJoiner(options);
  let reading: Promise<ReadableStreamReadResult<Uint8Array>> | null = null;
  let bytesInTurn = 0;

  /** The next bytes, or null when what is held has waited long enough. */
  const next = () => {
    reading ??= reader.read();
    const due = joiner.due();
    return due === null ? reading : Promise.race([reading, due]);
  };

  /** Reads until there is something to send on; false at the end. */
  const advance = async (): Promise<boolean> => {
    while (!joiner.hasOutput) {
      const result = await next();
      if (result === null) joiner.waited();
      else if (result.done) {
        joiner.end(decoder.decode());
        return false;
      } else {
        reading = null;
        joiner.add(decoder.decode(result.value, { stream: true }));
        bytesInTurn += result.value.byteLength;
        if (bytesInTurn >= bytesPerTurn) {
          bytesInTurn = 0;
          await new Promise<void>((resolve) => startTimer(resolve, 0));
        }
      }
    }
    return true;
  };

  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const isMore = await advance();
        if (joiner.hasOutput) controller.enqueue(encoder.encode(joiner.takeOutput()));
        if (!isMore) controller.close();
      } catch (error) {
        joiner.stop();
        // Not awaited, and what it says does not matter: the provider that sends too much is hung up on.
        reader.cancel(error).catch(() => {});
        throw error;
      }
    },
    async cancel(reason) {
      joiner.stop();
      await reader.cancel(reason);
    },
  });
}

/** An event that only continues a text, and what else it is found by. */
interface ReadEvent {
  event: unknown;
  head: string;
  delta: EventDelta;
  /** What is around the text; null where that cannot be determined. */
  around: { before: string; after: string } | null;
}

interface HeldEvent extends ReadEvent {
  texts: string[];
  length: number;
}

/** Lines in, fewer events out. */
class EventJoiner {
  readonly #maxDelayMs: number;
  readonly #maxCharacters: number;
  readonly #limits: AnswerLimits;
  readonly #startTimer: StartTimer;
  /** The beginning of an event that has not come to its end. In pieces: it may be long, and its end is looked for in what is new. */
  #pieces: string[] = [];
  #piecesLength = 0;
  /** An end may lie across two reads. */
  #tail = '';
  /** The newest of the events that have become one, and all their texts. */
  #held: HeldEvent | null = null;
  #output = '';
  #counts = { events: 0, joinedEvents: 0, characters: 0 };
  /** Since a text was sent on; resolves when what was held meanwhile has waited long enough. */
  #rest: Promise<null> | null = null;
  #isRested = false;
  #stopTimer: () => void = () => {};

  constructor({ maxDelayMs = 80, maxCharacters = 65_536, limits = ANSWER_LIMITS, startTimer = startSystemTimer }: JoinEventsOptions) {
    this.#maxDelayMs = maxDelayMs;
    this.#maxCharacters = maxCharacters;
    this.#limits = limits;
    this.#startTimer = startTimer;
  }

  get hasOutput(): boolean {
    return this.#output !== '';
  }

  takeOutput(): string {
    const output = this.#output;
    this.#output = '';
    return output;
  }

  /** Resolves when what is held has waited long enough; null while nothing is held. */
  due(): Promise<null> | null {
    return this.#held === null ? null : this.#rest;
  }

  /** The rest is over: what was held meanwhile is sent on, and the next one rests again. */
  waited(): void {
    this.#isRested = false;
    this.#rest = null;
    if (this.#held === null) return;
    this.#letGo();
    this.#beginRest();
  }

  #beginRest(): void {
    this.#rest = new Promise((resolve) => {
      this.#stopTimer = this.#startTimer(() => {
        this.#isRested = true;
        resolve(null);
      }, this.#maxDelayMs);
    });
  }

  add(text: string): void {
    if (this.#isRested) this.waited();
    const news = this.#tail + text;
    this.#tail = news.slice(-3);
    this.#pieces.push(text);
    this.#piecesLength += text.length;
    if (/\n\r?\n|\r\r/.test(news)) this.#addEvents();
    if (this.#piecesLength > this.#limits.eventCharacters) throw new AnswerLimitError('one piece of it is too large');
  }

  end(text: string): void {
    this.add(text);
    this.#stopTimer();
    this.#letGo();
    // What has no end is no event, but the SDK says so better.
    this.#pass(this.#pieces.join(''));
    this.#pieces = [];
  }

  /** What is held is an event like any other from here on. */
  #letGo(): void {
    const held = this.#held;
    if (held === null) return;
    this.#held = null;
    held.delta.holder[held.delta.name] = held.texts.join('');
    this.#pass(`${held.head}data: ${JSON.stringify(held.event)}\n\n`);
  }

  stop(): void {
    this.#stopTimer();
    this.#held = null;
  }

  #addEvents(): void {
    const all = this.#pieces.join('');
    let from = 0;
    // An event ends with an empty line, however lines end.
    for (const end of all.matchAll(/\r?\n\r?\n|\r\r/g)) {
      this.#addEvent(all.slice(from, end.index));
      from = end.index + end[0].length;
    }
    this.#pieces = [all.slice(from)];
    this.#piecesLength = all.length - from;
  }

  #addEvent(block: string): void {
    this.#counts.events += 1;
    if (this.#counts.events > this.#limits.events) throw new AnswerLimitError(`it has more than ${this.#limits.events} pieces`);
    if (block === '') return;
    const held = this.#held;
    const text = held === null ? null : textBetween(block, held.around);
    const found = text === null ? readBlock(block) : null;
    if (held !== null && text !== null) this.#hold(held, text);
    else if (found === null || this.#rest === null) {
      this.#letGo();
      this.#pass(`${block}\n\n`);
      if (found !== null) this.#beginRest();
    } else if (held?.delta.key === found.delta.key) this.#hold(Object.assign(held, found), found.delta.text);
    else {
      this.#letGo();
      this.#held = { ...found, texts: [], length: 0 };
      this.#hold(this.#held, found.delta.text);
    }
  }

  #hold(held: HeldEvent, text: string): void {
    held.texts.push(text);
    held.length += text.length;
    if (held.length >= this.#maxCharacters) this.#letGo();
  }

  #pass(event: string): void {
    if (event === '') return;
    this.#counts.joinedEvents += 1;
    this.#counts.characters += event.length;
    if (this.#counts.joinedEvents > this.#limits.joinedEvents) {
      throw new AnswerLimitError(`it jumps between its parts more than ${this.#limits.joinedEvents} times`);
    }
    if (this.#counts.characters > this.#limits.characters) {
      throw new AnswerLimitError(`it is longer than ${Math.floor(this.#limits.characters / 1_000_000)} MB`);
    }
    this.#output += event;
  }
}

/** An event of one line of data, perhaps with its name before it; null for any other. */
function readBlock(block: string): ReadEvent | null {
  let head = '';
  let line = block;
  if (block.startsWith('event:')) {
    const end = block.indexOf('\n');
    if (end < 0) return null;
    head = block.slice(0, end + 1);
    line = block.slice(end + 1);
  }
  if (!line.startsWith('data:') || line.includes('\n') || line.includes('\r')) return null;
  try {
    const event: unknown = JSON.parse(line.slice(5));
    const delta = readEventDelta(event);
    return delta === null ? null : { event, head, delta, around: whatIsAround(block, delta.text) };
  } catch {
    return null;
  }
}

/** The next event most often differs in its text alone: then nothing of it needs to be parsed but that. */
function whatIsAround(block: string, text: string): ReadEvent['around'] {
  const quoted = JSON.stringify(text);
  const place = block.indexOf(quoted);
  if (place < 0 || block.indexOf(quoted, place + 1) >= 0) return null;
  return { before: block.slice(0, place + 1), after: block.slice(place + quoted.length - 1) };
}

/** The text of an event that is otherwise the same as the one before; null when it is not. */
function textBetween(block: string, around: ReadEvent['around']): string | null {
  if (around === null || block.length < around.before.length + around.after.length) return null;
  if (!block.endsWith(around.after) || !block.startsWith(around.before)) return null;
  const text = block.slice(around.before.length, block.length - around.after.length);
  if (/^[^"\\\u0000-\u001f]*$/.test(text)) return text;
  try {
    // A quotation mark that ends the text early leaves something that is no JSON.
    const parsed: unknown = JSON.parse(`"${text}"`);
    return typeof parsed === 'string' ? parsed : null;
  } catch {
    return null;
  }
}
