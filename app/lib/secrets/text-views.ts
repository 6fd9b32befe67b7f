/** Some characters of a text, in lower case, with their positions in it; `null` if it is the whole text. */
export interface TextView {
  letters: Uint8Array;
  places: Uint32Array | null;
}

/** Returns the whole text. Each non-ASCII character is mapped to a letter above ASCII, the same one for equal characters. */
export function wholeView(text: string): TextView {
  const letters = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) letters[at] = folded(text.charCodeAt(at));
  return { letters, places: null };
}

/** Returns a text's letters as in a view. */
export function viewLetters(text: string): Uint8Array {
  return wholeView(text).letters;
}

function folded(code: number): number {
  if (code >= 65 && code <= 90) return code + 32;
  // Full-width letters count as their ASCII equivalents.
  if (code >= 0xff01 && code <= 0xff5e) return folded(code - 0xfee0);
  return code < 128 ? code : (code & 127) | 128;
}

const ESCAPE = 27;
/** A line number, or a file's name and line number, at the beginning of a line, as printed by `cat -n`, `grep -n` and dumps. */
const LINE_START = /^(?:[^\s:]{1,300}:\d{1,9}[:-]|[ \t]{0,12}\d{1,9}(?:[:|\t.)\]→-][ \t]?|[ \t]{1,8}(?=\S)))/;
/** A line of a dump: offset, bytes in hexadecimal, and often the text. */
const DUMP = /^[ \t]{0,8}[\da-f]{4,16}(?::|[ \t])[ \t]*((?:[\da-f]{2,8}[ \t]{1,3}){0,31}[\da-f]{2,8})(?:[ \t]{2,}(.*)|[ \t]*)$/i;

const MAY_BE_DUMP = /^[ \t]{0,8}[\da-f]{4,16}(?::|[ \t])/i;

/** Returns the letters and digits of a text, for each way in which lines may be broken. */
export function compactViews(text: string): TextView[] {
  const whole = new ViewBuilder(text.length);
  whole.add(text, 0, text.length);
  const views = [whole.view()];
  if (!/\n/.test(text)) return views;
  const bare = new ViewBuilder(text.length);
  const bytes = new ViewBuilder(text.length);
  const gutter = new ViewBuilder(text.length);
  let cutLines = 0;
  let dumpLines = 0;
  for (let from = 0; from < text.length; ) {
    const next = text.indexOf('\n', from);
    const end = next === -1 ? text.length : next;
    const head = text.slice(from, Math.min(end, from + 400));
    const start = LINE_START.exec(head)?.[0].length ?? 0;
    if (start > 0) cutLines++;
    bare.add(text, from + start, end);
    const dump = head.length < 300 && MAY_BE_DUMP.test(head) ? DUMP.exec(head) : null;
    if (dump !== null) {
      const [line, hex = '', shown] = dump;
      const at = from + line.indexOf(hex, line.search(/[: \t]/));
      bytes.add(text, at, at + hex.length);
      if (shown !== undefined) gutter.add(text, end - shown.length, end);
      dumpLines++;
    }
    from = end + 1;
  }
  if (cutLines > 1) views.push(bare.view());
  if (dumpLines > 0) views.push(bytes.view(), gutter.view());
  return views;
}

class ViewBuilder {
  readonly #letters: Uint8Array;
  readonly #places: Uint32Array;
  #count = 0;

  constructor(size: number) {
    this.#letters = new Uint8Array(size);
    this.#places = new Uint32Array(size);
  }

  /** Skips escape sequences for colours, which a terminal does not show. */
  add(text: string, from: number, to: number): void {
    let count = this.#count;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === ESCAPE) {
        at = afterEscape(text, at, to) - 1;
        continue;
      }
      const letter = code >= 65 && code <= 90 ? code + 32 : code;
      if ((letter < 97 || letter > 122) && (letter < 48 || letter > 57)) continue;
      this.#letters[count] = letter;
      this.#places[count++] = at;
    }
    this.#count = count;
  }

  view(): TextView {
    return { letters: this.#letters.subarray(0, this.#count), places: this.#places.subarray(0, this.#count) };
  }
}

function afterEscape(text: string, at: number, to: number): number {
  if (text[at + 1] !== '[') return at + 1;
  let end = at + 2;
  while (end < to && end < at + 30 && text.charCodeAt(end) < 64) end++;
  return Math.min(end + 1, to);
}
