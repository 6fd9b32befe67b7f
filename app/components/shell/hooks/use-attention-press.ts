import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $attentionPress, type AttentionReason } from '../../../lib/attention/attention-store.ts';
import { onFrame } from '../../../lib/frames/on-frame.ts';
import { $narrowPane } from '../../../lib/stores/workbench.ts';
import { focusFirst, MESSAGE_BOX, WAITING_QUESTION } from '../../ui/hooks/focus-first.ts';

/** Where to answer, by reason; all other reasons are answered in the message box. */
const PLACES: Partial<Record<AttentionReason, string>> = {
  approval: WAITING_QUESTION,
  host: '[data-host-question]',
  storage: '[data-full-storage]',
};

/** Moves the focus to the reason for a notification that the user pressed. */
export function useAttentionPress(): void {
  const reason = useStore($attentionPress);
  useEffect(() => {
    if (reason === null) return;
    $attentionPress.set(null);
    $narrowPane.set('chat');
    // In a narrow window, the pane is shown by then.
    onFrame(() => focusFirst(PLACES[reason] ?? MESSAGE_BOX));
  }, [reason]);
}
