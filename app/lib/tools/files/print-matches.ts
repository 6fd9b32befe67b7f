import { fieldsOf } from '../../agent/calls/fields-of.ts';
import { printOutput } from '../../agent/results/print-output.ts';
import type { JsonValue } from '../../protocol/message.ts';

/** Limit in characters of a line around its match. */
const LONGEST_LINE = 200;
const BEFORE_MATCH = 60;
/** If at least this many files of a folder contain the same line, they are listed together. */
const FEWEST_JOINED = 3;
/** If a file has at least this many matches, it is named once. */
const FEWEST_UNDER_NAME = 3;

/**
 * Formats matches like ripgrep: `path:line:text`, and `path-line-text` for the lines around them. A file with several matches is named once,
 * above them, as ripgrep does in a terminal.
 */
export function printMatches(output: JsonValue): string {
  const fields = fieldsOf(output);
  const results = fields.get('results');
  if (!Array.isArray(results)) return printOutput(output);
  const matches = results.map(fieldsOf);
  const hasContext = matches.some((match) => match.has('before') || match.has('after'));
  const lines = hasContext ? matches.map((match) => matchLines(match).join('\n')) : withSameLinesJoined(matches);
  const skipped = fields.get('skipped');
  return [
    ...(lines.length === 0 ? [] : [lines.join(hasContext ? '\n--\n' : '\n')]),
    ...countLines(fields.get('counts')),
    ...skippedLines(skipped),
    ...(typeof fields.get('note') === 'string' ? [String(fields.get('note'))] : []),
  ].join('\n');
}

function matchLines(match: ReadonlyMap<string, JsonValue>): string[] {
  const [file, line, content] = [String(match.get('file') ?? ''), Number(match.get('line') ?? 0), String(match.get('content') ?? '')];
  const before = textsOf(match.get('before'));
  const after = textsOf(match.get('after'));
  return [
    ...before.map((text, index) => `${file}-${line - before.length + index}-${shortened(text, 0)}`),
    `${file}:${line}:${shortened(content, Number(match.get('matchStart') ?? 0))}`,
    ...after.map((text, index) => `${file}-${line + 1 + index}-${shortened(text, 0)}`),
  ];
}

/** Lines of one file, without its name. */
interface FileLines {
  file: string;
  lines: string[];
}

/** Prints one line per match, under the name of their file if there are several. */
function withSameLinesJoined(matches: readonly ReadonlyMap<string, JsonValue>[]): string[] {
  const files: FileLines[] = [];
  for (const { file, lines } of joinedLines(matches)) {
    const last = files.at(-1);
    if (last?.file === file) last.lines.push(...lines);
    else files.push({ file, lines: [...lines] });
  }
  return files.flatMap(({ file, lines }) =>
    lines.length < FEWEST_UNDER_NAME ? lines.map((line) => (line.startsWith(' ') ? line : `${file}:${line}`)) : [file, ...lines],
  );
}

/** A text that occurs in many files of a folder is listed once, followed by the other places. */
function joinedLines(matches: readonly ReadonlyMap<string, JsonValue>[]): FileLines[] {
  const byText = new Map<string, ReadonlyMap<string, JsonValue>[]>();
  for (const match of matches) byText.set(sameLineKey(match), [...(byText.get(sameLineKey(match)) ?? []), match]);
  return matches.flatMap((match) => {
    const [first = match, ...others] = byText.get(sameLineKey(match)) ?? [];
    const file = String(match.get('file') ?? '');
    const line = `${Number(match.get('line') ?? 0)}:${shortened(String(match.get('content') ?? ''), Number(match.get('matchStart') ?? 0))}`;
    if (others.length < FEWEST_JOINED) return [{ file, lines: [line] }];
    if (first !== match) return [];
    const places = others.map((other) => `${placeOf(other).name}:${Number(other.get('line') ?? 0)}`);
    return [{ file, lines: [line, `  the same line in ${placeOf(match).folder || 'the project'}: ${places.join(', ')}`] }];
  });
}

function sameLineKey(match: ReadonlyMap<string, JsonValue>): string {
  return `${placeOf(match).folder}\0${String(match.get('content') ?? '').trim()}`;
}

function placeOf(match: ReadonlyMap<string, JsonValue>): { folder: string; name: string } {
  const file = String(match.get('file') ?? '');
  const end = file.lastIndexOf('/');
  return { folder: file.slice(0, Math.max(end, 0)), name: file.slice(end + 1) };
}

function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function shortened(line: string, matchStart: number): string {
  if (line.length <= LONGEST_LINE) return line;
  const from = matchStart + BEFORE_MATCH < LONGEST_LINE ? 0 : matchStart - BEFORE_MATCH;
  const text = line.slice(from, from + LONGEST_LINE).toWellFormed();
  return `${from > 0 ? '…' : ''}${text}${from + LONGEST_LINE < line.length ? '…' : ''}`;
}

function countLines(counts: JsonValue | undefined): string[] {
  if (!Array.isArray(counts) || counts.length === 0) return [];
  const folders = new Map<string, { text: string; count: number }[]>();
  for (const each of counts) {
    const fields = fieldsOf(each);
    const count = Number(fields.get('count') ?? 0);
    const { folder } = placeOf(fields);
    folders.set(folder, [...(folders.get(folder) ?? []), { text: `${String(fields.get('file') ?? '')} (${count})`, count }]);
  }
  const named = [...folders].flatMap(([folder, files]) =>
    files.length < FEWEST_JOINED ? files.map(({ text }) => text) : [`${files.length} files in ${folder || '/'} (${total(files)})`],
  );
  return [`Files with more matches than shown: ${named.join(', ')}`];
}

function total(files: readonly { count: number }[]): number {
  return files.reduce((sum, { count }) => sum + count, 0);
}

/** Binary files are left out: nobody expects to find text in them. */
function skippedLines(skipped: JsonValue | undefined): string[] {
  const named = textsOf(skipped).filter((each) => !each.endsWith('(binary)'));
  return named.length === 0 ? [] : [`Not searched: ${named.join(', ')}`];
}
