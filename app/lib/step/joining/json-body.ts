import { ANSWER_LIMITS } from '../answer-limits.ts';

/**
 * An answer of JSON as one of events: an object in place of the stream that was asked for, a list of them, or one on each line. What begins
 * otherwise is passed on as it came, unless the endpoint says that its answer is lines. Endpoints call all of these an event stream, or JSON, so
 * only the first character counts.
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
    // Blanks before the first character are as empty lines: nothing is kept of them, and those without end are counted.
    if (this.#kind === 'unknown') return text.replace(/[^\r\n]/g, '\n');
    this.#pieces.push(text);
    this.#size += text.length;
    // Longer than an event may be: whoever reads on says so.
    if (this.#kind === 'passing' || this.#size > ANSWER_LIMITS.eventCharacters) return this.#release();
    return this.#kind === 'whole' || !text.includes('\n') ? '' : this.#lines();
  }

  end(): string {
    const text = this.#pieces.join('');
    const value = parsed(text);
    return value === undefined ? text : eventsOf(value);
  }

  /** Lines that are JSON each; an object that is laid out over lines is not, and is waited for. */
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

/** Unknown while only blanks have come. */
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

/** Undefined: it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
