import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { FLOOD_MESSAGES } from './watch-for-floods.ts';

export type StopReason = 'messages' | 'focus';

const REASONS: Readonly<Record<StopReason, string>> = {
  messages: `It sent more than ${FLOOD_MESSAGES} messages at once to the IDE, which could not keep up.`,
  focus: 'It took the keyboard’s focus again and again while you typed into the IDE.',
};

/** In the place of a page that was taken out because it kept the IDE, or the user, from their work. */
export function StoppedPreview({ port, reason, onStart }: { port: number; reason: StopReason; onStart: () => void }) {
  return (
    <div className="flex flex-1 items-center justify-center p-14px">
      <section role="alert" className="preview-stopped-card">
        <h3 className="flex items-center gap-6px c-text-1 font-600">
          <Icon name="i-lucide-octagon-x" size={15} className="c-red" />
          This page was stopped
        </h3>
        <p>
          {REASONS[reason]} The program on port {port} still runs.
        </p>
        <Button icon="i-lucide-rotate-cw" onClick={onStart}>
          Start again
        </Button>
      </section>
    </div>
  );
}
