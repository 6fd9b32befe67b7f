import { ownWords } from '../protocol/attachments/own-words.ts';
import type { ContentHash } from '../protocol/ids.ts';
import type { JournalRecord } from '../protocol/journal-event.ts';
import type { SessionNotice } from '../protocol/session-state.ts';
import { ATTACHMENTS, NEXT_TASK, PROGRAM_CALLS } from './past/shown-label.ts';

/** A state of the project's files that can be restored: the result of all journal records up to a position. */
export interface Checkpoint {
  /** The state is the one before the record with this number. */
  sequence: number;
  /** `task`: the agent started a run. `command`: the user ran a command. `restore`: the state before a restore. */
  kind: 'task' | 'command' | 'restore';
  /** The user's message or command, or the label of the restored checkpoint. */
  label: string;
  /** The user's own name for it; null if there is none. */
  bookmark: string | null;
  /** Milliseconds since the epoch. */
  at: number;
  /** Files that changed from here to the next checkpoint. */
  changedFiles: number;
  /** Files that differ from now, which a restore would change. */
  differs: number;
  /** Whether the work after this checkpoint is part of the current files; false for undone tasks. */
  ledToNow: boolean;
  /** The previous run paused at a guard's question, and this run continues the same task. */
  isContinued: boolean;
}

const LONGEST_LABEL = 120;
/** After a run that ended with such a notice, the next one continues its task. */
const CONTINUED: ReadonlySet<string> = new Set<SessionNotice['type']>(['failed-fix', 'loop', 'model-stopped']);

/** Every checkpoint of a chat, newest first. */
export function checkpointsOf(records: readonly JournalRecord[]): Checkpoint[] {
  const reader = new CheckpointReader();
  for (const record of records) reader.read(record);
  return reader.checkpoints();
}

/** The tasks that led to a state of the files, newest first. */
type Line = { sequence: number; earlier: Line } | null;

type Found = Omit<Checkpoint, 'changedFiles' | 'differs' | 'ledToNow' | 'bookmark'> & {
  /** For each file that has changed since then, its version at that time; undefined if it did not exist. */
  before: Map<string, ContentHash | undefined>;
  changedFiles: number;
};

/** Reads the journal in one pass. For each section between two checkpoints it keeps only the files that changed there. */
export class CheckpointReader {
  readonly #files = new Map<string, ContentHash>();
  readonly #found: Found[] = [];
  readonly #names = new Map<number, string>();
  /** Messages that wait for the end of a task, and the newest other message. */
  readonly #waiting: string[] = [];
  #newest: string | null = null;
  #line: Line = null;
  /** For each restore record, the tasks that produced the files before it. */
  readonly #lines = new Map<number, Line>();
  #isContinued = false;

  read({ event, sequence, at }: JournalRecord): void {
    switch (event.type) {
      case 'user-message': {
        const text = ownWords(event.message) || ATTACHMENTS;
        if (event.when === 'after-task') this.#waiting.push(text);
        else if (event.when === undefined) this.#newest = text;
        return;
      }
      case 'run-ended':
        this.#isContinued = CONTINUED.has(event.notice?.type ?? 'stopped');
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
        // Restoring only some files leaves the other work in effect.
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
    // From newest to oldest. Contains the version at that time of each file that differs from the current one.
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

  /** Counts the changes of the section that ends here. */
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
