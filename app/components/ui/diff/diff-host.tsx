import './diff-host.css';
import { forwardRef } from 'react';
import type { DiffLayout } from '../../../lib/editor/create-diff-view.ts';

/** The element that contains a diff. */
export const DiffHost = forwardRef<HTMLDivElement, { layout: DiffLayout }>(function DiffHost({ layout }, ref) {
  return <div ref={ref} className="diff-host" data-layout={layout} />;
});
