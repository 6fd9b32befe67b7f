import { deferredModule } from '../../ui/loading/deferred-module.ts';

export type MessageAids = typeof import('./message-aids.ts');

/** Loaded by the shell after hydration, or earlier on first use. */
export const messageAids = deferredModule<MessageAids>(() => import('./message-aids.ts'));
