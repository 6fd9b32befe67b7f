import { lazy } from 'react';
import { untilLoaded } from './until-loaded.ts';

/**
 * `lazy` for parts whose file may not come at once: the network is gone, or the server is being restarted. React keeps a rejection for good
 * and gives up the whole page for it; here the part is waited for, and its `Suspense` shows what it shows until then.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => untilLoaded(load));
