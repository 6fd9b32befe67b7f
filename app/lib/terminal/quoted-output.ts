/** Characters of a terminal that go into a message at once. */
const MOST_QUOTED = 20_000;

/** A terminal's text as a part of a message: in a fence that nothing within it can close. */
export function quotedOutput(name: string, text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const trimmed = lines.join('\n').replace(/^\n+|\n+$/g, '');
  const leftOut = Math.max(0, trimmed.length - MOST_QUOTED);
  const note = leftOut === 0 ? '' : `[… ${leftOut.toLocaleString('en')} characters before this are left out]\n`;
  const longest = Math.max(2, ...[...trimmed.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `From ${name}:\n${fence}text\n${note}${trimmed.slice(leftOut)}\n${fence}\n`;
}
