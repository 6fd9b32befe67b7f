/** How often in a row an answer is continued that its provider has paused or that has filled the model's window. */
export const MOST_CONTINUED = { paused: 5, 'window-full': 2 } as const;

/** The remark that the model reads before it continues. */
export const CONTINUE_TEXTS = {
  paused: 'Your provider paused your answer there. Continue with it.',
  'window-full':
    'Your answer was cut off there: it had filled all of your context window. Earlier parts of the conversation have been made shorter. Continue exactly where it ends, without repeating what you have said. A call that was cut off was not made: make it again, whole.',
} as const;

/**
 * Returns the remark about a call that its provider could not parse. `written` is the call's text, empty if the provider does not report
 * it.
 */
export function unreadCallText(written: string): string {
  const told = 'Your provider could not read the call in your last answer, and nothing was done.';
  const again = 'Make the call again as a function call, by the name of an offered tool, with its arguments as one JSON object.';
  return written === '' ? `${told} ${again}` : `${told} You had written:\n${written}\n${again}`;
}
