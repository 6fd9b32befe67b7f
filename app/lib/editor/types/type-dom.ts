import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/markdown';
import { boundedMarkdown } from '../bounded-markdown.ts';

/** Deeper parts become plain text: the comment may be from a package, and a browser lays out elements recursively. */
const DEEPEST = 64;
const MARKDOWN = boundedMarkdown(parser);

/** A box with a signature and its documentation. `active`: the current parameter's part of the signature. */
export function typeBox(signature: string, documentation: string, active: { from: number; to: number } | null = null): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-type-box';
  if (signature !== '') {
    const code = box.appendChild(document.createElement('code'));
    code.className = 'cm-type-signature';
    if (active === null) code.textContent = signature;
    else {
      const strong = document.createElement('strong');
      strong.textContent = signature.slice(active.from, active.to);
      code.append(signature.slice(0, active.from));
      code.appendChild(strong);
      code.append(signature.slice(active.to));
    }
  }
  if (documentation !== '') {
    const text = box.appendChild(document.createElement('div'));
    text.className = 'cm-type-documentation';
    appendMarkdown(text, MARKDOWN.parse(documentation).topNode, documentation);
  }
  return box;
}

const ELEMENTS: Readonly<Record<string, string>> = {
  Paragraph: 'p',
  Emphasis: 'em',
  StrongEmphasis: 'strong',
  InlineCode: 'code',
  FencedCode: 'pre',
  CodeBlock: 'pre',
  BulletList: 'ul',
  OrderedList: 'ol',
  ListItem: 'li',
  Blockquote: 'blockquote',
};
/** Markdown syntax, which is not part of the text; link addresses are not shown. */
const MARK = /Mark$|^(?:URL|LinkTitle|CodeInfo|LinkLabel)$/;

/** Untrusted text from packages: it produces only text and a few elements without attributes. */
function appendMarkdown(parent: HTMLElement, node: SyntaxNode, source: string, depth = 0): void {
  let at = node.from;
  for (let child = depth > DEEPEST ? null : node.firstChild; child !== null; child = child.nextSibling) {
    parent.append(source.slice(at, child.from));
    at = child.to;
    if (MARK.test(child.name)) continue;
    const name = ELEMENTS[child.name] ?? (/Heading/.test(child.name) ? 'p' : 'span');
    appendMarkdown(parent.appendChild(document.createElement(name)), child, source, depth + 1);
  }
  parent.append(source.slice(at, node.to));
}
