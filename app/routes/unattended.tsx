import { useRouteLoaderData } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { UnwatchedPreview } from '../components/preview/unwatched-preview.tsx';
import { t } from '../lib/i18n/t.ts';
import { errorMessage } from '../lib/protocol/error-message.ts';
import type { loader } from '../root.tsx';

/** The shell of the workbench is not shown on this page. */
export const handle = { isBare: true };

type Progress = { state: 'working' } | { state: 'done' } | { state: 'undriven' } | { state: 'failed'; message: string };

/**
 * A run without a window, for a program that started this browser (`npm run agent`): the workbench's services without its components. Only
 * the preview is shown, because the agent is notified of messages from the project's pages.
 */
export default function Unattended() {
  const config = useRouteLoaderData<typeof loader>('root');
  const [progress, setProgress] = useState<Progress>({ state: 'working' });
  const hasStarted = useRef(false);

  useEffect(() => {
    if (hasStarted.current || config === undefined) return;
    hasStarted.current = true;
    const start = async () => {
      const { startUnattended } = await import('../lib/unattended/start-unattended.client.ts');
      return startUnattended(config);
    };
    start().then(
      (wasDriven) => setProgress({ state: wasDriven ? 'done' : 'undriven' }),
      (error: unknown) => setProgress({ state: 'failed', message: errorMessage(error) }),
    );
  }, [config]);

  return (
    <main className="flex flex-col h-[100dvh]">
      <p role="status" className="empty-state">
        {sentenceOf(progress)}
      </p>
      {(progress.state === 'working' || progress.state === 'done') && <UnwatchedPreview />}
    </main>
  );
}

function sentenceOf(progress: Progress): string {
  switch (progress.state) {
    case 'working':
      return t('A task runs here without a window.');
    case 'done':
      return t('The task has ended.');
    case 'undriven':
      return t('Here tasks run that a program starts (npm run agent). There is nothing to do in a window.');
    case 'failed':
      return t('The task could not be run: {message}', { message: progress.message });
  }
}
