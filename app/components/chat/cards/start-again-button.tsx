import { t } from '../../../lib/i18n/t.ts';
import type { EndedProcess } from '../../../lib/stores/terminals.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';

export function StartAgainButton({ ended }: { ended: EndedProcess }) {
  const actions = useActions('terminals');
  return (
    <WorkButton
      size={24}
      aria-label={t('Start {command} again', { command: ended.command })}
      onClick={() => void actions.startAgain([ended])}
    >
      {t('Start again')}
    </WorkButton>
  );
}
