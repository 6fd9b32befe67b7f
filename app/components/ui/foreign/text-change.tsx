import './text-change.css';
import { diffLines } from 'diff';
import { useMemo } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { visibleLines } from '../text/visible-name.ts';

/** Limit in milliseconds for comparing untrusted texts. */
const LONGEST_DIFF = 200;

function changedLines(before: string, after: string) {
  const parts = diffLines(`${before}\n`, `${after}\n`, { timeout: LONGEST_DIFF }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return parts.flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ sign: added ? '+' : removed ? '-' : ' ', text: visibleLines(text) })),
  );
}

/** The differences between two untrusted texts, by line. */
export function TextChange({ before, after }: { before: string; after: string }) {
  const lines = useMemo(() => changedLines(before, after), [before, after]);
  return (
    <section
      aria-label={t('What has changed')}
      className="text-change scroll focus-inset"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
    >
      {lines.map(({ sign, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of two texts never change
        <p key={index} data-sign={sign}>
          {`${sign} ${text}`}
        </p>
      ))}
    </section>
  );
}
