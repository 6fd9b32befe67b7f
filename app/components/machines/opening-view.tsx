import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $opening } from '../../lib/stores/machines/own-computer.ts';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { visibleLines } from '../ui/text/visible-name.ts';
import { FoundFacts } from './found-facts.tsx';
import { OpeningQuestion } from './opening-question.tsx';

/** The progress of a connection or a test, what it asks, and what came of it. */
export function OpeningView() {
  const opening = useStore($opening);
  const end = useRef<HTMLDivElement>(null);
  const failure = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (opening.state !== 'none') end.current?.scrollIntoView?.({ block: 'nearest' });
    // The button that was pressed is disabled meanwhile, so the focus may be nowhere.
    failure.current?.focus();
  }, [opening]);
  return (
    <div ref={end}>
      <div role="log" aria-label={t('Progress')}>
        {opening.state === 'running' && (
          <ol className="opening c-text-2">
            {opening.notes.map((note, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: notes are only appended
              <li key={index}>{visibleLines(note)}</li>
            ))}
            {opening.question === null && (
              <li className="status-item">
                <Spinner />
                {opening.isTest ? t('Testing…') : t('Connecting…')}
              </li>
            )}
          </ol>
        )}
        {opening.state === 'found' && <FoundFacts found={opening.found} />}
      </div>
      {opening.state === 'running' && opening.question !== null && (
        <div className="opening mt-8px">
          <OpeningQuestion key={opening.question.id} question={opening.question} />
        </div>
      )}
      {opening.state === 'failed' && (
        <p ref={failure} role="alert" tabIndex={-1} className="opening c-red whitespace-pre-wrap">
          <span>
            <Icon name="i-lucide-circle-x" />{' '}
            {opening.isTest
              ? t('The test failed. {why}', { why: visibleLines(opening.why) })
              : t('It was not connected. {why}', { why: visibleLines(opening.why) })}
          </span>
        </p>
      )}
    </div>
  );
}
