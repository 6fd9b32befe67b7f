import { t } from '../../../../lib/i18n/t.ts';

export interface RepairedKey {
  key: string;
  /** A description of the removed text around the key; `null` if there was none. */
  removed: string | null;
}

/** Extracts the key from pasted text, such as a line of a file, with quotes, `Bearer ` or spaces. The server does the same. */
export function repairKey(text: string): RepairedKey {
  const removed: string[] = [];
  let key = text;
  const take = (what: string, next: string) => {
    if (next === key) return;
    // Spaces left over by another removal are not mentioned.
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
