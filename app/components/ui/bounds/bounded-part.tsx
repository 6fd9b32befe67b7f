import type { ReactNode } from 'react';
import { Boundary } from './boundary.tsx';
import { FailedPart } from './failed-part.tsx';

/** A part of the page whose render errors do not affect the rest. */
export function BoundedPart({ of = null, children }: { of?: unknown; children: ReactNode }) {
  return (
    <Boundary of={of} fallback={(failure, again) => <FailedPart failure={failure} onAgain={again} />}>
      {children}
    </Boundary>
  );
}
