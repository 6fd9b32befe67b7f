import type { ReadingState } from 'devonz-engine-protocol/terminal-note';
import { stripEscapeCodes } from '../terminal-text.ts';

/** The input that a program waits for. */
export interface WantedInput {
  prompt: string;
  /** Typed text is not shown: a password. */
  isHidden: boolean;
}

/** How long a waiting program must be silent before anyone is notified. In milliseconds. */
const QUIET_MS = 2_000;
/** How much of the output's end is searched for a prompt. In characters. */
const SCREEN = 4_000;
/** A menu has only a few lines; lines before these are earlier output. */
const MENU_LINES = 12;
const LONGEST_PROMPT = 600;

const SECRET = /pass(?:word|phrase|code)|secret|token|api.?key|\bpin\b|\botp\b/i;
/** If the host does not report who reads: the typical end of a question. */
const QUESTION = /(?:[?:>❯›»]|\((?:y|y\/n|yes\/no)\)|\[(?:y|y\/n|yes\/no)\])\s*$/i;
/** Programs mark a question so, whatever default follows it. */
const MARKED = /^[?◆]\s+\S/u;
const ANY_KEY = /\b(?:press|hit) (?:any key|enter|return)\b/i;
/** The chosen entry of a menu. */
const CHOSEN = /^\s*(?:[❯›▸●◉◯○]|>\s)/u;
const PROGRESS = /\.{2,}|\d\s*%|[[(][=#.\->\s]{4,}[\])]|[█▓▒░]/;

/**
 * Detects that a command waits for the user: it has printed a prompt without a line end, printed nothing for two seconds, and
 * reads from its terminal. The engine's kernel reports reading exactly (`onReading`): a program that prints dots and reads
 * nothing raises no alarm, and a menu of single keys, whose last line is complete, is detected too. Other hosts report nothing,
 * so the prompt must look like a question.
 */
export class InputWatch {
  readonly #onChange: (wanted: WantedInput | null) => void;
  #screen = '';
  /** Stays null if the host does not report it. */
  #reading: ReadingState | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #wanted: WantedInput | null = null;

  constructor(onChange: (wanted: WantedInput | null) => void) {
    this.#onChange = onChange;
  }

  get wanted(): WantedInput | null {
    return this.#wanted;
  }

  /** Whether it reads from its terminal, whatever it has printed. */
  get isReading(): boolean {
    return this.#reading !== null && this.#reading !== 'none';
  }

  onText(text: string): void {
    this.#screen = (this.#screen + text).slice(-SCREEN);
    this.#restart();
  }

  /** Called by hosts that report who reads, first with 'none'. */
  onReading(state: ReadingState): void {
    this.#reading = state;
    this.#restart();
  }

  /** Something was typed, so the prompt on the screen is answered. */
  onInput(): void {
    this.#screen = '';
    this.#restart();
  }

  close(): void {
    this.#clear();
    this.#set(null);
  }

  #restart(): void {
    this.#clear();
    this.#set(null);
    if (this.#look() !== null) this.#timer = setTimeout(() => this.#set(this.#look()), QUIET_MS);
  }

  #clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #set(wanted: WantedInput | null): void {
    if (wanted === null && this.#wanted === null) return;
    this.#wanted = wanted;
    this.#onChange(wanted);
  }

  #look(): WantedInput | null {
    if (this.#reading === 'none') return null;
    const lines = stripEscapeCodes(this.#screen).split('\n');
    const line = (lines.at(-1) ?? '').trim();
    if (this.#reading === null) return askedIn(lines, line);
    const isWhole = this.#reading !== 'line';
    if (line === '' && !isWhole) return null;
    const menu = lines.map((each) => each.trimEnd()).filter((each) => each !== '');
    return wantedBy(this.#reading === 'key' ? menu.slice(-MENU_LINES).join('\n') : line, this.#reading === 'hidden');
  }
}

/** Returns the question that the lines show, if the host does not report who reads. */
function askedIn(lines: readonly string[], line: string): WantedInput | null {
  if (MARKED.test(line) || ANY_KEY.test(line) || (QUESTION.test(line) && !PROGRESS.test(line))) return wantedBy(line, false);
  const menu = lines
    .map((each) => each.trimEnd())
    .filter((each) => each !== '')
    .slice(-MENU_LINES);
  const question = menu.findLastIndex((each) => MARKED.test(each));
  const isMenu = question !== -1 && menu.slice(question + 1).some((each) => CHOSEN.test(each));
  return isMenu ? wantedBy(menu.slice(question).join('\n'), false) : null;
}

function wantedBy(prompt: string, isHidden: boolean): WantedInput {
  const last = prompt.split('\n').at(-1) ?? '';
  return { prompt: prompt.slice(-LONGEST_PROMPT), isHidden: isHidden || SECRET.test(last) };
}
