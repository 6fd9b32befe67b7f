import type { CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import type { SedAction, SedAddress, SedCommand, SedSubstitution } from './sed-script.ts';
import { replacementText, visible } from './sed-text.ts';

/** The source of the machine's lines. */
export interface SedInput {
  next(): Promise<string | null>;
  isLast(): Promise<boolean>;
  /** False if the last line returned was the very last and had no newline. */
  endsWithNewline: boolean;
  /** The file of the last line returned. */
  name: string;
  close(): void;
}

/** How a cycle continues after a command. */
type Step =
  | { type: 'next' }
  | { type: 'jump'; label: string }
  | { type: 'end' }
  | { type: 'restart' }
  | { type: 'quit'; isPrinting: boolean; exitCode: number };

const NEXT: Step = { type: 'next' };
const END: Step = { type: 'end' };

/** A text, and whether it is a whole line: the last line of an input may lack its newline, and is then printed without one. */
interface Space {
  text: string;
  isWhole: boolean;
}

interface SedOptions {
  isQuiet: boolean;
  /** The line terminator; not a newline with `-z`. */
  delimiter: string;
  /** The width at which `l` breaks lines; 0 for no limit. */
  lineLength: number;
  /** Output goes to the file; only `w /dev/stdout` writes to standard output. */
  isInPlace: boolean;
}

/** Runs a sed script over lines: pattern space, hold space, one cycle per line. */
export class SedMachine {
  readonly #commands: SedCommand[];
  readonly #isQuiet: boolean;
  readonly #delimiter: string;
  readonly #lineLength: number;
  readonly #isInPlace: boolean;
  readonly #context: CommandContext;
  #pattern: Space = { text: '', isWhole: true };
  #hold: Space = { text: '', isWhole: true };
  /** The last output lacks its newline, which is added if anything follows. */
  #isEndOwed = false;
  #line = 0;
  #hasSubstituted = false;
  #isDeleted = false;
  #lastExpression: RegExp | null = null;
  #appended: string[] = [];
  #write: (text: string) => Promise<void> = async () => undefined;
  #input: SedInput | null = null;
  readonly #written = new Map<string, string>();

  constructor(commands: SedCommand[], { isQuiet, delimiter, lineLength, isInPlace }: SedOptions, context: CommandContext) {
    this.#commands = commands;
    this.#isQuiet = isQuiet;
    this.#delimiter = delimiter;
    this.#lineLength = lineLength;
    this.#isInPlace = isInPlace;
    this.#context = context;
  }

  /**
   * Runs the script over an input; may be called again for each separately edited file, which starts at line 1 with an empty hold space.
   * Returns the exit code with which the script quit, or null if it reached the end of the input.
   */
  async run(input: SedInput, write: (text: string) => Promise<void>): Promise<number | null> {
    this.#input = input;
    this.#write = async (text) => {
      const end = this.#isEndOwed ? this.#delimiter : '';
      this.#isEndOwed = false;
      await write(end + text);
    };
    this.#line = 0;
    this.#hold = { text: '', isWhole: true };
    closeRanges(this.#commands);
    let isRestarting = false;
    try {
      for (;;) {
        if (!isRestarting && !(await this.#read())) return null;
        isRestarting = false;
        this.#isDeleted = false;
        this.#hasSubstituted = false;
        const step = await this.#cycle();
        if (step.type === 'quit') {
          if (step.isPrinting) await this.#finishCycle();
          return step.exitCode;
        }
        if (step.type === 'restart') isRestarting = true;
        await this.#finishCycle();
      }
    } finally {
      input.close();
    }
  }

  /** The following output goes to another file, so no newline is owed. */
  forgetEnd(): void {
    this.#isEndOwed = false;
  }

  /** Writes the files of `w`. */
  close(): void {
    for (const [path, text] of this.#written) this.#context.files.writeText(path, text);
  }

  async #read(): Promise<boolean> {
    const line = (await this.#input?.next()) ?? null;
    if (line === null) return false;
    this.#pattern = { text: line, isWhole: this.#input?.endsWithNewline !== false };
    this.#line += 1;
    return true;
  }

  async #finishCycle(): Promise<void> {
    if (!this.#isQuiet && !this.#isDeleted) await this.#print(this.#pattern);
    for (const text of this.#appended) await this.#write(text);
    this.#appended = [];
  }

  async #print({ text, isWhole }: Space): Promise<void> {
    await this.#write(isWhole ? text + this.#delimiter : text);
    this.#isEndOwed = !isWhole;
  }

  async #cycle(): Promise<Step> {
    let start = 0;
    for (;;) {
      const step = await this.#runList(this.#commands, start);
      if (step.type !== 'jump') return step;
      if (step.label === '') return END;
      const target = this.#commands.findIndex(({ action }) => action.type === 'label' && action.label === step.label);
      if (target === -1) throw new CommandError(`-e expression #1, char 0: can't find label for jump to \`${step.label}'`);
      start = target;
    }
  }

  async #runList(commands: readonly SedCommand[], start: number): Promise<Step> {
    for (let index = start; index < commands.length; index += 1) {
      const command = commands[index];
      if (command === undefined || (await this.#isSelected(command)) === command.isNegated) continue;
      const step = await this.#action(command.action, command);
      if (step.type === 'jump' && step.label !== '') {
        const inside = commands.findIndex(({ action }) => action.type === 'label' && action.label === step.label);
        if (inside === -1 || commands === this.#commands) return step;
        index = inside;
        continue;
      }
      if (step.type !== 'next') return step;
    }
    return NEXT;
  }

  async #isSelected({ addresses, range }: SedCommand): Promise<boolean> {
    const [first, second] = addresses;
    if (first === undefined) return true;
    if (second === undefined) return this.#matches(first);
    if (!range.isActive) {
      const isStart = first.type === 'line' && first.line === 0 ? this.#line === 1 : await this.#matches(first);
      if (!isStart) return false;
      range.isActive = true;
      if (first.type === 'line' && first.line === 0) return this.#closeRange(second, range);
      if (second.type === 'line') range.isActive = second.line > this.#line;
      else if (second.type === 'offset') {
        range.end = this.#line + second.count;
        range.isActive = second.count > 0;
      } else if (second.type === 'multiple') {
        range.end = second.count === 0 ? this.#line : Math.ceil(this.#line / second.count) * second.count;
        range.isActive = range.end > this.#line;
      } else if (second.type === 'last') range.isActive = !(await this.#matches(second));
      return true;
    }
    return this.#closeRange(second, range);
  }

  async #closeRange(second: SedAddress, range: SedCommand['range']): Promise<boolean> {
    if (second.type === 'line') {
      range.isActive = this.#line < second.line;
      return this.#line <= second.line;
    }
    if (second.type === 'offset' || second.type === 'multiple') range.isActive = this.#line < range.end;
    else range.isActive = !(await this.#matches(second));
    return true;
  }

  async #matches(address: SedAddress): Promise<boolean> {
    switch (address.type) {
      case 'line':
        return this.#line === address.line;
      case 'last':
        return (await this.#input?.isLast()) ?? true;
      case 'step':
        return address.step <= 0
          ? this.#line === address.first
          : this.#line >= address.first && (this.#line - address.first) % address.step === 0;
      case 'expression': {
        const expression = this.#expression(address.expression);
        expression.lastIndex = 0;
        return expression.test(this.#pattern.text);
      }
      default:
        return false;
    }
  }

  #expression(expression: RegExp | null): RegExp {
    const used = expression ?? this.#lastExpression;
    if (used === null) throw new CommandError('-e expression #1, char 0: no previous regular expression');
    this.#lastExpression = used;
    return used;
  }

  async #action(action: SedAction, command: SedCommand): Promise<Step> {
    switch (action.type) {
      case 'block':
        return this.#runList(action.commands, 0);
      case 'substitute':
        await this.#substitute(action.substitution);
        return NEXT;
      case 'transliterate':
        this.#pattern.text = [...this.#pattern.text].map((character) => action.table.get(character) ?? character).join('');
        return NEXT;
      case 'text':
        return this.#text(action.letter, action.text, command);
      case 'jump': {
        const isTaken = action.letter === 'b' || this.#hasSubstituted === (action.letter === 't');
        if (action.letter !== 'b') this.#hasSubstituted = false;
        return isTaken ? { type: 'jump', label: action.label } : NEXT;
      }
      case 'label':
        return NEXT;
      case 'quit':
        return { type: 'quit', isPrinting: action.letter === 'q', exitCode: action.exitCode };
      case 'file':
        await this.#file(action.letter, action.path);
        return NEXT;
      case 'simple':
        return this.#simple(action.letter);
    }
  }

  async #text(letter: 'a' | 'i' | 'c', text: string, command: SedCommand): Promise<Step> {
    if (letter === 'a') this.#appended.push(`${text}\n`);
    else if (letter === 'i') await this.#write(`${text}\n`);
    else {
      this.#isDeleted = true;
      if (command.addresses.length < 2 || command.isNegated || !command.range.isActive) await this.#write(`${text}\n`);
      return END;
    }
    return NEXT;
  }

  async #file(letter: 'r' | 'w', path: string): Promise<void> {
    if (letter === 'w') {
      if (path === '/dev/stdout' && !this.#isInPlace) await this.#print(this.#pattern);
      else if (path === '/dev/stdout') await this.#context.stdout.write(this.#withPattern(''));
      else if (path === '/dev/stderr') await this.#context.stderr.write(this.#withPattern(''));
      else this.#written.set(path, this.#withPattern(this.#written.get(path) ?? ''));
    } else if (this.#context.files.find(path) !== null) this.#appended.push(await this.#context.files.readText(path));
  }

  #withPattern(written: string): string {
    const { text, isWhole } = this.#pattern;
    const end = written === '' || written.endsWith(this.#delimiter) ? '' : this.#delimiter;
    return written + end + text + (isWhole ? this.#delimiter : '');
  }

  async #simple(letter: string): Promise<Step> {
    switch (letter) {
      case 'd':
        this.#isDeleted = true;
        return END;
      case 'D': {
        const end = this.#pattern.text.indexOf(this.#delimiter);
        this.#isDeleted = true;
        if (end === -1) return END;
        this.#pattern.text = this.#pattern.text.slice(end + 1);
        return { type: 'restart' };
      }
      case 'p':
        await this.#print(this.#pattern);
        return NEXT;
      case 'P':
        await this.#printFirstLine();
        return NEXT;
      case 'n':
      case 'N':
        return this.#nextLine(letter);
      case '=':
        await this.#write(`${this.#line}\n`);
        return NEXT;
      case 'l':
        await this.#write(`${visible(this.#pattern.text, this.#lineLength)}$\n`);
        return NEXT;
      case 'F':
        await this.#write(`${this.#input?.name ?? '-'}\n`);
        return NEXT;
      case 'z':
        this.#pattern.text = '';
        return NEXT;
      default:
        this.#exchange(letter);
        return NEXT;
    }
  }

  async #printFirstLine(): Promise<void> {
    const end = this.#pattern.text.indexOf(this.#delimiter);
    await this.#print(end === -1 ? this.#pattern : { text: this.#pattern.text.slice(0, end), isWhole: true });
  }

  async #nextLine(letter: string): Promise<Step> {
    if (await this.#input?.isLast()) return END;
    const former = this.#pattern;
    if (letter === 'n' && !this.#isQuiet) await this.#print(former);
    for (const text of this.#appended) await this.#write(text);
    this.#appended = [];
    await this.#read();
    if (letter === 'N') this.#pattern.text = former.text + this.#delimiter + this.#pattern.text;
    return NEXT;
  }

  #exchange(letter: string): void {
    if (letter === 'g') this.#pattern = { ...this.#hold };
    else if (letter === 'G') this.#pattern = this.#joined(this.#pattern, this.#hold);
    else if (letter === 'h') this.#hold = { ...this.#pattern };
    else if (letter === 'H') this.#hold = this.#joined(this.#hold, this.#pattern);
    else if (letter === 'x') [this.#pattern, this.#hold] = [this.#hold, this.#pattern];
  }

  #joined(first: Space, second: Space): Space {
    return { text: first.text + this.#delimiter + second.text, isWhole: second.isWhole };
  }

  async #substitute(substitution: SedSubstitution): Promise<void> {
    const expression = this.#expression(substitution.expression);
    expression.lastIndex = 0;
    let count = 0;
    let isChanged = false;
    const result = this.#pattern.text.replace(expression, (...parts: unknown[]) => {
      count += 1;
      const groups = parts.filter((part, index) => typeof part === 'string' || (part === undefined && index > 0)).slice(0, -1);
      const [match = ''] = parts as string[];
      if (count < substitution.number || (count > substitution.number && !substitution.isGlobal)) return match;
      isChanged = true;
      return replacementText(
        substitution.replacement,
        groups.map((group) => (typeof group === 'string' ? group : '')),
      );
    });
    if (!isChanged) return;
    this.#pattern.text = result;
    this.#hasSubstituted = true;
    if (substitution.isPrinting) await this.#print(this.#pattern);
    if (substitution.file !== null) await this.#file('w', substitution.file);
  }
}

function closeRanges(commands: readonly SedCommand[]): void {
  for (const { action, range } of commands) {
    range.isActive = false;
    if (action.type === 'block') closeRanges(action.commands);
  }
}
