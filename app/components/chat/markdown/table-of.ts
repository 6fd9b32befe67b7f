import type { SyntaxNode } from '@lezer/common';
import { childrenOf } from './markdown-source.ts';

export type Alignment = 'left' | 'center' | 'right';

/** A cell without a text has no node. */
type Cells = (SyntaxNode | null)[];

export interface MarkdownTable {
  header: Cells;
  rows: { row: SyntaxNode; cells: Cells }[];
  /** By column; undefined: as the text runs. */
  alignments: (Alignment | undefined)[];
}

/** Of a table of more than `most` cells the rows are without any. */
export function tableOf(table: SyntaxNode, text: string, most = Number.POSITIVE_INFINITY): MarkdownTable {
  const headerNode = table.getChild('TableHeader');
  const header = headerNode === null ? [] : cellsOf(headerNode);
  const delimiter = table.getChild('TableDelimiter');
  const alignments = delimiter === null ? [] : alignmentsOf(text.slice(delimiter.from, delimiter.to));
  const rowNodes = table.getChildren('TableRow');
  const rows = rowNodes.map((row) => {
    if (header.length * (rowNodes.length + 1) > most) return { row, cells: [] };
    const cells = cellsOf(row);
    // What is more than the header has is left out, what is less is empty.
    return { row, cells: header.map((_, column) => cells[column] ?? null) };
  });
  return { header, rows, alignments };
}

/** Between two delimiters is a cell; the delimiters at both ends of a row are only its frame. */
function cellsOf(row: SyntaxNode): Cells {
  const cells: Cells = [];
  let cell: SyntaxNode | null = null;
  let isOpen = true;
  for (const child of childrenOf(row)) {
    if (child.name === 'TableCell') {
      cell = child;
      isOpen = true;
    } else if (child.name === 'TableDelimiter') {
      if (child.from !== row.from) cells.push(cell);
      cell = null;
      isOpen = child.to < row.to;
    }
  }
  if (isOpen && cell !== null) cells.push(cell);
  return cells;
}

function alignmentsOf(delimiter: string): (Alignment | undefined)[] {
  const columns = delimiter
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|');
  return columns.map((column) => {
    const mark = column.trim();
    if (mark.endsWith(':')) return mark.startsWith(':') ? 'center' : 'right';
    return mark.startsWith(':') ? 'left' : undefined;
  });
}
