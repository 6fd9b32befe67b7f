/**
 * The description of an argument whose name says enough to a model, or that the system prompt explains once for all tools. Users see it where
 * they change a call; it is not sent with the tool.
 */
export function shownOnly(description: string): { description: string; isShownOnly: true } {
  return { description, isShownOnly: true };
}

/**
 * The description of an argument that few calls give: it is taken where it is given, but it is
 * not sent with the tool.
 */
export function rarelyGiven(description: string): { description: string; isRarelyGiven: true } {
  return { description, isRarelyGiven: true };
}

export const PROJECT_PATH = shownOnly('Path relative to the project root');
export const REASONING = shownOnly('One sentence for the user, who may be asked: why');
