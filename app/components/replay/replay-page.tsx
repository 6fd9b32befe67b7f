import './replay-page.css';
import { useEffect, useRef, useState } from 'react';
import { numberText } from '../../lib/i18n/number-text.ts';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { errorMessage } from '../../lib/protocol/error-message.ts';
import { REPORT_ID, type ReplayDifference, type ReplayReport } from '../../lib/replay/replay-report.ts';
import type { Session } from '../../lib/session-file/session-file-schema.ts';
import type { WorkbenchOptions } from '../../lib/workbench/ports/browser-workbench-ports.ts';
import { Button } from '../ui/button.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { useEarlyPress } from '../ui/loading/use-early-press.ts';

type Progress =
  | { state: 'empty' }
  | { state: 'reading' }
  | { state: 'read'; session: Session }
  | { state: 'running'; session: Session }
  | { state: 'done'; report: ReplayReport }
  | { state: 'failed'; message: string };

const KINDS: Record<ReplayDifference['kind'], () => string> = {
  'call-status': () => t('Ended otherwise'),
  'call-output': () => t('Another result'),
  approval: () => t('Asked about'),
  'call-missing': () => t('Not made'),
  'call-added': () => t('Not made then'),
  messages: () => t('Other messages'),
  file: () => t('Another file'),
  run: () => t('The run ended otherwise'),
  'step-missing': () => t('Not asked for'),
  'left-out': () => t('Left out'),
};

/** Replays a recorded session in this page, without a model, and lists the differences. */
export function ReplayPage({ options }: { options: WorkbenchOptions }) {
  const [progress, setProgress] = useState<Progress>({ state: 'empty' });
  useEarlyPress();
  const fail = (error: unknown) => setProgress({ state: 'failed', message: errorMessage(error) });

  async function choose(file: File): Promise<void> {
    setProgress({ state: 'reading' });
    const { readReplayFile } = await import('../../lib/replay/start-replay.client.ts');
    setProgress({ state: 'read', session: await readReplayFile(file) });
  }
  async function run(session: Session): Promise<void> {
    setProgress({ state: 'running', session });
    const { startReplay } = await import('../../lib/replay/start-replay.client.ts');
    setProgress({ state: 'done', report: await startReplay(session, options) });
  }
  return (
    <main className="replay">
      <h1 className="dialog-title pb-2">{t('Replay a session')}</h1>
      <p className="c-text-2 pb-3">
        {t(
          'An exported session runs again here: the models say what they said, you answer as you did, and its commands run in a sandbox that holds nothing of yours. Whatever turns out differently is listed.',
        )}
      </p>
      {progress.state !== 'read' && progress.state !== 'running' ? (
        <FileButton
          variant={progress.state === 'done' ? 'secondary' : 'ink'}
          icon="i-lucide-upload"
          field={t('Session file')}
          accept=".zip,application/zip"
          isBusy={progress.state === 'reading'}
          onFile={(file) => void choose(file).catch(fail)}
        >
          {t('Choose a session file')}
        </FileButton>
      ) : null}
      <div role="status" aria-label={t('Replay')} className="pt-3">
        {progress.state === 'failed' && <p className="notice-line c-red">{progress.message}</p>}
        {progress.state === 'running' && (
          <p className="c-text-2">{t('“{title}” runs again …', { title: progress.session.header.title })}</p>
        )}
        {progress.state === 'done' && <Report report={progress.report} />}
      </div>
      {progress.state === 'read' && <Ready session={progress.session} onRun={() => void run(progress.session).catch(fail)} />}
    </main>
  );
}

function Ready({ session, onRun }: { session: Session; onRun: () => void }) {
  const next = useRef<HTMLButtonElement>(null);
  // The file button that had the focus has been removed.
  useEffect(() => next.current?.focus(), []);
  return (
    <>
      <p className="font-medium pb-2">{t('“{label}”', { label: session.header.title })}</p>
      <p className="c-text-2 pb-3">
        {t('{records}, {versions}.', {
          records: plural(session.header.records, { one: '{count} record', other: '{count} records' }),
          versions: plural(session.header.contents, { one: '{count} version of a file', other: '{count} versions of files' }),
        })}
      </p>
      <Button ref={next} variant="ink" icon="i-lucide-play" onClick={onRun}>
        {t('Run it again')}
      </Button>
    </>
  );
}

function Report({ report }: { report: ReplayReport }) {
  const { title, messages, steps, calls, files, differences } = report;
  return (
    <>
      <p className="font-medium">
        {differences.length === 0
          ? t('“{title}”: nothing differs', { title })
          : plural(differences.length, { one: '“{title}”: {count} difference', other: '“{title}”: {count} differences' }, { title })}
      </p>
      <p className="c-text-2 pb-3">
        {t('{messages}, {steps}, {calls}, {files}, in {seconds} s.', {
          messages: plural(messages, { one: '{count} message', other: '{count} messages' }),
          steps: plural(steps, { one: '{count} step', other: '{count} steps' }),
          calls: plural(calls, { one: '{count} call', other: '{count} calls' }),
          files: plural(files, { one: '{count} file', other: '{count} files' }),
          seconds: numberText(report.milliseconds / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
        })}
      </p>
      {differences.length > 0 && (
        <table className="replay-differences" aria-label={t('Differences')}>
          <thead>
            <tr>
              <th scope="col">{t('What')}</th>
              <th scope="col">{t('Recorded')}</th>
              <th scope="col">{t('Now')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ kind, subject, was, is }) => (
              <tr key={`${kind} ${subject}`}>
                <th scope="row">
                  {KINDS[kind]()}
                  <div className="mono c-text-3">{subject}</div>
                </th>
                <td className="mono">{was}</td>
                <td className="mono">{is}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {/* For `npm run replay`, which controls this page. */}
      <pre hidden id={REPORT_ID}>
        {JSON.stringify(report)}
      </pre>
    </>
  );
}
