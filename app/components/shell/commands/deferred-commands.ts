import { deferredModule } from '../../ui/loading/deferred-module.ts';

/** The list of commands with what answers keys. The shell asks for it once the page is alive. */
export const commandKeys = deferredModule(() => import('./command-keys.ts'));
