/**
 * Reads the text of a JSON object in arbitrary pieces and exposes its top-level string fields while they grow. Each character is read once.
 * Other values are kept as text, with their end found by counting brackets. The JSON is not validated here: that happens when the whole is
 * complete.
 */
export class IncrementalJsonReader {
  readonly #fields = new Map<string, string>();
  readonly #values = new Map<string, string>();
  readonly #inner: InnerObject | null;
  /** The value being skipped is the inner object. */
  #isInner = false;
  #state: State = 'before-object';
  /** Bracket depth inside a skipped value. */
  #depth = 0;
  /** Inside a string of a skipped value. */
  #isInSkippedString = false;
  #key = '';
  /** The escape in progress: '\' or '\u' with the digits so far; empty outside an escape. */
  #escape = '';
  /** A high surrogate whose low surrogate has not arrived: half a character is not shown. */
  #highSurrogate = '';

  /** The object under the key of `inner` is passed to its own reader. */
  constructor(inner: InnerObject | null = null) {
    this.#inner = inner;
  }

  /** The string fields that have begun, as far as they have arrived. */
  get fields(): ReadonlyMap<string, string> {
    return this.#fields;
  }

  /** The JSON of the other fields that have begun, as far as it has arrived, without the inner object. */
  get values(): ReadonlyMap<string, string> {
    return this.#values;
  }

  /** Returns both as plain objects, for storage or transfer. */
  soFar(): { fields: Record<string, string>; values?: Record<string, string> } {
    const fields = Object.fromEntries(this.#fields);
    return this.#values.size === 0 ? { fields } : { fields, values: Object.fromEntries(this.#values) };
  }

  push(text: string): void {
    let at = 0;
    while (at < text.length) {
      switch (this.#state) {
        case 'key':
        case 'string':
          at = this.#readString(text, at);
          break;
        case 'skipped':
          at = this.#passOver(text, at);
          break;
        default:
          this.#readStructure(text[at] ?? '', this.#state);
          at++;
      }
    }
  }

  #readStructure(character: string, state: Exclude<State, 'key' | 'string' | 'skipped'>): void {
    if (character === ' ' || character === '\n' || character === '\r' || character === '\t') return;
    switch (state) {
      case 'before-object':
        this.#state = character === '{' ? 'before-key' : 'ended';
        return;
      case 'before-key':
        if (character === '"') {
          this.#key = '';
          this.#state = 'key';
        } else if (character !== ',') this.#state = 'ended';
        return;
      case 'before-colon':
        this.#state = character === ':' ? 'before-value' : 'ended';
        return;
      case 'before-value':
        this.#beginValue(character);
        return;
      case 'ended':
        return;
    }
  }

  #beginValue(character: string): void {
    if (character === '"') {
      this.#fields.set(this.#key, '');
      this.#state = 'string';
      return;
    }
    this.#depth = character === '{' || character === '[' ? 1 : 0;
    this.#isInSkippedString = false;
    this.#isInner = character === '{' && this.#key === this.#inner?.key;
    if (this.#isInner) this.#inner?.reader.push(character);
    else this.#values.set(this.#key, character);
    this.#state = 'skipped';
  }

  #passOver(text: string, from: number): number {
    const end = this.#skipValue(text, from);
    const isOver = this.#state !== 'skipped';
    if (this.#isInner) this.#inner?.reader.push(text.slice(from, end));
    else this.#values.set(this.#key, (this.#values.get(this.#key) ?? '') + text.slice(from, isOver ? end - 1 : end));
    return end;
  }

  /** Skips a number, literal, object or array; stops at the comma or brace that follows it. */
  #skipValue(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const character = text[at];
      if (this.#isInSkippedString) {
        if (this.#escape !== '') this.#escape = '';
        else if (character === '\\') this.#escape = '\\';
        else if (character === '"') this.#isInSkippedString = false;
      } else if (character === '"') this.#isInSkippedString = true;
      else if (character === '{' || character === '[') this.#depth++;
      else if (this.#depth > 0) {
        if (character === '}' || character === ']') this.#depth--;
      } else if (character === ',' || character === '}') {
        this.#state = character === ',' ? 'before-key' : 'ended';
        return at + 1;
      }
    }
    return text.length;
  }

  #readString(text: string, from: number): number {
    let at = from;
    while (at < text.length) {
      if (this.#escape !== '') {
        this.#readEscape(text[at] ?? '');
        at++;
        continue;
      }
      let end = at;
      while (end < text.length && text[end] !== '"' && text[end] !== '\\') end++;
      if (end > at) this.#append(text.slice(at, end));
      if (end === text.length) return end;
      at = end + 1;
      if (text[end] === '"') {
        this.#endString();
        return at;
      }
      this.#escape = '\\';
    }
    return at;
  }

  #readEscape(character: string): void {
    if (this.#escape === '\\' && character !== 'u') {
      this.#escape = '';
      this.#append(SIMPLE_ESCAPES.get(character) ?? character);
      return;
    }
    this.#escape += character;
    if (this.#escape.length < 6) return;
    const unit = Number.parseInt(this.#escape.slice(2), 16);
    this.#escape = '';
    if (!Number.isNaN(unit)) this.#append(String.fromCharCode(unit));
  }

  #append(piece: string): void {
    let text = this.#highSurrogate + piece;
    this.#highSurrogate = '';
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#highSurrogate = text.slice(-1);
      text = text.slice(0, -1);
    }
    this.#add(text);
  }

  #add(text: string): void {
    if (this.#state === 'key') this.#key += text;
    else this.#fields.set(this.#key, (this.#fields.get(this.#key) ?? '') + text);
  }

  #endString(): void {
    this.#add(this.#highSurrogate);
    this.#highSurrogate = '';
    if (this.#state === 'key') {
      // A duplicate key takes its last value, as in JSON.parse.
      this.#fields.delete(this.#key);
      this.#values.delete(this.#key);
      this.#state = 'before-colon';
    } else this.#state = 'before-key';
  }
}

interface InnerObject {
  key: string;
  reader: IncrementalJsonReader;
}

type State = 'before-object' | 'before-key' | 'key' | 'before-colon' | 'before-value' | 'string' | 'skipped' | 'ended';

const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
]);
