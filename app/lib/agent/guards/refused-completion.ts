import type { SessionNotice } from '../../protocol/session-state.ts';
import type { ToolCall } from '../../protocol/tool-call.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import { TOOL_NAMES } from '../../protocol/tool-names.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { isReminder, openObjectives } from '../conversation/open-plan.ts';
import { ownTaskCalls, standingFailure, standingUnchecked, taskMessages } from '../conversation/session-facts.ts';

/** A reason for which the completion of the task was refused and that still holds. */
export interface StandingRefusal {
  by: Extract<SessionNotice, { type: 'model-stopped' }>['by'];
  /** The files, the command or the subgoals that it is about. */
  missing: readonly string[];
  remark: string;
}

type FailedCall = Extract<ToolCall, { status: 'error' }>;

/** Begins the remark, by which it is found again: the model is corrected once per task. */
const CORRECTION = `Your answer ends the task, but ${TOOL_NAMES.taskComplete} was refused, and the reason still holds:`;
const MOST_NAMED = 5;
const MOST_KEPT = 20;
/** Words with which an answer says that something is not done. */
const ADMITS = /(?<![\p{L}'])(?:not|cannot|unable|denied|refused|failed|nicht|kein\w*|abgelehnt|verweigert)(?!\p{L})|n['’]t(?!\p{L})/iu;

/**
 * Returns why the task cannot end with `answer`, a text without a call: its completion was refused, and what was missing still is. Null if
 * nothing is. After a change that failed or was denied, an answer that says so is the right end.
 */
export function standingRefusal(
  state: ConversationState,
  answer: string,
  isIgnored: (path: string) => boolean = () => false,
): StandingRefusal | null {
  const calls = ownTaskCalls(state);
  const refused = calls.filter((call): call is FailedCall => call.status === 'error' && call.toolName === TOOL_NAMES.taskComplete);
  if (refused.length === 0) return null;
  const isRefusedFor = (code: FailedCall['code']) => refused.some((call) => call.code === code);
  if (isRefusedFor('unchecked') || isRefusedFor('check_failed')) {
    const unchecked = standingUnchecked(state, isIgnored);
    if (unchecked.length > 0) return notChecked(unchecked);
    const failed = standingFailure(state, isIgnored);
    if (failed !== null) return checkFailed(failed);
  }
  const open = refused.some(({ message }) => isReminder(message)) ? openObjectives(state) : [];
  if (open.length > 0) return planOpen(open);
  const held = refused.findLast(({ code }) => code === 'not_run');
  const undone = held === undefined || ADMITS.test(answer) ? [] : undoneBefore(held, calls);
  return undone.length === 0 ? null : notDone(undone);
}

/** Returns true if the model was corrected for such an answer in this task. */
export function isCorrected(state: ConversationState): boolean {
  const remarks = taskMessages(state).filter(({ id }) => state.remarks.has(id));
  return remarks.some(({ parts }) => parts.some((part) => part.type === 'text' && part.text.includes(CORRECTION)));
}

function notChecked(paths: readonly string[]): StandingRefusal {
  const reason = `nothing was built, type-checked, linted or tested to its end since you changed ${named(paths)}.`;
  const way = `Run such a check now, as a command of its own, and correct what fails. ${orSay('nothing here can be checked')}`;
  return { by: 'unchecked', missing: paths.slice(0, MOST_KEPT), remark: `${CORRECTION} ${reason} ${way}` };
}

function checkFailed(command: string): StandingRefusal {
  const way = `Correct the cause and run it again. ${orSay('it cannot pass, or fails for another reason than your changes')}`;
  return { by: 'check-failed', missing: [command], remark: `${CORRECTION} the last check failed: ${command}. ${way}` };
}

function planOpen(objectives: readonly string[]): StandingRefusal {
  const quoted = objectives.map((objective) => JSON.stringify(objective));
  const way = `Do what is left of them, or update the plan with what became of each (completed, or blocked and why). ${orSay('the rest is for later')}`;
  return {
    by: 'plan-open',
    missing: objectives.slice(0, MOST_KEPT),
    remark: `${CORRECTION} the plan has open subgoals: ${named(quoted)}. ${way}`,
  };
}

function notDone(undone: readonly string[]): StandingRefusal {
  const way = 'Do it in another way, or say in plain words what is not done, and why.';
  return {
    by: 'undone',
    missing: undone.slice(0, MOST_KEPT),
    remark: `${CORRECTION} a change before it failed or was denied: ${named(undone)}. ${way}`,
  };
}

function orSay(condition: string): string {
  return `If ${condition}, call ${TOOL_NAMES.taskComplete} again and say so in its summary.`;
}

function named(all: readonly string[]): string {
  const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : '';
  return `${all.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** Returns the calls of the refused completion's step that failed, unless something was changed or run since. */
function undoneBefore(completion: FailedCall, calls: readonly ToolCall[]): string[] {
  const place = calls.indexOf(completion);
  if (calls.slice(place + 1).some((call) => call.status === 'success' && call.effects.some(isWork))) return [];
  const failed = calls.slice(0, place).filter(({ stepId, status }) => stepId === completion.stepId && status === 'error');
  return [...new Set(failed.map(subjectOf))];
}

/** Returns the file that a call is about, or else its tool. */
function subjectOf({ toolName, input }: ToolCall): string {
  const path = typeof input === 'object' && input !== null && !Array.isArray(input) ? input.path : undefined;
  return typeof path === 'string' ? path : toolName;
}

/** Returns true for the effects that can be the work that an answer claims. */
export function isWork({ type }: ToolEffect): boolean {
  return WORK.has(type);
}

const WORK: ReadonlySet<ToolEffect['type']> = new Set([
  'file-created',
  'file-modified',
  'file-unchanged',
  'file-deleted',
  'file-renamed',
  'command-ran',
  'foreign-answered',
  'model-asked',
]);
