import { t } from '../../../lib/i18n/t.ts';
import type { ToolErrorCode } from '../../../lib/protocol/tool-call.ts';
import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { LongText } from '../../ui/long-text.tsx';
import { deniedText, type StepView, textOf } from './step-view.ts';

/** `path` is empty where the call names several files or none. */
const TEXTS: Readonly<Record<ToolErrorCode, (path: string) => string>> = {
  unknown_tool: () => t('There is no such tool.'),
  bad_arguments: () => t('The call could not be understood.'),
  denied: () => t('Denied'),
  blocked: () => t('This is never allowed.'),
  not_found: () => t('It was not found.'),
  outside_project: () => t('It is outside of the project.'),
  failed: () => t('It did not work.'),
  no_match: (path) =>
    path === ''
      ? t('The text to replace was not found; the agent tries again.')
      : t('The text to replace was not found in {path}; the agent tries again.', { path }),
  many_matches: (path) =>
    path === ''
      ? t('The text to replace is there more than once; the agent tries again.')
      : t('The text to replace is more than once in {path}; the agent tries again.', { path }),
  no_change: (path) => (path === '' ? t('Nothing would change.') : t('Nothing would change in {path}.', { path })),
  approval_mismatch: () => t('It was no longer what had been approved.'),
  locked: () => t('It is locked.'),
  outside_scope: () => t('The sub-agent may not write there.'),
  unchecked: () => t('The changes are not checked yet.'),
  check_failed: () => t('The last check failed.'),
  plan_open: () => t('The plan is not finished yet.'),
  not_run: () => t('Not run, because a change before it failed.'),
};

/** Codes of failures in which nothing is broken and the agent was only held back, or corrects itself. */
const HELD_BACK: ReadonlySet<string> = new Set<ToolErrorCode>([
  'denied',
  'unchecked',
  'check_failed',
  'plan_open',
  'not_run',
  'no_match',
  'many_matches',
  'no_change',
]);

export function isHeldBack({ errorCode }: StepView): boolean {
  return errorCode !== null && HELD_BACK.has(errorCode);
}

/** Why a step failed or was cancelled, for the user; its message is written for the model. Empty for any other step. */
export function failureText({ state, toolName, errorCode, input, waitsForTurn }: StepView): string {
  if (waitsForTurn === true) return deniedText({ waitsForTurn });
  if (state === 'cancelled') return t('Stopped before it was done.');
  if (toolName === TOOL_NAMES.preview && errorCode === 'not_found') return t('There was no page to look at.');
  return state === 'error' ? TEXTS[errorCode ?? 'failed'](textOf(input, 'path')) : '';
}

/** Why a step failed, for the user; the text for the model is folded below it. */
export function FailureNote({ step }: { step: StepView }) {
  if (step.message === '') return null;
  return (
    // A failure of something external, such as the runtime, is shown in its own words.
    <details className="text-sm c-text-2" open={step.errorCode === 'failed'}>
      <summary>{failureText(step)}</summary>
      <FailureDetails step={step} />
    </details>
  );
}

/** The text for the model about a failure. */
export function FailureDetails({ step }: { step: StepView }) {
  return (
    <p className="text-sm c-text-3 break-words">
      <LongText text={step.message} />
    </p>
  );
}
