import { useStore } from '@nanostores/react';
import { buttonName } from '../../../../lib/button-names/button-name.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { $chat } from '../../../../lib/stores/chat.ts';
import { $earlierOutput, $liveOutput } from '../../../../lib/stores/live-output.ts';
import { $inputWanted, $processes, type BackgroundProcess } from '../../../../lib/stores/terminals.ts';
import { $narrowPane, $workbenchTab } from '../../../../lib/stores/workbench.ts';
import { CommandInput } from '../../../page/command-input.tsx';
import { useActions } from '../../../page/workbench-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CardFrame } from '../../../ui/card-frame.tsx';
import { CommandPrompt } from '../../../ui/command/command-prompt.tsx';
import { Elapsed } from '../../../ui/elapsed.tsx';
import { useFrameStore } from '../../../ui/hooks/use-frame-store.ts';
import { Icon } from '../../../ui/icon.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { OutputWell } from '../../../ui/output-well.tsx';
import { WorkButton } from '../../../ui/project-work/work-button.tsx';
import { Reason } from '../../../ui/reason.tsx';
import { duration } from '../../../ui/text/duration.ts';
import { hookTitle } from '../../../ui/text/hook-title.ts';
import { rich } from '../../../ui/text/rich.tsx';
import { shortText } from '../../../ui/text/short-text.ts';
import { edgeOf } from '../edge-of.ts';
import { FailureNote } from '../failure-text.tsx';
import { hasRefusedFiles, RefusedFiles } from '../refused-files.tsx';
import { StartAgainButton } from '../start-again-button.tsx';
import { type StepView, stepLabel, textOf } from '../step-view.ts';
import { type Background, useBackground } from '../use-background.ts';
import { type CommandStateText, commandOutcome, commandOutput } from './command-result.ts';
import { OutputTitle } from './output-title.tsx';

/** Returns the input that the command waits for, in the foreground or the background. */
function useWantedInput(step: StepView) {
  const isExecuting = step.state === 'executing';
  const wanted = useStore($inputWanted).get(step.toolCallId);
  const processId = textOf(step.output, 'processId');
  const inBackground = useStore($processes).find((each) => each.processId === processId)?.waitsFor ?? null;
  return isExecuting ? (wanted ?? null) : inBackground;
}

function OutcomeBadge({ outcome, step, isAsking }: { outcome: CommandStateText; step: StepView; isAsking: boolean }) {
  if (isAsking) return <Badge tone="amber">{t('Waits for you')}</Badge>;
  if (outcome.type === 'running' && step.startedAt !== null)
    return (
      <Badge tone="amber">
        <span>{rich('Running {time}', { time: <Elapsed since={step.startedAt} /> })}</span>
      </Badge>
    );
  return <Badge tone={outcome.tone}>{outcome.text}</Badge>;
}

function showTerminal() {
  $workbenchTab.set('terminal');
  $narrowPane.set('terminal');
}

/** Returns the background process that the command continues as. */
function useStepProcess(step: StepView): Background {
  const processId = textOf(step.output, 'processId');
  return useBackground((each) => each.processId === processId);
}

function BackgroundControls({ process }: { process: BackgroundProcess }) {
  const actions = useActions('terminals');
  return (
    <>
      {process.port !== null && <span>{t('port {port}', { port: process.port })}</span>}
      <WorkButton
        variant="ghost"
        size={24}
        aria-label={t('Stop {command}', { command: process.command })}
        onClick={() => actions.stopProcess(process.processId)}
      >
        {buttonName('stop')}
      </WorkButton>
    </>
  );
}

/** Says that a command outlived its time, and what became of it. */
function TimedOutNote({ step, state }: { step: StepView; state: Background['state'] }) {
  const time = step.durationMs === null ? null : duration(step.durationMs);
  const text =
    state !== 'running'
      ? t('It had not ended in its time and continued in the background, where it has ended since.')
      : time === null
        ? t('Still running, continues in the background.')
        : t('Still running after {time}, continues in the background.', { time });
  return <p className="c-text-2">{text}</p>;
}

/** Marks the step as failed, for the card's label, if the command failed: the tool call itself succeeded. */
function asEnded({ toolName, state }: StepView, { type }: CommandStateText): Pick<StepView, 'toolName' | 'state'> {
  return { toolName, state: type === 'failed' && state === 'success' ? 'error' : state };
}

const isAtRest = ({ type }: CommandStateText) => type === 'waiting' || type === 'ended';

/** A command. One row when it has ended; open with its live output while it runs or if it failed. */
export function CommandCard({ step }: { step: StepView }) {
  const live = useFrameStore($liveOutput, (outputs) => outputs.get(step.toolCallId));
  const earlier = useStore($earlierOutput).get(step.toolCallId);
  const hook = useStore($chat, { keys: ['hooks'] }).hooks.calls.get(step.toolCallId);
  const title = hook === undefined ? t('Command') : hookTitle(hook);
  const output = commandOutput(step, live ?? earlier);
  const command = textOf(step.input, 'command');
  const reasoning = textOf(step.input, 'reasoning');
  const background = useStepProcess(step);
  const outcome = commandOutcome(step, background.state);
  const wanted = useWantedInput(step);
  const isTimedOut = textOf(step.output, 'status') === 'timed_out';
  const isOpen = outcome.type === 'running' || outcome.type === 'failed' || isTimedOut || wanted !== null || hasRefusedFiles(step);
  return (
    <CardFrame
      label={stepLabel(title, command, asEnded(step, outcome))}
      edge={wanted !== null ? 'amber' : isAtRest(outcome) ? 'rest' : edgeOf(outcome.tone)}
      isOpenByDefault={isOpen}
      action={'ended' in background && <StartAgainButton ended={background.ended} />}
      header={(isShown) => (
        <>
          <Icon
            name={outcome.type === 'failed' ? 'i-lucide-circle-x' : outcome.type === 'denied' ? 'i-lucide-ban' : 'i-lucide-square-terminal'}
            className={outcome.type === 'running' ? 'c-accent' : outcome.type === 'failed' ? 'c-red' : 'c-text-2'}
          />
          {isShown ? (
            <span className="font-medium flex-1">{title}</span>
          ) : (
            <span className="command-line truncate flex-1">
              {hook === undefined ? <CommandPrompt /> : <span className="c-text-2">{t('Hook')} </span>}
              {shortText(command)}
            </span>
          )}
          {step.durationMs !== null && outcome.type !== 'ended' && (
            <span className="text-sm c-text-3 tabular">{duration(step.durationMs)}</span>
          )}
          <OutcomeBadge outcome={outcome} step={step} isAsking={wanted !== null} />
        </>
      )}
    >
      {reasoning !== '' && <Reason text={reasoning} />}
      <div className="well">
        <pre className="command-line well-row">
          <CommandPrompt />
          <LongText text={command} />
        </pre>
        {output.text !== '' && (
          <>
            <OutputTitle command={command} output={output.text} hasErrors={output.errorParts.length > 0} />
            <OutputWell
              text={output.text}
              marked={output.errorParts}
              lineCount={output.lineCount}
              keep={isOpen || step.state !== 'success' ? 'end' : 'start'}
              label={t('Output of {command}', { command })}
            />
          </>
        )}
      </div>
      <RefusedFiles step={step} />
      {wanted !== null && <CommandInput {...wanted} isPrimary />}
      <FailureNote step={step} />
      {isTimedOut && <TimedOutNote step={step} state={background.state} />}
      <div className="card-footer">
        <span className="mono">{shortText(textOf(step.input, 'cwd'))}</span>
        <span className="flex-1" />
        <Button variant="ghost" size={24} onClick={showTerminal}>
          {t('Open in Terminal')}
        </Button>
        {background.state === 'running' && background.process !== null && <BackgroundControls process={background.process} />}
      </div>
    </CardFrame>
  );
}
