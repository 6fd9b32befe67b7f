import childProcessFile from 'deferred:child-process-parts';
import { deferredPart } from '../../deferred/deferred-part.ts';

/** What begins a child: many programs ask for `child_process`, few of them start something. */
export const childProcessPart = deferredPart<typeof import('../../deferred/child-process-parts.ts')>(
  'child-process-parts',
  childProcessFile,
);
