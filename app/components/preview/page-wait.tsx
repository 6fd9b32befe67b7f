import { useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { Elapsed } from '../ui/elapsed.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** Covers a frame that is still white: says what it waits for, and for how long. Does not intercept clicks. */
export function PageWait({ port }: { port: number }) {
  const [since] = useState(() => Date.now());
  return (
    <p role="status" className="preview-wait">
      <Spinner />
      {t('Starting… Port {port} is open, its page is on its way.', { port })}
      <span className="c-text-3" aria-hidden="true">
        <Elapsed since={since} />
      </span>
    </p>
  );
}
