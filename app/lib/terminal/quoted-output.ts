/** Limit in characters of a terminal's text in one message. */
const MOST_QUOTED = 20_000;

/** Returns a terminal's text as part of a message, in a fence that the text cannot close. */
export function quotedOutput(name: string, text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const trimmed = lines.join('\n').replace(/^\n+|\n+$/g, '');
  const leftOut = Math.max(0, trimmed.length - MOST_QUOTED);
  const note = leftOut === 0 ? '' : `[… ${leftOut.toLocaleString('en')} characters before this are left out]\n`;
  const longest = Math.max(2, ...[...trimmed.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `From ${name}:\n${fence}text\n${note}${trimmed.slice(leftOut)}\n${fence}\n`;
}
