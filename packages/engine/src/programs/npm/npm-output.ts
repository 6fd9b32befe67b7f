import type { SystemCalls } from '../../abi/system-calls.ts';
import type { Voice } from './managers/voice.ts';

export type LogLevel = 'silent' | 'error' | 'normal';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** The shortest time between two updates of the progress line, in milliseconds. */
const progressInterval = 80;

/** npm's output: results on descriptor 1, errors and warnings on 2, and one progress line on a terminal. */
export class NpmOutput {
  #hasProgressLine = false;
  #lastProgress = 0;
  #frame = 0;
  #pending: Promise<void> = Promise.resolve();
  readonly #isTerminal: boolean;
  readonly level: LogLevel;
  private readonly system: SystemCalls;
  private readonly now: () => number;
  readonly #voice: Voice;

  constructor({ system, level, now, voice }: { system: SystemCalls; level: LogLevel; now: () => number; voice: Voice }) {
    this.system = system;
    this.level = level;
    this.now = now;
    this.#voice = voice;
    this.#isTerminal = isTerminal(system, 2);
  }

  /** Writes to descriptor 1, with a newline. */
  print(text: string): void {
    this.#clearProgress();
    this.#write(1, `${text}\n`);
  }

  /** Writes text that npm adds around the result; suppressed by `--silent`. */
  note(text: string): void {
    if (this.level === 'normal') this.print(text);
  }

  warn(text: string): void {
    if (this.level === 'normal') this.#prefixed('warn', text);
  }

  error(text: string): void {
    if (this.level !== 'silent') this.#prefixed('error', text);
  }

  /** Writes the error that ended a run, with its code if it has one. */
  failure(code: string | null, lines: readonly string[]): void {
    if (this.level === 'silent') return;
    this.#clearProgress();
    const { descriptor, text } = this.#voice.failure(code, lines);
    this.#write(descriptor, text);
  }

  /** Writes a line to descriptor 2 at the normal level. */
  aside(text: string): void {
    this.#clearProgress();
    if (this.level === 'normal') this.#write(2, `${text}\n`);
  }

  /** Draws one line over itself, with a bar if there is a total. Without a terminal it does nothing, as in npm. */
  progress(text: string, done?: number, total?: number): void {
    if (!this.#isTerminal || this.level !== 'normal') return;
    const now = this.now();
    if (now - this.#lastProgress < progressInterval) return;
    this.#lastProgress = now;
    this.#frame = (this.#frame + 1) % frames.length;
    this.#write(2, `\r\x1b[K${frames[this.#frame] ?? ''} ${text}${drawBar(done, total)}`);
    this.#hasProgressLine = true;
  }

  /** Waits until all output was accepted. */
  async flush(): Promise<void> {
    this.#clearProgress();
    await this.#pending;
  }

  #prefixed(kind: 'warn' | 'error', text: string): void {
    this.#clearProgress();
    const { descriptor, text: said } = this.#voice.say(kind, text, this.#isTerminal);
    this.#write(descriptor, said);
  }

  #clearProgress(): void {
    if (!this.#hasProgressLine) return;
    this.#hasProgressLine = false;
    this.#write(2, '\r\x1b[K');
  }

  #write(descriptor: 1 | 2, text: string): void {
    const bytes = new TextEncoder().encode(text);
    // A reader that closed the pipe (`npm ls | head`) is not an error.
    this.#pending = this.#pending.then(() => writeAll(this.system, descriptor, bytes)).catch(() => undefined);
  }
}

const barWidth = 20;

function drawBar(done: number | undefined, total: number | undefined): string {
  if (done === undefined) return '';
  if (total === undefined) return ` (${done})`;
  const filled = Math.round((barWidth * done) / Math.max(1, total));
  return ` [${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${done}/${total}`;
}

async function writeAll(system: SystemCalls, descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.length; ) {
    offset += await system.async('write', descriptor, bytes.slice(offset), null);
  }
}

function isTerminal(system: SystemCalls, descriptor: number): boolean {
  try {
    return system.sync('isTerminal', descriptor);
  } catch {
    return false;
  }
}
