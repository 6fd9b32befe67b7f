/** Characters of a command's output that go to the model: its beginning and its end. */
const HEAD = 6_000;
const TAIL = 14_000;

// CSI, OSC (ended by BEL or ST), the string escapes, and single-character escapes.
const ESCAPE_CODES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[ -/]*[0-~])/g;

/** Plain text as a terminal would leave it: no escape codes; a line overwritten after a carriage return keeps its last state. */
export function stripEscapeCodes(output: string): string {
  return (
    output
      .replace(ESCAPE_CODES, '')
      // Only from the first of a run: from each of them, a run without a line end would take its length squared.
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

/** Head and tail of a long output, with what is missing stated. */
export function cutOutput(output: string): string {
  if (output.length <= HEAD + TAIL) return output;
  const head = output.slice(0, atLineEnd(output, HEAD));
  const tail = output.slice(atLineEnd(output, output.length - TAIL));
  const missing = output.slice(head.length, output.length - tail.length);
  const lines = missing.split('\n').length - 1;
  return `${head}\n[… ${missing.length} characters in ${lines} lines left out …]\n${tail}`;
}

/** The end of the line around `position`, when it is near; otherwise `position`. */
function atLineEnd(text: string, position: number): number {
  const lineEnd = text.indexOf('\n', position);
  return lineEnd !== -1 && lineEnd - position < 400 ? lineEnd + 1 : position;
}
