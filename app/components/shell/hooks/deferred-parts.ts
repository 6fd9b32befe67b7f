import { deferredModule } from '../../ui/loading/deferred-module.ts';

export type PageParts = typeof import('../page-parts.ts');

/** Asked for once the page is alive. */
export const pageParts = deferredModule<PageParts>(() => import('../page-parts.ts'));
