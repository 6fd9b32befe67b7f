import { useStore } from '@nanostores/react';
import { t } from '../../../../lib/i18n/t.ts';
import { isCutOffOutput } from '../../../../lib/protocol/machines/ended-with-connection.ts';
import type { UserCommand } from '../../../../lib/protocol/user-command.ts';
import { $place } from '../../../../lib/stores/workbench.ts';
import { CommandInput } from '../../../page/command-input.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { type CardEdge, CardFrame } from '../../../ui/card-frame.tsx';
import { CommandPrompt } from '../../../ui/command/command-prompt.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { OutputWell } from '../../../ui/output-well.tsx';
import { shortText } from '../../../ui/text/short-text.ts';
import { edgeOf } from '../edge-of.ts';
import { StartAgainButton } from '../start-again-button.tsx';
import { BACKGROUND_TEXTS, type Background, useBackground } from '../use-background.ts';
import { OutputTitle } from './output-title.tsx';

interface CommandEnd {
  text: string;
  tone: BadgeTone;
  edge: CardEdge;
}

function endOf({ status, exitCode, output }: UserCommand, background: Background | null): CommandEnd {
  if (status === 'cancelled') return { text: t('Stopped'), tone: 'neutral', edge: edgeOf('neutral') };
  if (background !== null) {
    const { text, tone } = BACKGROUND_TEXTS[background.state];
    return { text: text(), tone, edge: background.state === 'running' ? edgeOf(tone) : 'rest' };
  }
  if (isCutOffOutput(exitCode, output)) return { text: t('Ended with the connection'), tone: 'neutral', edge: edgeOf('neutral') };
  const tone = exitCode === 0 ? 'green' : 'red';
  return { text: t('Exit {code}', { code: String(exitCode) }), tone, edge: edgeOf(tone) };
}

/** A command that the user ran with /cmd or /run. It has no amber edge, because the agent did not run it. */
export function UserCommandCard({ done }: { done: UserCommand }) {
  // Only a real machine's is remote: a stranger would look for a machine that is not there.
  const isRemote = useStore($place) !== null;
  const errorParts = done.errorParts ?? [];
  // Matched by its text: a user's command has no id in the journal.
  const found = useBackground((each) => each.command === done.command);
  const background = done.status === 'running' || done.status === 'timed_out' ? found : null;
  const end = endOf(done, background);
  const waitsFor = background?.state === 'running' ? (background.process?.waitsFor ?? null) : null;
  return (
    <CardFrame
      label={t('Your command {command}, {state}', { command: done.command, state: end.text })}
      edge={end.edge}
      isOpenByDefault={end.tone === 'red' || waitsFor !== null}
      action={background !== null && 'ended' in background && <StartAgainButton ended={background.ended} />}
      header={
        <>
          <Icon name="i-lucide-user" className="c-text-2" />
          {/* The first part to be hidden if there is too little space, together with the text after the command: the icon shows both
             too. */}
          <span className="panel-title truncate min-w-0 shrink-100">{isRemote ? t('REMOTE COMMAND') : t('COMMAND')}</span>
          <span className="command-line truncate flex-1 min-w-48px">
            <CommandPrompt />
            {shortText(done.command)}
          </span>
          {background === null && <span className="text-sm c-text-3 truncate min-w-0 shrink-100">{t('Run by you')}</span>}
          <Badge tone={end.tone}>{waitsFor === null ? end.text : t('Waits for you')}</Badge>
        </>
      }
    >
      {done.output !== '' && (
        <div className="well">
          <OutputTitle command={done.command} output={done.output} hasErrors={errorParts.length > 0} />
          <OutputWell
            text={done.output}
            marked={errorParts}
            lineCount={done.lineCount ?? null}
            keep="end"
            label={t('Output of {command}', { command: done.command })}
          />
        </div>
      )}
      {waitsFor !== null && <CommandInput {...waitsFor} isPrimary />}
    </CardFrame>
  );
}
