import { deferredModule } from '../../ui/loading/deferred-module.ts';

export type MessageAids = typeof import('./message-aids.ts');

/** The shell asks for them once the page is alive; what needs them before that, at that moment. */
export const messageAids = deferredModule<MessageAids>(() => import('./message-aids.ts'));
