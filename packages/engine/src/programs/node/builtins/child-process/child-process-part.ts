import childProcessFile from 'deferred:child-process-parts';
import { deferredPart } from '../../deferred/deferred-part.ts';

/** The code that starts children, loaded on demand: many programs import `child_process`, but few start anything. */
export const childProcessPart = deferredPart<typeof import('../../deferred/child-process-parts.ts')>(
  'child-process-parts',
  childProcessFile,
);
