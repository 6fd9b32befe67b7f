import { useState } from 'react';
import { Elapsed } from '../ui/elapsed.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { PREVIEW_TEXT } from './preview-text.ts';

/** Covers a frame that is still white: says what it waits for, and for how long. Does not intercept clicks. */
export function PageWait({ port }: { port: number }) {
  const [since] = useState(() => Date.now());
  return (
    <p role="status" className="preview-wait">
      <Spinner />
      {PREVIEW_TEXT.waiting(port)}
      <span className="c-text-3" aria-hidden="true">
        <Elapsed since={since} />
      </span>
    </p>
  );
}
