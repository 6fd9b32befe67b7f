import { fieldsOf } from '../../agent/calls/fields-of.ts';
import { printOutput } from '../../agent/results/print-output.ts';
import type { JsonValue } from '../../protocol/message.ts';

/** Characters of one line around its match. */
const LONGEST_LINE = 200;
const BEFORE_MATCH = 60;

/** Matches as ripgrep prints them: `path:line:text`, and `path-line-text` for lines around them. */
export function printMatches(output: JsonValue): string {
  const fields = fieldsOf(output);
  const results = fields.get('results');
  if (!Array.isArray(results)) return printOutput(output);
  const hasContext = results.some((match) => fieldsOf(match).has('before') || fieldsOf(match).has('after'));
  const lines = results.map((match) => matchLines(fieldsOf(match)).join('\n'));
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
  const named = counts.map((each) => {
    const fields = fieldsOf(each);
    return `${String(fields.get('file') ?? '')} (${String(fields.get('count') ?? '')})`;
  });
  return [`Files with more matches than shown: ${named.join(', ')}`];
}

/** Binary files are left out: nobody expects to find text in them. */
function skippedLines(skipped: JsonValue | undefined): string[] {
  const named = textsOf(skipped).filter((each) => !each.endsWith('(binary)'));
  return named.length === 0 ? [] : [`Not searched: ${named.join(', ')}`];
}
