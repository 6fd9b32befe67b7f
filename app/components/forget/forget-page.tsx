import type { StorageKind } from 'devonz-engine-protocol/forget/origin-storage';
import { useCallback, useEffect, useRef, useState } from 'react';
import { buttonName } from '../../lib/button-names/button-name.ts';
import { browserForget } from '../../lib/forget/browser-forget.ts';
import { deleteEverything, type Forgotten } from '../../lib/forget/delete-everything.ts';
import { takeForgetPart } from '../../lib/forget/forget-address.ts';
import { t } from '../../lib/i18n/t.ts';
import { DATABASE_NAME } from '../../lib/protocol/storage-keys.ts';
import { Button } from '../ui/button.tsx';

type Progress = { state: 'looking' | 'nothing' | 'elsewhere' | 'working' } | { state: 'done'; forgotten: Forgotten };

/** Deletes everything if the user has confirmed it in this tab; says so if another tab does it. */
export function ForgetPage({ sandboxOrigin }: { sandboxOrigin: string }) {
  const [progress, setProgress] = useState<Progress>({ state: 'looking' });
  const hasStarted = useRef(false);
  const work = useCallback(async () => {
    setProgress({ state: 'working' });
    setProgress({ state: 'done', forgotten: await deleteEverything(browserForget(window, sandboxOrigin, DATABASE_NAME)) });
  }, [sandboxOrigin]);

  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const part = takeForgetPart(sessionStorage);
    // A tab can clear only its own session storage.
    if (part === 'elsewhere') sessionStorage.clear();
    if (part === 'here') void work();
    else setProgress({ state: part ?? 'nothing' });
  }, [work]);

  const { title, text } = WORDS[progress.state];
  const isWhole = progress.state === 'done' && isComplete(progress.forgotten);
  const isStuck = progress.state === 'done' && !isWhole;
  return (
    <main className="max-w-600px mt-[20vh] mx-auto px-24px">
      <h1 className="start-heading">{isStuck ? t('Not everything could be deleted') : title()}</h1>
      <div role="status" className="start-lede">
        {isStuck ? <LeftList forgotten={progress.forgotten} /> : <p>{text()}</p>}
        {isWhole && (
          <p>
            {t(
              'What lies outside of this browser is as it was: folders of your disk that a project was connected with, what you exported or downloaded, and what model providers and other servers have received.',
            )}
          </p>
        )}
      </div>
      <p className="flex gap-2">
        {isStuck && (
          <Button variant="ink" onClick={() => void work()}>
            {t('Try again')}
          </Button>
        )}
        {(progress.state === 'done' || progress.state === 'elsewhere' || progress.state === 'nothing') && (
          <a className="button button-secondary button-28 no-underline" href="/">
            {progress.state === 'nothing' ? t('Go to the first screen') : t('Start from scratch')}
          </a>
        )}
      </p>
    </main>
  );
}

const WORDS: Readonly<Record<Progress['state'], { title: () => string; text: () => string }>> = {
  looking: { title: () => t('Delete everything'), text: () => t('One moment…') },
  nothing: {
    title: () => t('Nothing was deleted'),
    text: () =>
      t('To delete what Devonz keeps in this browser, open Settings, Data and press “{button}”.', {
        button: buttonName('delete-everything'),
      }),
  },
  elsewhere: {
    title: () => t('Everything was deleted in another tab'),
    text: () => t('This tab has stopped: what it showed is gone, and nothing of it is kept any more.'),
  },
  working: { title: () => t('Deleting everything…'), text: () => t('Keep this tab open. Other tabs of Devonz stop now.') },
  done: { title: () => t('Everything was deleted'), text: () => t('Devonz keeps nothing in this browser any more.') },
};

function isComplete({ left, isServerDone, isEngineDone }: Forgotten): boolean {
  return left.length === 0 && isServerDone && isEngineDone;
}

const KINDS: Readonly<Record<StorageKind, () => string>> = {
  workers: () => t('service workers'),
  databases: () => t('the database of projects and chats'),
  caches: () => t('the offline copy'),
  files: () => t('private files of this site'),
  local: () => t('settings'),
  session: () => t('what this tab keeps'),
  cookies: () => t('cookies'),
};

function LeftList({ forgotten: { left, isServerDone, isEngineDone } }: { forgotten: Forgotten }) {
  const kinds = [...new Set(left.map(({ kind }) => kind))];
  return (
    <>
      <ul>
        {!isServerDone && (
          <li>{t('The server did not answer. Keys that you entered are in cookies, or with the server, and only it can delete them.')}</li>
        )}
        {!isEngineDone && <li>{t('What programs and previews have kept could not all be reached. That needs the server as well.')}</li>}
        {kinds.map((kind) => (
          <li key={kind}>{t('The browser did not delete: {what}.', { what: KINDS[kind]() })}</li>
        ))}
      </ul>
      <p>
        {t(
          'All else is gone. Try again; if it stays so, close all tabs of Devonz and delete the data of this site in the settings of your browser.',
        )}
      </p>
    </>
  );
}
