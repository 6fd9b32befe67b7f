import type { SyntaxNode } from '@lezer/common';
import { Fragment, type ReactNode } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { shortMarks } from '../../ui/text/short-marks.ts';
import { addressOf, addressOfText, labelKey, safeAddress } from './link-address.ts';
import { childrenOf, codeOf, type MarkdownSource, sliceOf } from './markdown-source.ts';
import { entityText } from './plain-text.ts';

/** Nodes that are markup and not text. */
const MARKS = new Set([
  'CodeMark',
  'EmphasisMark',
  'HeaderMark',
  'LinkMark',
  'LinkTitle',
  'ListMark',
  'QuoteMark',
  'StrikethroughMark',
  'TaskMarker',
]);

/** Limit for nested emphasis, links and images: browsers lay them out recursively. */
const DEEPEST_INLINE = 24;

/** Renders the text of a node and its children, from `from` to `to`. */
export function inlineContent(node: SyntaxNode, source: MarkdownSource, depth = 0, from = node.from, to = node.to): ReactNode[] {
  if (depth > DEEPEST_INLINE) return [shortMarks(source.text.slice(from, to))];
  const content: ReactNode[] = [];
  let at = from;
  const addText = (end: number) => {
    if (end > at) content.push(shortMarks(source.text.slice(at, end)));
  };
  for (const child of childrenOf(node)) {
    if (child.from < from || child.to > to) continue;
    addText(child.from);
    at = child.to;
    if (!MARKS.has(child.name)) content.push(<Fragment key={child.from}>{inlineNode(child, source, depth)}</Fragment>);
    // The space after such a mark belongs to the mark.
    else if (child.name !== 'EmphasisMark' && child.name !== 'StrikethroughMark' && source.text[at] === ' ') at += 1;
  }
  addText(to);
  return content;
}

function inlineNode(node: SyntaxNode, source: MarkdownSource, depth: number): ReactNode {
  const written = sliceOf({ node, source });
  switch (node.name) {
    case 'Emphasis':
      return <em>{inlineContent(node, source, depth + 1)}</em>;
    case 'StrongEmphasis':
      return <strong>{inlineContent(node, source, depth + 1)}</strong>;
    case 'Strikethrough':
      return <del>{inlineContent(node, source, depth + 1)}</del>;
    case 'InlineCode':
      return <code>{shortMarks(inlineCode(node, source))}</code>;
    case 'Escape':
      return written.slice(1);
    case 'Entity':
      return entityText(written);
    case 'HardBreak':
      return <br />;
    case 'HTMLTag':
      // HTML is shown as text, except `<br>`: a table cell cannot contain a line break otherwise.
      return /^<br\s*\/?>$/i.test(written) ? <br /> : shortMarks(written);
    case 'URL':
      return isVersion(node, source) ? shortMarks(written) : <ModelLink address={addressOfText(written)}>{shortMarks(written)}</ModelLink>;
    case 'Autolink':
      return <ModelLink address={addressOfText(written.slice(1, -1))}>{shortMarks(written.slice(1, -1))}</ModelLink>;
    case 'Link':
    case 'Image':
      return link(node, source, depth);
    default:
      return shortMarks(written);
  }
}

/** `react@18.3.1` and `@scope/name@next.1` are versions and not mail addresses. */
function isVersion(node: SyntaxNode, source: MarkdownSource): boolean {
  const written = sliceOf({ node, source });
  if (!/^[^/:]+@/.test(written)) return false;
  return source.text[node.from - 1] === '/' || !/\.[a-z][a-z-]*$/i.test(written);
}

/** Returns the code between the backticks: line breaks become spaces, and one space at each end is removed. */
function inlineCode(node: SyntaxNode, source: MarkdownSource): string {
  const marks = node.getChildren('CodeMark');
  const ticks = (marks[0]?.to ?? node.from) - node.from;
  const code = codeOf({ node, source })
    .slice(ticks, -ticks || undefined)
    .replaceAll('\n', ' ');
  const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
  const bare = isPadded ? code.slice(1, -1) : code;
  return node.parent?.name === 'TableCell' ? bare.replaceAll('\\|', '|') : bare;
}

/** A model's text must not load anything by itself: images become links that the user may follow. */
function link(node: SyntaxNode, source: MarkdownSource, depth: number): ReactNode {
  const [open, close] = node.getChildren('LinkMark');
  const address = addressOfLink(node, source);
  if (open === undefined || close === undefined || address === undefined) return literal(node, source, depth);
  const content = inlineContent(node, source, depth + 1, open.to, close.from);
  const isImage = node.name === 'Image';
  const name = isImage ? t('Picture: {name}', { name: shortMarks(source.text.slice(open.to, close.from)) || address }) : content;
  return <ModelLink address={address}>{name}</ModelLink>;
}

function addressOfLink(node: SyntaxNode, source: MarkdownSource): string | undefined {
  const url = node.getChild('URL');
  if (url !== null) return addressOf(url, source);
  const marks = node.getChildren('LinkMark');
  // Brackets and empty parentheses.
  if (marks.length === 4) return '';
  const label = node.getChild('LinkLabel');
  const written = label === null ? '' : source.text.slice(label.from, label.to);
  return source.references.get(
    labelKey(written === '' || written === '[]' ? source.text.slice(node.from + (node.name === 'Image' ? 1 : 0), marks[1]?.to) : written),
  );
}

/** A link with an undefined label is not a link, but its content may contain markup. */
function literal(node: SyntaxNode, source: MarkdownSource, depth: number): ReactNode {
  if (depth > DEEPEST_INLINE) return shortMarks(sliceOf({ node, source }));
  const content: ReactNode[] = [];
  let at = node.from;
  for (const child of childrenOf(node)) {
    if (MARKS.has(child.name) || child.name === 'LinkLabel') continue;
    content.push(
      shortMarks(source.text.slice(at, child.from)),
      <Fragment key={child.from}>{inlineNode(child, source, depth + 1)}</Fragment>,
    );
    at = child.to;
  }
  content.push(shortMarks(source.text.slice(at, node.to)));
  return content;
}

function ModelLink({ address, children }: { address: string; children: ReactNode }) {
  return (
    <a href={safeAddress(address)} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
