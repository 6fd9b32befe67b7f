import type { UserCommand } from '../../../lib/protocol/user-command.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { CardFrame } from '../../ui/card-frame.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OutputWell } from '../../ui/output-well.tsx';
import { edgeOf } from './edge-of.ts';

function endOf({ status, exitCode }: UserCommand): { text: string; tone: BadgeTone } {
  if (status === 'cancelled') return { text: 'Stopped', tone: 'neutral' };
  if (status !== 'completed') return { text: 'In the background', tone: 'amber' };
  return { text: `Exit ${exitCode}`, tone: exitCode === 0 ? 'green' : 'red' };
}

/** A command the user ran with /cmd or /run. Ink, not amber: it is not the agent's. */
export function UserCommandCard({ done }: { done: UserCommand }) {
  const end = endOf(done);
  return (
    <CardFrame
      label={`Your command ${done.command}, ${end.text}`}
      edge={edgeOf(end.tone)}
      isOpenByDefault={end.tone === 'red'}
      header={
        <>
          <Icon name="i-lucide-user" className="c-text-2" />
          <span className="panel-title">REMOTE COMMAND</span>
          <span className="command-line truncate flex-1">
            <span className="c-green">$ </span>
            {done.command}
          </span>
          <span className="text-sm c-text-3 shrink-0">Run by you</span>
          <Badge tone={end.tone}>{end.text}</Badge>
        </>
      }
    >
      {done.output !== '' && (
        <div className="well">
          <OutputWell text={done.output} keep="end" label={`Output of ${done.command}`} />
        </div>
      )}
    </CardFrame>
  );
}
