import { t } from '../../../../lib/i18n/t.ts';
import { effectOf } from '../../../../lib/protocol/effect-of.ts';
import { isCutOffMessage, isCutOffOutput } from '../../../../lib/protocol/machines/ended-with-connection.ts';
import type { LiveOutput } from '../../../../lib/stores/live-output.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import type { MarkedPart } from '../../../ui/text/marked-text.ts';
import { countLines, deniedText, numberOf, type StepView, textOf } from '../step-view.ts';
import { BACKGROUND_TEXTS, type Background } from '../use-background.ts';

export interface CommandStateText {
  /** `ended`: it continued in the background and has ended. */
  type: 'waiting' | 'running' | 'done' | 'failed' | 'denied' | 'ended';
  text: string;
  tone: BadgeTone;
}

/** Returns the state of a command, with the badge's text. `background` is the state of a command that continued in the background. */
export function commandOutcome(step: StepView, background: Background['state']): CommandStateText {
  switch (step.state) {
    case 'streaming':
      return { type: 'waiting', text: t('Being written'), tone: 'amber' };
    case 'validating':
    case 'scheduled':
    case 'awaiting_approval':
      return { type: 'waiting', text: t('Next'), tone: 'neutral' };
    case 'executing':
      return { type: 'running', text: t('Running'), tone: 'amber' };
    case 'cancelled':
      return { type: 'denied', text: t('Cancelled'), tone: 'neutral' };
    case 'error':
      return failureOutcome(step);
    case 'success':
      return successOutcome(step, background);
  }
}

function failureOutcome(step: StepView): CommandStateText {
  if (step.errorCode === 'denied') return { type: 'denied', text: deniedText(step), tone: 'neutral' };
  if (step.errorCode === 'blocked') return { type: 'denied', text: t('Blocked'), tone: 'red' };
  if (isCutOffMessage(step.message)) return cutOff();
  return { type: 'failed', text: t('Failed'), tone: 'red' };
}

/** The machine was lost while it ran: nobody knows how it ended, and it has not failed. */
function cutOff(): CommandStateText {
  return { type: 'ended', text: t('Ended with the connection'), tone: 'neutral' };
}

function successOutcome(step: StepView, background: Background['state']): CommandStateText {
  const status = textOf(step.output, 'status');
  // After its time, too, it continues in the background.
  if (status === 'running' || status === 'timed_out') {
    const { text, tone } = BACKGROUND_TEXTS[background];
    return { type: background === 'running' ? 'done' : 'ended', text: text(), tone };
  }
  const exitCode = numberOf(step.output, 'exitCode');
  if (isCutOffOutput(exitCode, textOf(step.output, 'output'))) return cutOff();
  if (exitCode === null) return { type: 'done', text: t('Done'), tone: 'green' };
  const text = t('Exit {code}', { code: exitCode });
  return exitCode === 0 ? { type: 'done', text, tone: 'green' } : { type: 'failed', text, tone: 'red' };
}

export interface ShownOutput {
  text: string;
  /** The parts of it that are standard error. */
  errorParts: readonly MarkedPart[];
  /** All lines that were printed; null if the text has them all. */
  lineCount: number | null;
}

/** Returns the command's output: the tool's result, and without one what arrived before the command ended. */
export function commandOutput(step: StepView, live: LiveOutput | undefined): ShownOutput {
  const text = textOf(step.output, 'output');
  if (text === '') return liveText(live);
  const ran = effectOf(step.effects ?? [], 'command-ran');
  return { text, errorParts: ran?.errorParts ?? [], lineCount: ran?.lineCount ?? null };
}

function liveText({ text, linesBefore }: LiveOutput = { text: '', linesBefore: 0 }): ShownOutput {
  return { text, errorParts: [], lineCount: linesBefore === 0 ? null : linesBefore + countLines(text) };
}
