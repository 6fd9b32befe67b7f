const SHORTEST_FRAME = 3;
const TIME_OF_DAY = /\b\d{1,2}:\d{2}:\d{2}\b/;

/**
 * Counts the bytes of redrawn progress in a text whose cursor movements were already removed. A block of at least three lines, one of which
 * contains a time of day like the start time of test runners, counts if the same block, ignoring numbers and spaces, occurs again later.
 * The last copy never counts.
 */
export function redrawnFrames(text: string): number {
  const lines = text.split('\n');
  const shapes = lines.map(shapeOf);
  let bytes = 0;
  for (let begin = 0; begin < lines.length; ) {
    const length = frameLength(lines, shapes, begin);
    const frame = lines.slice(begin, begin + length);
    if (length >= SHORTEST_FRAME && frame.some((line) => TIME_OF_DAY.test(line))) {
      bytes += frame.reduce((all, line) => all + Buffer.byteLength(line) + 1, 0);
      begin += length;
    } else begin += 1;
  }
  return bytes;
}

/** Returns the longest block that begins here, contains no empty line and occurs again later. */
function frameLength(lines: readonly string[], shapes: readonly string[], begin: number): number {
  let longest = 0;
  for (let other = shapes.indexOf(shapes[begin] ?? '', begin + 1); other !== -1; other = shapes.indexOf(shapes[begin] ?? '', other + 1)) {
    let length = 0;
    while (begin + length < other && lines[begin + length]?.trim() && shapes[begin + length] === shapes[other + length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

function shapeOf(line: string): string {
  return line
    .replaceAll(/\d+(?:[.:]\d+)*(?:ms|s)?/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
