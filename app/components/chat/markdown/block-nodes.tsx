import type { SyntaxNode } from '@lezer/common';
import { type JSX, memo, type ReactNode, useRef } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { shortMarks } from '../../ui/text/short-marks.ts';
import { CodeBlock } from './code-block.tsx';
import { CodeLines } from './code-lines.tsx';
import { inlineContent } from './inline-nodes.tsx';
import { childrenOf, type MarkdownSource, type SourceNode, sliceOf } from './markdown-source.ts';
import { tableOf } from './table-of.ts';
import { useCodeColours } from './use-code-colours.ts';

interface BlockNodeProps extends SourceNode {
  /** In a tight list, paragraphs are not wrapped in elements. */
  isTight?: boolean;
}

/** A block needs no new render if its own text is unchanged. */
function isSame(before: BlockNodeProps, now: BlockNodeProps): boolean {
  return before.isTight === now.isTight && before.source.references === now.source.references && sliceOf(before) === sliceOf(now);
}

export function blockNodes(node: SyntaxNode, source: MarkdownSource, isTight = false): ReactNode[] {
  // Text is only added at the end, so the start offset identifies a block.
  return childrenOf(node).flatMap((child) =>
    NO_BLOCKS.has(child.name) ? [] : [<BlockNode key={child.from} node={child} source={source} isTight={isTight} />],
  );
}

const NO_BLOCKS = new Set(['ListMark', 'QuoteMark', 'TaskMarker']);

const BlockNode = memo(function BlockNode({ node, source, isTight = false }: BlockNodeProps): ReactNode {
  switch (node.name) {
    case 'Paragraph':
      return isTight ? inlineContent(node, source) : <p>{inlineContent(node, source)}</p>;
    case 'Task':
      return <TaskLine node={node} source={source} />;
    case 'Blockquote':
      return <blockquote>{blockNodes(node, source)}</blockquote>;
    case 'BulletList':
      return <ul>{listItems(node, source)}</ul>;
    case 'OrderedList':
      return <ol start={firstNumber(node, source)}>{listItems(node, source)}</ol>;
    case 'FencedCode':
    case 'CodeBlock':
      return <CodeNode node={node} source={source} />;
    case 'HorizontalRule':
      return <hr />;
    case 'Table':
      return <TableNode node={node} source={source} />;
    case 'LinkReference':
      // A label with `^` belongs to a footnote, whose text must be shown.
      return source.text[node.from + 1] === '^' ? <p>{shortMarks(sliceOf({ node, source }))}</p> : null;
    default:
      return heading(node, source) ?? <PlainBlock node={node} source={source} />;
  }
}, isSame);

/** A block that is rendered as its source text. */
function PlainBlock(block: SourceNode) {
  return <p className="whitespace-pre-wrap">{shortMarks(sliceOf(block))}</p>;
}

function heading(node: SyntaxNode, source: MarkdownSource): ReactNode {
  const level = /^(?:ATX|Setext)Heading([1-6])$/.exec(node.name)?.[1];
  if (level === undefined) return null;
  // One of HTML's six heading elements.
  const Heading = `h${level}` as keyof JSX.IntrinsicElements;
  return <Heading>{inlineContent(node, source)}</Heading>;
}

function TaskLine({ node, source }: SourceNode) {
  const marker = node.getChild('TaskMarker');
  const isDone = marker !== null && /x/i.test(source.text.slice(marker.from, marker.to));
  return (
    <>
      <input type="checkbox" disabled checked={isDone} readOnly aria-label={isDone ? t('Done') : t('Not done')} />{' '}
      {inlineContent(node, source)}
    </>
  );
}

function listItems(list: SyntaxNode, source: MarkdownSource): ReactNode[] {
  const items = list.getChildren('ListItem');
  const isTight = !hasBlankLine(items, source) && !items.some((item) => hasBlankLine(childrenOf(item), source));
  return items.map((item) => <ListItem key={item.from} node={item} source={source} isTight={isTight} />);
}

/** Whether there is a blank line between two consecutive nodes. */
function hasBlankLine(nodes: readonly SyntaxNode[], { text }: MarkdownSource): boolean {
  return nodes.some((node, index) => {
    const next = nodes[index + 1];
    return next !== undefined && /\n[ \t>]*\n/.test(text.slice(node.to, next.from));
  });
}

const ListItem = memo(function ListItem({ node, source, isTight = false }: BlockNodeProps) {
  const hasTask = node.getChild('Task') !== null;
  return <li className={hasTask ? 'task-item' : undefined}>{blockNodes(node, source, isTight)}</li>;
}, isSame);

function firstNumber(list: SyntaxNode, { text }: MarkdownSource): number | undefined {
  const mark = list.getChild('ListItem')?.getChild('ListMark');
  const number = mark ? Number.parseInt(text.slice(mark.from, mark.to), 10) : Number.NaN;
  return Number.isNaN(number) || number === 1 ? undefined : number;
}

/** Code in the agent's text. Its text is in several nodes if a list or quote indents it. */
function CodeNode({ node, source }: SourceNode) {
  const code = node
    .getChildren('CodeText')
    .map(({ from, to }) => source.text.slice(from, to))
    .join('');
  const info = node.getChild('CodeInfo');
  const infoText = info === null ? '' : source.text.slice(info.from, info.to).trim();
  const language = /^\S+/.exec(infoText)?.[0];
  const whole = code === '' ? '' : `${code}\n`;
  const element = useRef<HTMLElement>(null);
  const colours = useCodeColours(element, whole, language ?? '');
  return (
    <CodeBlock code={whole} info={infoText}>
      <code ref={element} className={language === undefined ? undefined : `language-${language}`}>
        <CodeLines code={whole} colours={colours} />
      </code>
    </CodeBlock>
  );
}

/**
 * Limit of a table's cells, unless it has more characters: rows are filled to the header's width, so few characters could become very many
 * cells.
 */
const MOST_CELLS = 20_000;

function TableNode({ node, source }: SourceNode) {
  const most = Math.max(MOST_CELLS, node.to - node.from);
  const { header, rows, alignments } = tableOf(node, source.text, most);
  if (header.length * (rows.length + 1) > most) return <PlainBlock node={node} source={source} />;
  const styleOf = (column: number) => {
    const textAlign = alignments[column];
    return textAlign === undefined ? undefined : { textAlign };
  };
  const contentOf = (cell: SyntaxNode | null) => (cell === null ? null : inlineContent(cell, source));
  return (
    // Makes a wide table scrollable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <div role="group" aria-label={t('Table')} className="overflow-x-auto focus-inset" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map((cell, column) => (
              // Columns have no other key.
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are only added at the end
              <th key={column} style={styleOf(column)}>
                {contentOf(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells }) => (
            <TableRow key={row.from} node={row} source={source}>
              {() =>
                cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are only added at the end
                  <td key={column} style={styleOf(column)}>
                    {contentOf(cell)}
                  </td>
                ))
              }
            </TableRow>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const TableRow = memo(function TableRow({ children }: SourceNode & { children: () => ReactNode }) {
  return <tr>{children()}</tr>;
}, isSame);
