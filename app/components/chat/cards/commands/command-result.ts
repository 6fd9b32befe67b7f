import { t } from '../../../../lib/i18n/t.ts';
import { effectOf } from '../../../../lib/protocol/effect-of.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import type { MarkedPart } from '../../../ui/text/marked-text.ts';
import { numberOf, type StepView, textOf } from '../step-view.ts';
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
      return failureOutcome(step.errorCode);
    case 'success':
      return successOutcome(step, background);
  }
}

function failureOutcome(code: string | null): CommandStateText {
  if (code === 'denied') return { type: 'denied', text: t('Denied by you'), tone: 'neutral' };
  if (code === 'blocked') return { type: 'denied', text: t('Blocked'), tone: 'red' };
  return { type: 'failed', text: t('Failed'), tone: 'red' };
}

function successOutcome(step: StepView, background: Background['state']): CommandStateText {
  const status = textOf(step.output, 'status');
  if (status === 'running') {
    const { text, tone } = BACKGROUND_TEXTS[background];
    return { type: background === 'running' ? 'done' : 'ended', text: text(), tone };
  }
  if (status === 'timed_out') return { type: 'failed', text: t('Timed out'), tone: 'red' };
  const exitCode = numberOf(step.output, 'exitCode');
  if (exitCode === null) return { type: 'done', text: t('Done'), tone: 'green' };
  const text = t('Exit {code}', { code: exitCode });
  return exitCode === 0 ? { type: 'done', text, tone: 'green' } : { type: 'failed', text, tone: 'red' };
}

/** Returns the command's output (live while it runs, then the tool's result) and which parts of it are standard error. */
export function commandOutput(step: StepView, live: string | undefined): { text: string; errorParts: readonly MarkedPart[] } {
  const text = textOf(step.output, 'output');
  if (text === '') return { text: live ?? '', errorParts: [] };
  return { text, errorParts: effectOf(step.effects ?? [], 'command-ran')?.errorParts ?? [] };
}
