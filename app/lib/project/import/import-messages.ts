import type { Reason } from '../../protocol/texts/reason.ts';
import type { ImportPlan, LeftOut } from './import-plan.ts';
import type { ReadBatch } from './import-reader.ts';
import type { ImportSource } from './import-source.ts';

/** From the page to the worker that reads an import. */
export type ToImportWorker =
  /** `helpers`: ports to the workers that were asked to help. */
  | { type: 'open'; source: ImportSource; helpers: readonly MessagePort[] }
  /** Compresses for another import worker instead of reading a source. */
  | { type: 'help'; port: MessagePort }
  | { type: 'plan'; withIgnored: boolean }
  | { type: 'read' }
  /** The previous batch has been stored. */
  | { type: 'next' };

export type FromImportWorker =
  /** The worker is ready to help. */
  | { type: 'helping' }
  | { type: 'planned'; plan: ImportPlan }
  | { type: 'batch'; batch: ReadBatch }
  | { type: 'done'; damaged: readonly LeftOut[] }
  | { type: 'failed'; reason: Reason };
