import type { ContentHash } from '../protocol/ids.ts';
import type { JournalRecord } from '../protocol/journal-event.ts';
import { NEXT_TASK, PROGRAM_CALLS } from './past/shown-label.ts';

/** A state of the project's files that one can go back to: all the journal tells up to a record. */
export interface Checkpoint {
  /** The files are what they were before the record with this number. */
  sequence: number;
  /** `task`: a run of the agent began. `command`: the user ran one. `restore`: what was there before the user went back. */
  kind: 'task' | 'command' | 'restore';
  /** The user's message or command, or the label of what was restored. */
  label: string;
  /** The user's own name for it; null: none. */
  bookmark: string | null;
  /** Milliseconds since the epoch. */
  at: number;
  /** Files that changed from here to the next checkpoint. */
  changedFiles: number;
  /** Files that differ from now: what restoring would change. */
  differs: number;
  /** What was done after it is part of what the files are now; false for tasks that were taken back. */
  ledToNow: boolean;
  /** The run before paused at a question of a guard, and this one is about the same task. */
  isContinued: boolean;
}

const LONGEST_LABEL = 120;

/** Every checkpoint of a chat, newest first. */
export function checkpointsOf(records: readonly JournalRecord[]): Checkpoint[] {
  const reader = new CheckpointReader();
  for (const record of records) reader.read(record);
  return reader.checkpoints();
}

/** The tasks that led to a state of the files, the newest first. */
type Line = { sequence: number; earlier: Line } | null;

type Found = Omit<Checkpoint, 'changedFiles' | 'differs' | 'ledToNow' | 'bookmark'> & {
  /** What each file that changed since was then; undefined: not there. */
  before: Map<string, ContentHash | undefined>;
  changedFiles: number;
};

/** One pass over the journal; of each stretch between two checkpoints it keeps only the files that changed in it. */
export class CheckpointReader {
  readonly #files = new Map<string, ContentHash>();
  readonly #found: Found[] = [];
  readonly #names = new Map<number, string>();
  /** Messages that wait for the end of a task, and the newest other one. */
  readonly #waiting: string[] = [];
  #newest: string | null = null;
  #line: Line = null;
  /** By the record of a restoring: what had led to the files before it. */
  readonly #lines = new Map<number, Line>();
  #isContinued = false;

  read({ event, sequence, at }: JournalRecord): void {
    switch (event.type) {
      case 'user-message': {
        const text = event.message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
        if (event.when === 'after-task') this.#waiting.push(text);
        else if (event.when === undefined) this.#newest = text;
        return;
      }
      case 'run-ended':
        this.#isContinued = event.notice?.type === 'failed-fix' || event.notice?.type === 'loop';
        return;
      case 'run-started': {
        const label = this.#newest ?? (event.isBeside === true ? PROGRAM_CALLS : (this.#waiting.shift() ?? NEXT_TASK));
        this.#newest = null;
        this.#add({ sequence, at, kind: 'task', label: labelOf(label), isContinued: this.#isContinued });
        this.#line = { sequence, earlier: this.#line };
        return;
      }
      case 'user-command-started':
        this.#add({ sequence, at, kind: 'command', label: labelOf(event.command), isContinued: false });
        return;
      case 'checkpoint-restored':
        this.#add({ sequence, at, kind: 'restore', label: event.label, isContinued: false });
        this.#lines.set(sequence, this.#line);
        // A few files that go back leave the rest of what was done.
        if (event.paths === undefined) this.#line = this.#lineBefore(event.sequence);
        return;
      case 'checkpoint-named':
        this.#names.set(event.sequence, event.name);
        return;
      case 'file-changed':
        this.#change(event.path, event.hash);
        return;
      case 'file-removed':
        this.#change(event.path, undefined);
        return;
      default:
    }
  }

  checkpoints(): Checkpoint[] {
    this.#close();
    // From the newest back: what the files were then, where that is not what they are now.
    const differing = new Map<string, ContentHash | undefined>();
    const ledToNow = new Set<number>();
    for (let line = this.#line; line !== null; line = line.earlier) ledToNow.add(line.sequence);
    return this.#found.toReversed().map(({ before, ...checkpoint }) => {
      for (const [path, hash] of before) {
        if (this.#files.get(path) === hash) differing.delete(path);
        else differing.set(path, hash);
      }
      const bookmark = this.#names.get(checkpoint.sequence) || null;
      return { ...checkpoint, bookmark, differs: differing.size, ledToNow: ledToNow.has(checkpoint.sequence) };
    });
  }

  #lineBefore(sequence: number): Line {
    const kept = this.#lines.get(sequence);
    if (kept !== undefined) return kept;
    let line = this.#line;
    while (line !== null && line.sequence >= sequence) line = line.earlier;
    return line;
  }

  #add(found: Omit<Found, 'before' | 'changedFiles'>): void {
    this.#close();
    this.#found.push({ ...found, before: new Map(), changedFiles: 0 });
  }

  /** Counts what the stretch that ends here has changed. */
  #close(): void {
    const last = this.#found.at(-1);
    if (last !== undefined) last.changedFiles = [...last.before].filter(([path, hash]) => this.#files.get(path) !== hash).length;
  }

  #change(path: string, hash: ContentHash | undefined): void {
    const last = this.#found.at(-1);
    if (last !== undefined && !last.before.has(path)) last.before.set(path, this.#files.get(path));
    if (hash === undefined) this.#files.delete(path);
    else this.#files.set(path, hash);
  }
}

function labelOf(message: string): string {
  const line = message.trim().split('\n', 1)[0] ?? '';
  return line.length > LONGEST_LABEL ? `${line.slice(0, LONGEST_LABEL - 1)}…` : line;
}
