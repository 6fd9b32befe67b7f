import type { JournalStore } from '../../persistence/journal-store.ts';
import type { ProjectMirror } from '../../project/project-mirror.ts';
import type { ChatId } from '../../protocol/ids.ts';
import { type Checkpoint, CheckpointReader } from '../checkpoints.ts';
import type { PastStep } from './past-step.ts';
import { StepReader } from './step-reader.ts';

/** The project's history from a chat's journal: checkpoints, and the changes of each step. */
export interface ProjectPast {
  /** Newest first. */
  checkpoints: readonly Checkpoint[];
  /** In order. */
  steps: readonly PastStep[];
}

interface Read {
  chatId: ChatId;
  /** Sequence number of the next record. */
  next: number;
  checkpoints: CheckpointReader;
  steps: StepReader;
}

/** Reads the open chat's history; later calls read only the new records. */
export function createPastReader({ journal, mirror }: { journal: Pick<JournalStore, 'load'>; mirror: Pick<ProjectMirror, 'settled'> }) {
  let known: Read | null = null;
  let tail: Promise<unknown> = Promise.resolve();
  const read = async (chatId: ChatId): Promise<ProjectPast> => {
    await mirror.settled();
    const of = known?.chatId === chatId ? known : { chatId, next: 0, checkpoints: new CheckpointReader(), steps: new StepReader() };
    for (const record of (await journal.load(chatId, of.next)).records) {
      of.checkpoints.read(record);
      of.steps.read(record);
      of.next = record.sequence + 1;
    }
    known = of;
    return { checkpoints: of.checkpoints.checkpoints(), steps: of.steps.steps() };
  };
  /** One call after another, so that no record is read twice. */
  return (chatId: ChatId): Promise<ProjectPast> => {
    const done = tail.then(() => read(chatId));
    tail = done.catch(() => undefined);
    return done;
  };
}
