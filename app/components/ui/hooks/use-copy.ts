import { useCallback, useEffect, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { $announcement } from '../../../lib/stores/workbench.ts';
import { notCopiedText } from '../text/not-copied-text.ts';

/** `refused` stays until the next try: an alternative for the user is shown meanwhile. */
type CopyState = 'ready' | 'copied' | 'refused';

/** Milliseconds for which a button shows that it has copied. */
const SHOWN_MS = 2_000;

/** Copies text to the clipboard, and announces whether that worked. An insecure page has no clipboard. */
export function useCopy(): { state: CopyState; copy: (text: string) => Promise<void> } {
  const [state, setState] = useState<CopyState>('ready');
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('ready'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = useCallback(async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
      $announcement.set(t('Copied'));
    } catch {
      setState('refused');
      $announcement.set(notCopiedText());
    }
  }, []);
  return { state, copy };
}
