import { t } from '../../../../lib/i18n/t.ts';

export interface RepairedKey {
  key: string;
  /** What was around it, in words; null: nothing. */
  removed: string | null;
}

/** A key as it was meant: people paste a line of a file, quotes, `Bearer ` and blanks with it. The server repairs the same. */
export function repairKey(text: string): RepairedKey {
  const removed: string[] = [];
  let key = text;
  const take = (what: string, next: string) => {
    if (next === key) return;
    // Blanks that only something else has left are not worth a word.
    if (what !== '') removed.push(what);
    key = next;
  };
  take(text === text.trim() ? '' : t('blanks'), key.trim());
  take(t('the name of a variable'), key.replace(/^(?:export\s+)?[A-Z][A-Z0-9_]*=/, ''));
  take(t('quotes'), key.replace(/^(["'`])(.*)\1$/s, '$2'));
  take('“Bearer”', key.replace(/^Bearer\s+/i, ''));
  take('', key.trim());
  return { key, removed: removed.length === 0 ? null : removed.reduce((first, second) => t('{first} and {second}', { first, second })) };
}
