import { deferredModule } from '../../ui/loading/deferred-module.ts';

export type PageParts = typeof import('../page-parts.ts');

/** Loaded after hydration. */
export const pageParts = deferredModule<PageParts>(() => import('../page-parts.ts'));
