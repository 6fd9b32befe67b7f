import './replay-page.css';
import { useState } from 'react';
import { errorMessage } from '../../lib/protocol/error-message.ts';
import { REPORT_ID, type ReplayDifference, type ReplayReport } from '../../lib/replay/replay-report.ts';
import type { Session } from '../../lib/session-file/session-file-schema.ts';
import type { WorkbenchOptions } from '../../lib/workbench/start-workbench.client.ts';
import { Button } from '../ui/button.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { plural } from '../ui/text/plural.ts';

type Progress =
  | { state: 'empty' }
  | { state: 'reading' }
  | { state: 'read'; session: Session }
  | { state: 'running'; session: Session }
  | { state: 'done'; report: ReplayReport }
  | { state: 'failed'; message: string };

const KINDS: Record<ReplayDifference['kind'], string> = {
  'call-status': 'Ended otherwise',
  'call-output': 'Another result',
  approval: 'Asked about',
  'call-missing': 'Not made',
  'call-added': 'Not made then',
  messages: 'Other messages',
  file: 'Another file',
  run: 'The run ended otherwise',
  'step-missing': 'Not asked for',
  'left-out': 'Left out',
};

/** Runs a recorded session again in this page, without a model, and lists what came out otherwise. */
export function ReplayPage({ options }: { options: WorkbenchOptions }) {
  const [progress, setProgress] = useState<Progress>({ state: 'empty' });
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
      <h1 className="dialog-title pb-2">Replay a session</h1>
      <p className="c-text-2 pb-3">
        An exported session runs again here: the models say what they said, you answer as you did, and its commands run in a sandbox that
        holds nothing of yours. What comes out otherwise is listed.
      </p>
      {progress.state === 'empty' || progress.state === 'failed' || progress.state === 'reading' ? (
        <FileButton
          variant="ink"
          icon="i-lucide-upload"
          field="Session file"
          accept=".zip,application/zip"
          isBusy={progress.state === 'reading'}
          onFile={(file) => void choose(file).catch(fail)}
        >
          Choose a session file
        </FileButton>
      ) : null}
      <div role="status" aria-label="Replay" className="pt-3">
        {progress.state === 'failed' && <p className="notice-line c-red">{progress.message}</p>}
        {progress.state === 'running' && <p className="c-text-2">“{progress.session.header.title}” runs again …</p>}
        {progress.state === 'done' && <Report report={progress.report} />}
      </div>
      {progress.state === 'read' && <Ready session={progress.session} onRun={() => void run(progress.session).catch(fail)} />}
    </main>
  );
}

function Ready({ session, onRun }: { session: Session; onRun: () => void }) {
  return (
    <>
      <p className="font-medium pb-2">“{session.header.title}”</p>
      <p className="c-text-2 pb-3">
        {session.header.records} records, {session.header.contents} versions of files.
      </p>
      <Button variant="ink" icon="i-lucide-play" onClick={onRun}>
        Run it again
      </Button>
    </>
  );
}

function Report({ report }: { report: ReplayReport }) {
  const { title, messages, steps, calls, files, differences } = report;
  return (
    <>
      <p className="font-medium">
        “{title}”: {differences.length === 0 ? 'nothing differs' : plural(differences.length, 'difference')}
      </p>
      <p className="c-text-2 pb-3">
        {messages} messages, {steps} steps, {calls} calls, {files} files, in {(report.milliseconds / 1000).toFixed(1)} s.
      </p>
      {differences.length > 0 && (
        <table className="replay-differences" aria-label="Differences">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Recorded</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ kind, subject, was, is }) => (
              <tr key={`${kind} ${subject}`}>
                <th scope="row">
                  {KINDS[kind]}
                  <div className="mono c-text-3">{subject}</div>
                </th>
                <td className="mono">{was}</td>
                <td className="mono">{is}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {/* For `npm run replay`, which drives this page. */}
      <pre hidden id={REPORT_ID}>
        {JSON.stringify(report)}
      </pre>
    </>
  );
}
