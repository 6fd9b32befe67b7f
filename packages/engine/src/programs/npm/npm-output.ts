import type { SystemCalls } from '../../abi/system-calls.ts';

export type LogLevel = 'silent' | 'error' | 'normal';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** Shortest time between two pictures of the progress line, in milliseconds. */
const progressInterval = 80;

/** npm's voice: results on descriptor 1, errors and warnings on 2, and one line of progress on a terminal. */
export class NpmOutput {
  #hasProgressLine = false;
  #lastProgress = 0;
  #frame = 0;
  #pending: Promise<void> = Promise.resolve();
  readonly #isTerminal: boolean;

  constructor(
    private readonly system: SystemCalls,
    readonly level: LogLevel,
    private readonly now: () => number,
  ) {
    this.#isTerminal = isTerminal(system, 2);
  }

  /** To descriptor 1, followed by a line end. */
  print(text: string): void {
    this.#clearProgress();
    this.#write(1, `${text}\n`);
  }

  /** What npm adds around the result; `--silent` keeps it away. */
  note(text: string): void {
    if (this.level === 'normal') this.print(text);
  }

  warn(text: string): void {
    if (this.level === 'normal') this.#prefixed('warn', text);
  }

  error(text: string): void {
    if (this.level !== 'silent') this.#prefixed('error', text);
  }

  /** One line that is drawn over itself; with a total as a bar. Not on a terminal: nothing, as npm does it. */
  progress(text: string, done?: number, total?: number): void {
    if (!this.#isTerminal || this.level !== 'normal') return;
    const now = this.now();
    if (now - this.#lastProgress < progressInterval) return;
    this.#lastProgress = now;
    this.#frame = (this.#frame + 1) % frames.length;
    this.#write(2, `\r\x1b[K${frames[this.#frame] ?? ''} ${text}${drawBar(done, total)}`);
    this.#hasProgressLine = true;
  }

  /** Waits until all that was said has been taken. */
  async flush(): Promise<void> {
    this.#clearProgress();
    await this.#pending;
  }

  #prefixed(kind: 'warn' | 'error', text: string): void {
    this.#clearProgress();
    const label = this.#isTerminal ? `npm ${kind === 'warn' ? '\x1b[33mwarn\x1b[39m' : '\x1b[31merror\x1b[39m'}` : `npm ${kind}`;
    this.#write(
      2,
      text
        .split('\n')
        .map((line) => `${label} ${line}`.trimEnd())
        .join('\n')
        .concat('\n'),
    );
  }

  #clearProgress(): void {
    if (!this.#hasProgressLine) return;
    this.#hasProgressLine = false;
    this.#write(2, '\r\x1b[K');
  }

  #write(descriptor: 1 | 2, text: string): void {
    const bytes = new TextEncoder().encode(text);
    // A reader that went away (`npm ls | head`) is no reason to fail.
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
