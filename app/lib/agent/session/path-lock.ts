import type { JournalEvent } from '../../protocol/journal-event.ts';
import { because } from '../../protocol/texts/reason.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { AnswerOutcome } from '../contract/agent-session.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { refusedAnswer } from '../contract/refused-answer.ts';

/** Returns the event that locks or unlocks a path, and the outcome for the user; `event` is null if nothing is to be done. */
export function pathLock(
  { lockedPaths }: Pick<ConversationState, 'lockedPaths'>,
  path: string,
  isLocked: boolean,
): { event: JournalEvent | null; outcome: AnswerOutcome } {
  const target = toWorkspacePath(path);
  if (target === null || target === '') {
    return { event: null, outcome: refusedAnswer(because('{path} is not a path inside the project.', { path: JSON.stringify(path) })) };
  }
  const outcome: AnswerOutcome = { accepted: true };
  if (lockedPaths.includes(target) === isLocked) return { event: null, outcome };
  return { event: { type: 'path-locked', path: target, isLocked }, outcome };
}
