import type { ReadingState } from 'devonz-engine-protocol/terminal-note';
import { stripEscapeCodes } from '../terminal-text.ts';

/** What a program waits for. */
export interface WantedInput {
  prompt: string;
  /** What is typed is not shown: a password. */
  isHidden: boolean;
}

/** As long a program that waits is silent before anybody is notified. Milliseconds. */
const QUIET_MS = 2_000;
/** Characters of the output's end that a prompt is taken from. */
const SCREEN = 4_000;
/** A menu draws a few lines; more of them are what came before. */
const MENU_LINES = 12;
const LONGEST_PROMPT = 600;

const SECRET = /pass(?:word|phrase|code)|secret|token|api.?key|\bpin\b|\botp\b/i;
/** Where the host does not say who reads: how a question ends. */
const QUESTION = /(?:[?:>❯›»]|\((?:y|y\/n|yes\/no)\)|\[(?:y|y\/n|yes\/no)\])\s*$/i;
const PROGRESS = /\.{2,}|\d\s*%|[[(][=#.\->\s]{4,}[\])]|[█▓▒░]/;

/**
 * Finds out that a command waits for the user: it has printed a prompt without a line end and nothing for two seconds, and it
 * reads from its terminal. That last the engine's kernel says exactly (`onReading`), so that a program that prints dots and reads nothing
 * raises no alarm, and a menu of single keys, whose last line is whole, is seen too. Other hosts say nothing: there the prompt
 * has to look like one.
 */
export class InputWatch {
  readonly #onChange: (wanted: WantedInput | null) => void;
  #screen = '';
  /** null: the host does not say. */
  #reading: ReadingState | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #wanted: WantedInput | null = null;

  constructor(onChange: (wanted: WantedInput | null) => void) {
    this.#onChange = onChange;
  }

  get wanted(): WantedInput | null {
    return this.#wanted;
  }

  /** It reads from its terminal, whatever it has printed. */
  get isReading(): boolean {
    return this.#reading !== null && this.#reading !== 'none';
  }

  onText(text: string): void {
    this.#screen = (this.#screen + text).slice(-SCREEN);
    this.#restart();
  }

  /** The host says who reads; 'none' to begin with. */
  onReading(state: ReadingState): void {
    this.#reading = state;
    this.#restart();
  }

  /** Something was typed: what is on the screen is answered. */
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
    if (this.#reading === null) return QUESTION.test(line) && !PROGRESS.test(line) ? wantedBy(line, false) : null;
    const isWhole = this.#reading !== 'line';
    if (line === '' && !isWhole) return null;
    const menu = lines.map((each) => each.trimEnd()).filter((each) => each !== '');
    return wantedBy(this.#reading === 'key' ? menu.slice(-MENU_LINES).join('\n') : line, this.#reading === 'hidden');
  }
}

function wantedBy(prompt: string, isHidden: boolean): WantedInput {
  const last = prompt.split('\n').at(-1) ?? '';
  return { prompt: prompt.slice(-LONGEST_PROMPT), isHidden: isHidden || SECRET.test(last) };
}
