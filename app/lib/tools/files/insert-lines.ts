import { linesOf } from '../../search/text-file.ts';

type Insertion = { ok: true; content: string } | { ok: false; code: 'no_change' } | { ok: false; code: 'no_line'; count: number };

/** Inserts whole lines after a line, counted from 1; 0 is before the first. The new lines end as those of the file do. */
export function insertLines(content: string, afterLine: number, text: string): Insertion {
  const count = content === '' ? 0 : linesOf(content).length;
  if (afterLine > count) return { ok: false, code: 'no_line', count };
  if (text === '') return { ok: false, code: 'no_change' };
  const end = content.includes('\r\n') ? '\r\n' : '\n';
  const lines = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .join(end);
  const at = offsetAfter(content, afterLine);
  // The last line of a file without a line ending at its end keeps it that way.
  const isBehindAll = at === content.length && content !== '' && !/[\r\n]$/.test(content);
  const added = isBehindAll ? `${end}${lines}` : `${lines}${end}`;
  return { ok: true, content: content.slice(0, at) + added + content.slice(at) };
}

function offsetAfter(content: string, line: number): number {
  if (line === 0) return 0;
  const end = [...content.matchAll(/\r\n|\n|\r/g)][line - 1];
  return end === undefined ? content.length : end.index + end[0].length;
}
