// CSI, OSC (ended by BEL or ST), the string escapes, and single-character escapes.
const ESCAPE_CODES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[ -/]*[0-~])/g;

/** The printed text without colours, titles and cursor moves. */
export function withoutEscapeCodes(output: string): string {
  return output.replace(ESCAPE_CODES, '');
}

/** Plain text as a terminal would show it: without escape codes, and only the last state of a line overwritten after a carriage return. */
export function stripEscapeCodes(output: string): string {
  return (
    withoutEscapeCodes(output)
      // Matches only from the start of a run of carriage returns: otherwise a long run would take quadratic time.
      .replace(/(?<!\r)\r+\n/g, '\n')
      .split('\n')
      .map((line) => (line.includes('\r') ? lastState(line) : line))
      .join('\n')
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
  );
}

function lastState(line: string): string {
  const states = line.split('\r').filter((state) => state !== '');
  return states.at(-1) ?? '';
}
