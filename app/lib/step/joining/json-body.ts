import { ANSWER_LIMITS } from '../answer-limits.ts';

/**
 * Converts a JSON answer to events: an object sent instead of the requested stream, a list of them, or one per line. Anything
 * else is passed on unchanged, unless the endpoint declares JSON lines. Content types are unreliable, so only the first character
 * decides.
 */
export class JsonBody {
  #kind: 'unknown' | 'json' | 'lines' | 'whole' | 'passing' = 'unknown';
  #pieces: string[] = [];
  #size = 0;

  constructor(isLines: boolean) {
    if (isLines) this.#kind = 'lines';
  }

  get isPassing(): boolean {
    return this.#kind === 'passing';
  }

  push(text: string): string {
    if (this.#kind === 'unknown') this.#kind = kindOf(text);
    // Leading blanks count as empty lines: they are not kept, but limited in number.
    if (this.#kind === 'unknown') return text.replace(/[^\r\n]/g, '\n');
    this.#pieces.push(text);
    this.#size += text.length;
    // Longer than the limit of an event: the next reader reports that.
    if (this.#kind === 'passing' || this.#size > ANSWER_LIMITS.eventCharacters) return this.#release();
    return this.#kind === 'whole' || !text.includes('\n') ? '' : this.#lines();
  }

  end(): string {
    const text = this.#pieces.join('');
    const value = parsed(text);
    return value === undefined ? text : eventsOf(value);
  }

  /** Lines that are JSON each. An object that spans several lines is collected first. */
  #lines(): string {
    const lines = this.#pieces.join('').split('\n');
    const rest = lines.pop() ?? '';
    if (this.#kind === 'json') this.#kind = parsed(lines[0] ?? '') === undefined ? 'whole' : 'lines';
    if (this.#kind === 'whole') return '';
    this.#pieces = [rest];
    this.#size = rest.length;
    return lines.map((line) => (line.trim() === '' ? '' : lineOf(line))).join('');
  }

  #release(): string {
    this.#kind = 'passing';
    const text = this.#pieces.join('');
    this.#pieces = [];
    return text;
  }
}

/** Unknown as long as there are only blanks. */
function kindOf(text: string): 'unknown' | 'json' | 'passing' {
  const first = text.trimStart()[0];
  if (first === undefined) return 'unknown';
  return first === '{' || first === '[' ? 'json' : 'passing';
}

function lineOf(line: string): string {
  const value = parsed(line);
  return value === undefined ? `${line}\n\n` : eventsOf(value);
}

function eventsOf(value: unknown): string {
  return (Array.isArray(value) ? value : [value]).map((one) => `data: ${JSON.stringify(one)}\n\n`).join('');
}

/** Undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
