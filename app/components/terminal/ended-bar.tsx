import './ended-bar.css';
import { useStore } from '@nanostores/react';
import { t } from '../../lib/i18n/t.ts';
import { $endedProcesses } from '../../lib/stores/terminals.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { endedName, endedSentence } from '../ui/text/ended-text.tsx';

/** Shown above the message box after a reload, or when the runtime has ended: what was running, with one button to restart everything. */
export function EndedBar() {
  const actions = useActions('terminals');
  const ended = useStore($endedProcesses);
  const [first, ...others] = ended;
  if (first === undefined) return null;
  return (
    <section aria-label={endedName(ended)} className="ended-bar">
      <Icon name="i-lucide-power-off" className="c-text-3" />
      <p className="ended-bar-text" title={ended.map(({ command }) => command).join('\n')}>
        {endedSentence(ended, <code>{first.command}</code>)}
      </p>
      <Button size={24} onClick={() => void actions.startAgain(ended)}>
        {others.length > 0 ? t('Start all again') : t('Start again')}
      </Button>
      <IconButton icon="i-lucide-x" label={t('Do not start it again')} iconSize={14} onClick={() => $endedProcesses.set([])} />
    </section>
  );
}
