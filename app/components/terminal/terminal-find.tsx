import { useEffect, useState } from 'react';
import { numberText } from '../../lib/i18n/number-text.ts';
import { t } from '../../lib/i18n/t.ts';
import { FindBar } from '../ui/find/find-bar.tsx';
import type { FindOptions, FoundMatches, ScreenFinder } from './screen/screen-finder.ts';

interface TerminalFindProps {
  /** The finder of the shown terminal. */
  finder: ScreenFinder;
  serial: number;
  onClose: () => void;
}

const NONE: FoundMatches = { current: null, count: 0, isCut: false };

/** The search bar above the screen: searches the whole scrollback, newest first. */
export function TerminalFind({ finder, serial, onClose }: TerminalFindProps) {
  const [query, setQuery] = useState('');
  const [options, setOptions] = useState<FindOptions>({ caseSensitive: false, wholeWord: false });
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    const stop = finder.onFound(setFound);
    return () => {
      stop();
      finder.end();
    };
  }, [finder]);
  useEffect(() => {
    if (query === '') finder.end();
    else finder.find(query, 'typed', options);
  }, [finder, query, options]);
  const isAsked = query !== '';
  const go = (direction: 'older' | 'newer') => () => {
    if (isAsked) finder.find(query, direction, options);
  };
  const toggle = (key: keyof FindOptions) => () => setOptions({ ...options, [key]: !options[key] });
  const total = `${numberText(found.count)}${found.isCut ? '+' : ''}`;
  return (
    <FindBar
      label={t('Find in the terminal')}
      queryLabel={t('Find')}
      query={query}
      onQuery={setQuery}
      switches={[
        { label: t('Match case'), icon: 'i-lucide-case-sensitive', isOn: options.caseSensitive, onSwitch: toggle('caseSensitive') },
        { label: t('Whole word'), icon: 'i-lucide-whole-word', isOn: options.wholeWord, onSwitch: toggle('wholeWord') },
      ]}
      count={
        !isAsked
          ? ''
          : found.count === 0
            ? t('No matches')
            : found.current === null
              ? total
              : t('{current} of {count}', { current: numberText(found.current + 1), count: total })
      }
      isMissing={isAsked && found.count === 0}
      above={{ label: t('Match above (Enter)'), onGo: go('older') }}
      below={{ label: t('Match below (Shift+Enter)'), onGo: go('newer') }}
      close={{ label: t('Close (Escape)'), onClose }}
      serial={serial}
    />
  );
}
