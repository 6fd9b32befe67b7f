import type { Reason } from '../../protocol/texts/reason.ts';
import type { ImportPlan, LeftOut } from './import-plan.ts';
import type { ReadBatch } from './import-reader.ts';
import type { ImportSource } from './import-source.ts';

/** From the page to the worker that reads an import. */
export type ToImportWorker =
  /** `helpers`: the ways to workers that were asked to help. */
  | { type: 'open'; source: ImportSource; helpers: readonly MessagePort[] }
  /** Instead of reading, to pack what another such worker reads. */
  | { type: 'help'; port: MessagePort }
  | { type: 'plan'; withIgnored: boolean }
  | { type: 'read' }
  /** The batch before has been stored. */
  | { type: 'next' };

export type FromImportWorker =
  /** It helps. */
  | { type: 'helping' }
  | { type: 'planned'; plan: ImportPlan }
  | { type: 'batch'; batch: ReadBatch }
  | { type: 'done'; damaged: readonly LeftOut[] }
  | { type: 'failed'; reason: Reason };
