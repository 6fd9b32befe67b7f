import type { SyntaxNode } from '@lezer/common';
import { childrenOf } from './markdown-source.ts';

export type Alignment = 'left' | 'center' | 'right';

/** An empty cell has no node. */
type Cells = (SyntaxNode | null)[];

export interface MarkdownTable {
  header: Cells;
  rows: { row: SyntaxNode; cells: Cells }[];
  /** By column; undefined if the column sets none. */
  alignments: (Alignment | undefined)[];
}

/** Reads a table. If it has more than `most` cells, the rows have no cells. */
export function tableOf(table: SyntaxNode, text: string, most = Number.POSITIVE_INFINITY): MarkdownTable {
  const headerNode = table.getChild('TableHeader');
  const header = headerNode === null ? [] : cellsOf(headerNode);
  const delimiter = table.getChild('TableDelimiter');
  const alignments = delimiter === null ? [] : alignmentsOf(text.slice(delimiter.from, delimiter.to));
  const rowNodes = table.getChildren('TableRow');
  const rows = rowNodes.map((row) => {
    if (header.length * (rowNodes.length + 1) > most) return { row, cells: [] };
    const cells = cellsOf(row);
    // Cells beyond the header are dropped; missing cells are empty.
    return { row, cells: header.map((_, column) => cells[column] ?? null) };
  });
  return { header, rows, alignments };
}

/** Returns the cells between delimiters; the outer delimiters of a row are only its frame. */
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
