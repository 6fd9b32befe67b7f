import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $settings } from '../../lib/stores/settings.ts';
import { $runtime } from '../../lib/stores/workbench.ts';
import { runtimeName, runtimeText } from '../ui/text/runtime-text.ts';
import { TelemetryLog } from './telemetry-log.tsx';

function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? 'unknown' : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** Used and allowed storage of this origin, in words. */
function useStorageText(): string {
  const [text, setText] = useState('Counting…');
  useEffect(() => {
    let isCurrent = true;
    async function count() {
      // Absent where the page is not in a secure context.
      const estimate = await navigator.storage?.estimate();
      if (isCurrent) setText(estimate === undefined ? 'Not known' : `${megabytes(estimate.usage)} of ${megabytes(estimate.quota)}`);
    }
    count().catch(() => isCurrent && setText('Not known'));
    return () => {
      isCurrent = false;
    };
  }, []);
  return text;
}

/** What one would be asked for when something does not work. */
export function DiagnosticsSettings() {
  const runtime = useStore($runtime);
  const { runtimeHost } = useStore($settings, { keys: ['runtimeHost'] });
  const storage = useStorageText();
  const facts: [string, string][] = [
    ['Runtime', `${runtimeName(runtimeHost, runtime)} · ${runtimeText(runtime)}`],
    ['Cross-origin isolated', globalThis.crossOriginIsolated ? 'Yes' : 'No: the engine cannot start without it'],
    ['Shared memory', typeof SharedArrayBuffer === 'undefined' ? 'Missing' : 'Present'],
    ['Service workers', 'serviceWorker' in navigator ? 'Present' : 'Missing: previews cannot open'],
    ['Storage used', storage],
    ['Browser', navigator.userAgent],
    ['Build', import.meta.env.MODE],
  ];
  return (
    <>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="setting-row">
            <dt className="c-text-3">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <TelemetryLog />
    </>
  );
}
