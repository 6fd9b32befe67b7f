/** One file of a unified diff. */
interface DiffFile {
  before: string | null;
  after: string | null;
  hunks: DiffHunk[];
}

interface DiffHunk {
  /** The text after the line numbers: the line that contains the hunk, such as a function head. */
  anchor: string;
  lines: string[];
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@ ?(.*)$/;
const LOOSE_HUNK = /^@@(?: ?\.\.\.)?(?: ?@@)?(.*)$/;

/** Converts a unified diff to our patch format; null if the text is not a unified diff. */
export function asPatch(text: string): string | null {
  const files = readDiff(text);
  if (files === null) return null;
  const lines = files.flatMap(({ before, after, hunks }): string[] => {
    const body = hunks.flatMap(({ anchor, lines: inner }) => [anchor === '' ? '@@' : `@@ ${anchor}`, ...inner]);
    if (before === null)
      return [`*** Add File: ${after}`, ...hunks.flatMap(({ lines: inner }) => inner.filter((line) => line.startsWith('+')))];
    if (after === null) return [`*** Delete File: ${before}`];
    return [`*** Update File: ${before}`, ...(after === before ? [] : [`*** Move to: ${after}`]), ...body];
  });
  return ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
}

/** Returns the replacements of a unified diff of one file, in order; null if the text is not such a diff, or adds lines without context. */
export function asEdits(text: string): { find: string; replace: string }[] | null {
  const [file, ...others] = readDiff(text, true) ?? [];
  if (file === undefined || others.length > 0 || file.hunks.length === 0) return null;
  const edits = file.hunks.map(({ lines }) => ({
    find: lines.flatMap((line) => (/^[ -]/.test(line) ? [line.slice(1)] : [])).join('\n'),
    replace: lines.flatMap((line) => (/^[ +]/.test(line) ? [line.slice(1)] : [])).join('\n'),
  }));
  return edits.every(({ find }) => find !== '') ? edits : null;
}

/** With `isOneFile`, the lines with the file's names may be missing. */
function readDiff(text: string, isOneFile = false): DiffFile[] | null {
  const lines = text.replace(/\r\n/g, '\n').split('\n');
  const files: DiffFile[] = [];
  if (isOneFile && !/^--- /m.test(text)) files.push({ before: '', after: '', hunks: [] });
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const next = lines[at + 1] ?? '';
    if (line.startsWith('--- ') && next.startsWith('+++ ')) {
      files.push({ before: nameIn(line), after: nameIn(next), hunks: [] });
      at++;
      continue;
    }
    const opened = openHunk(line);
    const file = files.at(-1);
    if (opened === null || file === undefined) continue;
    at = readHunk(lines, at + 1, opened) - 1;
    file.hunks.push(opened.hunk);
  }
  const isWhole = ({ before, after, hunks }: DiffFile) => (before !== null || after !== null) && (hunks.length > 0 || after === null);
  return files.length > 0 && files.every(isWhole) ? files : null;
}

interface OpenHunk {
  hunk: DiffHunk;
  /** How many old and new lines the header announces; null if it gives no counts. */
  announced: { before: number; after: number } | null;
}

function openHunk(line: string): OpenHunk | null {
  const counted = HUNK.exec(line);
  if (counted !== null) {
    const [, before = '1', after = '1', anchor = ''] = counted;
    return { hunk: { anchor: anchor.trim(), lines: [] }, announced: { before: Number(before), after: Number(after) } };
  }
  const loose = LOOSE_HUNK.exec(line);
  return loose === null ? null : { hunk: { anchor: (loose[1] ?? '').trim(), lines: [] }, announced: null };
}

/**
 * Reads the lines of a hunk and returns the number of the line after it. Models count badly, so the counts are used only to recognise file
 * headers.
 */
function readHunk(lines: readonly string[], from: number, { hunk, announced }: OpenHunk): number {
  const seen = { before: 0, after: 0 };
  let at = from;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const isOver = announced === null || (seen.before >= announced.before && seen.after >= announced.after);
    if (isOver && (/^(?:--- |diff --git |Index: )/.test(line) || (line === '' && at === lines.length - 1))) break;
    if (/^@@/.test(line) || /^diff --git /.test(line)) break;
    if (line.startsWith('\\')) continue;
    if (line !== '' && !/^[ +-]/.test(line)) break;
    if (!line.startsWith('+')) seen.before++;
    if (!line.startsWith('-')) seen.after++;
    hunk.lines.push(line === '' ? ' ' : line);
  }
  while (hunk.lines.at(-1) === ' ' && announced !== null && seen.before > announced.before) {
    hunk.lines.pop();
    seen.before--;
  }
  return at;
}

/** Returns the name without the `a/` or `b/` of git and without the time after a tab; null for `/dev/null`. */
function nameIn(header: string): string | null {
  const name = header.slice(4).split('\t')[0]?.trim() ?? '';
  return name === '/dev/null' ? null : name.replace(/^[ab]\//, '');
}
