import { numberText } from '../i18n/number-text.ts';
import { t } from '../i18n/t.ts';

const MOST_NAMED = 10;

/** The notice about files whose contents are in no storage. */
export function missingFilesText(paths: readonly string[]): string {
  const names = paths.slice(0, MOST_NAMED);
  if (paths.length > MOST_NAMED) names.push(t('{count} more', { count: numberText(paths.length - MOST_NAMED) }));
  return t(
    'Missing from this browser’s storage: {names}. No other chat, no text that is kept here and no connected folder has what was in it. Earlier versions may be in the timeline of the chat.',
    { names: names.join(', ') },
  );
}
