import type { PreviewMessage } from '../abi/preview-message.ts';
import type { MemorySample } from '../kernel/workers/memory-watch.ts';

/** The messages from the engine's page, which alone can open frames, to the kernel's worker. */
export type PageToKernel =
  /** The first message. `clients` are the ends of channels to pages that may boot the engine. */
  | { type: 'start'; origin: string; clients: MessagePort[] }
  /** `channel` speaks bridge-protocol.ts. */
  | { type: 'preview-bridge'; channel: MessagePort }
  | { type: 'preview-message'; message: PreviewMessage }
  | { type: 'first-worker-error'; message: string }
  /** Answers `measure-memory`. */
  | { type: 'memory'; sample: MemorySample };

/** The number (see process-worker-handle.ts) of the worker that the page has started. */
export const FIRST_WORKER_NUMBER = 1;

export interface PreviewScript {
  source: string;
  options: { type?: string; defer?: boolean; async?: boolean };
}

export type KernelToPage =
  /** `origin` is that of the port's preview. `isKept` means that the client has named it, and will find it again. */
  | { type: 'port-open'; port: number; origin: string; isKept: boolean }
  | { type: 'port-closed'; port: number }
  | ({ type: 'preview-script' } & PreviewScript)
  /** For the first process's worker, which the page has started. */
  | { type: 'first-worker-message'; message: unknown; transfer: Transferable[] }
  | { type: 'first-worker-end' }
  /** Only a page can measure it. */
  | { type: 'measure-memory' }
  /** The instance and its previews are gone. */
  | { type: 'teardown' };
