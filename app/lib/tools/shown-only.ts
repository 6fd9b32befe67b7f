/**
 * The description of an argument whose name is enough for a model, or which the system prompt explains for all tools. It is shown to users
 * who edit a call, but not sent with the tool.
 */
export function shownOnly(description: string): { description: string; isShownOnly: true } {
  return { description, isShownOnly: true };
}

/** The description of a rarely used argument: the argument is accepted, but the description is not sent with the tool. */
export function rarelyGiven(description: string): { description: string; isRarelyGiven: true } {
  return { description, isRarelyGiven: true };
}

/** The description of a field that no model is offered, but that calls in the words of other products need. */
export function takenOnly(description: string): { description: string; isRarelyGiven: true; isTakenOnly: true } {
  return { description, isRarelyGiven: true, isTakenOnly: true };
}

export const PROJECT_PATH = shownOnly('Path relative to the project root');
const WHY = 'One sentence for the user, who may be asked: why';
export const REASONING = shownOnly(WHY);
/** Of tools whose calls say enough. */
export const RARE_REASONING = rarelyGiven(WHY);
