import { lazy } from 'react';
import { untilLoaded } from './until-loaded.ts';

/**
 * Like `lazy`, for parts whose file may not load at once because the network is gone or the server is restarting. React would keep a
 * rejection for good and give up the whole page; here the part is retried, and its `Suspense` shows the fallback until then.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => untilLoaded(load));
