import { useState } from 'react';
import { Elapsed } from '../ui/elapsed.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { PREVIEW_TEXT } from './preview-text.ts';

/** Over a frame that is still white: what it waits for, and since when. It lets every click through. */
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
