import type { SessionFacts } from '../../agent/contract/session-facts.ts';
import { because, type Reason } from '../../protocol/texts/reason.ts';
import type { ProjectPlace } from '../../runtime/types.ts';

/** A rewrite that keeps a smaller share of a file's characters asks even if changes are auto-approved. */
const KEPT_SHARE = 0.6;
/** Smaller files may shrink freely. In characters. */
const SMALL_FILE = 200;

/** Phrases that models write in place of unchanged code. No two adjacent repeats match the same spaces, because that could hang. */
const PLACEHOLDER =
  /(?:\/\/|#|\/\*|<!--|\{\/\*|--|;)[ \t]*(?:(?:\.{3}|…)[ \t]*)?\(?(?:(?:the )?rest of (?:the |your )?(?:code|file|component|function|content|implementation|styles?)|(?:existing|previous|other|remaining|original) (?:code|content|functions?|imports?|styles?|methods?|implementation)(?: here| goes here| remains?| unchanged| stays| as before)?(?=[ \t]*(?:\.{3}|…|\*\/|-->|\)|$))|(?:code|content|everything else) (?:remains|stays) (?:the same|unchanged|as (?:is|before)))/im;

/** Returns why the user should review this new text of a file first. */
export function writeGuards(before: string | null, after: string): Reason[] {
  const guards: Reason[] = [];
  if (before !== null && before.length > SMALL_FILE && after.length < before.length * KEPT_SHARE) {
    const lost = Math.round((1 - after.length / before.length) * 100);
    guards.push(because('it makes the file {lost} % shorter', { lost }));
  }
  if (PLACEHOLDER.test(after) && !(before !== null && PLACEHOLDER.test(before))) {
    guards.push(because('it holds a placeholder where the rest of the code should be'));
  }
  return guards;
}

/**
 * Returns why the user should review a whole new text of a file that has changed since the agent last saw it. In this browser a program
 * that writes files is one that the agent or the user has started here; on a real machine it may be the user's own editor.
 */
export function staleGuards(path: string, place: Pick<ProjectPlace, 'machine'>, session: SessionFacts | undefined): Reason[] {
  const by = session?.changedUnseen(path) ?? null;
  if (by === null || (by === 'runtime' && place.machine() === null)) return [];
  return [
    by === 'user'
      ? because('you have changed the file since the agent last saw it')
      : because('the file was changed there since the agent last saw it'),
  ];
}
