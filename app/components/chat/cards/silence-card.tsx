import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { buttonName } from '../../../lib/button-names/button-name.ts';
import { numberText } from '../../../lib/i18n/number-text.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $silence } from '../../../lib/stores/chat.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { CardFrame } from '../../ui/card-frame.tsx';
import { Icon } from '../../ui/icon.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';

/** Returns the seconds since then, updated every second. */
function useSecondsSince(since: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.round((now - since) / 1_000));
}

function lengthText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds >= 60 ? `${numberText(Math.round(seconds / 6) / 10)} min` : `${seconds} s`;
}

function OpenSilence({ since, endsAt }: { since: number; endsAt: number }) {
  const actions = useActions('chat');
  const seconds = useSecondsSince(since);
  return (
    <CardFrame
      label={t('No data from the model')}
      edge="amber"
      isOpenByDefault
      header={
        <>
          <Icon name="i-lucide-timer" className="c-accent" />
          <span className="font-medium flex-1 c-text-1 tabular">{t('No data for {seconds} s', { seconds })}</span>
        </>
      }
    >
      <p className="c-text-2">
        {t(
          'The model may still be thinking. Without data its answer ends after {time}; “{retry}” sends the request again, “{stop}” ends the run.',
          { time: lengthText(endsAt - since), retry: buttonName('retry'), stop: buttonName('stop') },
        )}
      </p>
      <div className="card-actions">
        <WorkButton size={24} icon="i-lucide-rotate-cw" data-command="retry" onClick={() => actions.retry()}>
          {buttonName('retry')}
        </WorkButton>
      </div>
    </CardFrame>
  );
}

/** Shown while the model that the agent waits for sends nothing. The page's live region announces it once; the seconds are only visual. */
export function SilenceCard() {
  const silence = useStore($silence);
  return silence === null ? null : <OpenSilence key={silence.since} {...silence} />;
}
