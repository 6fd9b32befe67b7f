import './other-tab-bar.css';
import { useStore } from '@nanostores/react';
import { buttonName } from '../../../lib/button-names/button-name.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $otherTab } from '../../../lib/stores/other-tab.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { OTHER_TAB_REASON_ID } from '../../ui/hooks/use-reading-only.ts';

/** Says that another tab works on this project, and offers to continue in this one. */
export function OtherTabBar() {
  const actions = useActions('tabs');
  const other = useStore($otherTab);
  if (other.state === 'none') return null;
  const isLettingGo = other.state === 'lets-go';
  return (
    <section aria-label={t('Another tab')} className="other-tab-bar">
      <p role="status" id={OTHER_TAB_REASON_ID}>
        <strong>
          {isLettingGo
            ? t('The other tab lets go of this project…')
            : other.isSilent
              ? t('The other tab with this project no longer answers.')
              : t('This project is open in another tab.')}
        </strong>{' '}
        {t('You can read and copy here. Used here, the agent continues in this tab, and what runs in the other one ends.')}
      </p>
      <Button size={24} disabled={isLettingGo} onClick={() => void actions.workHere()}>
        {buttonName('use-it-here')}
      </Button>
    </section>
  );
}
