import { TOOL_PREFIX } from '../../protocol/tool-names.ts';

/** In characters. Texts are examined only up to here. */
const LONGEST = 20_000;
const FENCED = /^[ \t]*(```|~~~)[^\n]*\n([\s\S]*?)(?:\n[ \t]*\1|$(?![\s\S]))/gm;
/** The forms in which changes of files are written: codex's patches, blocks to search and replace, unified diffs. */
const CHANGE_FORMS = /^(?:\*{3} Begin Patch|[<-]{5,9} ?SEARCH|diff --git |--- \S[^\n]*\n\+{3} \S|<{7}[^\n]*\n(?:[^\n]*\n){0,200}?={7}$)/m;
const TOOL_NAME = new RegExp(`(?<![\\w.])${TOOL_PREFIX}[a-z_]+`);
/** A sentence that leaves it to the user to run or change something, with the code to do it. */
const INSTRUCTION =
  /^[ \t]*\$ \w|^[ \t]*(?:[-*+•] |\d{1,2}[.)] )?(?:just |simply |please |now |then |you can |you should |you need to |to fix (?:it|this|that),? )*(?:run|execute|change|replace|add|edit|update|insert|remove|delete|apply|paste|führe|ändere|ersetze|füge|entferne|lösche) [^\n`]{0,80}`[^`\n]+`/im;
/** Words with which an answer says that there is nothing to do, that it was not done, or that it only shows something. */
const ADMITS =
  /(?<![\p{L}'])(?:already|bereits|nothing|nichts|unable|denied|declined|refused|rejected|abgelehnt|verweigert|no (?:further |other |more )?(?:changes?|edits?|need)|keine (?:weiteren )?(?:änderung\w*)|I (?:can't|cannot|can not|couldn't|could not|won't|will not|didn't|did not|have not|haven't|wasn't|was not|am not|don't|do not)|(?:is|was|are|were)(?:n't| not) (?:possible|necessary|needed|required|done|changed|applied|run)|failed to|(?:konnte|kann|habe|darf) (?:ich )?.{0,60}(?:nicht|keine?n?)|nicht (?:möglich|nötig|notwendig|geändert|erledigt|ausgeführt)|(?:only|just) (?:asked|wanted|want|ask|to see|an example)|(?:as|for) (?:an example|example|reference|illustration)|nur (?:sehen|ein beispiel|zeigen|als beispiel)|zum beispiel)(?!\p{L})/iu;

/** Returns true if the answer shows a change or a command, or tells the user to make it. */
export function showsWork(answer: string): boolean {
  const text = answer.slice(0, LONGEST);
  if (CHANGE_FORMS.test(text) || TOOL_NAME.test(text) || INSTRUCTION.test(text)) return true;
  return [...text.matchAll(FENCED)].some(([, , inside = '']) => inside.trim() !== '');
}

/** Returns true if the words around the code say that nothing had to be done, that it was not done, or that it is only an example. */
export function admitsUndone(answer: string): boolean {
  return ADMITS.test(answer.slice(0, LONGEST).replaceAll(FENCED, '').replaceAll('’', "'"));
}
