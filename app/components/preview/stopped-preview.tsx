import { numberText } from '../../lib/i18n/number-text.ts';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { FLOOD_MESSAGES } from './floods/watch-for-floods.ts';

export type StopReason = 'messages' | 'focus';

const REASONS: Readonly<Record<StopReason, (port: number) => string>> = {
  messages: (port) =>
    t('It sent more than {messages} messages at once to the IDE, which could not keep up. The program on port {port} still runs.', {
      messages: numberText(FLOOD_MESSAGES),
      port,
    }),
  focus: (port) =>
    t('It took the keyboard’s focus again and again while you typed into the IDE. The program on port {port} still runs.', { port }),
};

/** Shown instead of a page that was removed because it disturbed the IDE or the user. */
export function StoppedPreview({ port, reason, onStart }: { port: number; reason: StopReason; onStart: () => void }) {
  return (
    <div className="flex flex-1 items-center justify-center p-14px">
      <section role="alert" className="preview-stopped-card">
        <h3 className="flex items-center gap-6px c-text-1 font-600">
          <Icon name="i-lucide-octagon-x" size={15} className="c-red" />
          {t('This page was stopped')}
        </h3>
        <p>{REASONS[reason](port)}</p>
        <Button icon="i-lucide-rotate-cw" onClick={onStart}>
          {t('Start again')}
        </Button>
      </section>
    </div>
  );
}
