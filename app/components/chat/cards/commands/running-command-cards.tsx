import { useStore } from '@nanostores/react';
import { buttonName } from '../../../../lib/button-names/button-name.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { $chat } from '../../../../lib/stores/chat.ts';
import { $runningCommands, type RunningCommand } from '../../../../lib/stores/terminals.ts';
import { CommandInput } from '../../../page/command-input.tsx';
import { useActions } from '../../../page/workbench-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { CardFrame } from '../../../ui/card-frame.tsx';
import { CommandPrompt } from '../../../ui/command/command-prompt.tsx';
import { Elapsed } from '../../../ui/elapsed.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { WorkButton } from '../../../ui/project-work/work-button.tsx';
import { rich } from '../../../ui/text/rich.tsx';
import { shortText } from '../../../ui/text/short-text.ts';

/** Commands of the open chat that the user ran and that are still running. Their output is in the agent's terminal. */
export function RunningCommandCards() {
  const { chatId } = useStore($chat, { keys: ['chatId'] });
  const running = useStore($runningCommands).filter((each) => each.chatId === chatId);
  return running.map((each) => <RunningCommandCard key={each.id} running={each} />);
}

function RunningCommandCard({ running: { id, command, startedAt, waitsFor } }: { running: RunningCommand }) {
  const actions = useActions('terminals');
  return (
    <CardFrame
      label={t('Your command {command} is running', { command })}
      edge={waitsFor === null ? 'rest' : 'amber'}
      isOpenByDefault
      action={
        <WorkButton variant="ghost" size={24} aria-label={t('Stop {command}', { command })} onClick={() => actions.stopCommand(id)}>
          {buttonName('stop')}
        </WorkButton>
      }
      header={
        <>
          <Icon name="i-lucide-user" className="c-text-2" />
          <span className="command-line truncate flex-1 min-w-48px">
            <CommandPrompt />
            {shortText(command)}
          </span>
          <span className="text-sm c-text-3 truncate min-w-0 shrink-100">{t('Run by you')}</span>
          {waitsFor === null ? (
            <Badge tone="neutral">
              <span>{rich('Running {time}', { time: <Elapsed since={startedAt} /> })}</span>
            </Badge>
          ) : (
            <Badge tone="amber">{t('Waits for you')}</Badge>
          )}
        </>
      }
    >
      {waitsFor !== null && <CommandInput {...waitsFor} isPrimary />}
    </CardFrame>
  );
}
