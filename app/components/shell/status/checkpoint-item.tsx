import { useStore } from '@nanostores/react';
import { dateText } from '../../../lib/i18n/date-text.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $wantedChanges } from '../../../lib/stores/past.ts';
import { showTab } from '../../page/show-tab.ts';
import { Icon } from '../../ui/icon.tsx';

/** The time of the newest checkpoint, which is made at the start of each task. Opens the changes since then. */
export function CheckpointItem() {
  const { messageMeta } = useStore($chat, { keys: ['messageMeta'] });
  const newest = [...messageMeta.values()].at(-1);
  if (newest === undefined) return null;
  const time = dateText(newest.at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return (
    <button
      type="button"
      className="status-button tabular"
      aria-label={t('Checkpoint of {time}: show what has changed since', { time })}
      title={t('Checkpoint of {time}: show what has changed since', { time })}
      onClick={() => {
        $wantedChanges.set({ since: null, path: null });
        showTab('changes');
      }}
    >
      <Icon name="i-lucide-history" size={12} />
      {time}
    </button>
  );
}
