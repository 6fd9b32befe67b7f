// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { afterEach, expect, test } from 'vitest';
import { MarkdownBlock } from './markdown-block.tsx';

afterEach(cleanup);

/** Elements around the text without meaning. */
const FRAMES = new Set(['DIV', 'SPAN', 'BUTTON']);

/** Returns the elements and texts, without presentation. */
function outlineOf(node: Node): string {
  if (node.nodeType === 3) return (node.textContent ?? '').replace(/\s+/g, ' ');
  if (!(node instanceof HTMLElement)) return '';
  if (node.tagName === 'BUTTON') return '';
  const inner = [...node.childNodes].map(outlineOf).join('').replace(/ +/g, ' ');
  if (node.tagName === 'BR') return '<br>';
  if (node.tagName === 'INPUT') return node.hasAttribute('checked') ? '[x]' : '[ ]';
  // A model's HTML is a separate text here and a bare text in the reference.
  if (FRAMES.has(node.tagName) || node.className === 'whitespace-pre-wrap') return inner;
  const facts = ['href', 'start'].flatMap((name) => (node.hasAttribute(name) ? [`${name}=${node.getAttribute(name)}`] : []));
  return `<${[node.tagName.toLowerCase(), ...facts].join(' ')}>${inner.trim()}</>`;
}

const tidy = (outline: string) => outline.replace(/ ?(<\/?[^>]*>) ?/g, '$1').replace(/\[([x ])\] /g, '[$1]');

function ours(text: string): string {
  const { container } = render(<MarkdownBlock text={text} />);
  const outline = tidy(outlineOf(container));
  cleanup();
  return outline;
}

/** Returns the outline by a complete implementation of CommonMark and GFM. */
function theirs(text: string): string {
  const { container } = render(<Markdown remarkPlugins={[remarkGfm]}>{text}</Markdown>);
  const outline = tidy(outlineOf(container));
  cleanup();
  return outline;
}

test.each([
  'A *word*, a **word**, ***both***, ~~none~~ and `code`.',
  'Snake_case_names and 2 * 3 * 4 stay as they are; so does **an open one.',
  '`` a `tick` inside `` and ` padded `',
  'One line\nand its continuation.  \nA break, and\\\nanother one.',
  '# One\n\n## Two ##\n\n###### Six\n\nSetext\n======\n\nOther\n---',
  '- one\n- two\n  - nested\n    - deeper\n- three',
  '- apart\n\n- from\n\n- each other',
  '3. three\n4. four\n\n   with a paragraph\n5. five',
  '* a\n* b\n\n+ another list\n+ of others',
  '- [ ] to do\n- [x] done **well**\n- plain',
  '> A quotation\n> of two lines\n>\n> - with a list\n>   of `code\n> over lines`\n>   > and another',
  '```ts title="a.ts"\nconst a = 1;\n\n  b();\n```',
  '~~~\n``` inside\n~~~',
  '1. Run it:\n\n   ```sh\n   npm test\n     indented\n   ```\n\n2. Look.',
  '> ```js\n> quoted();\n> ```',
  'Text\n\n    indented code\n\n    of two parts',
  '| a | b | c |\n|:--|:-:|--:|\n| 1 | **2** | `x\\|y` |\n| only one |\n|  | empty before | more | too many |',
  'a | b\n--|--\n1 | 2',
  'Before\n\n---\n\nAfter\n\n***',
  '[link](https://example.com/a_b "title") and [rel](docs/x.md#y) and [empty]()',
  '[by label][One], [One][], [one] and [none] of [these][nowhere].\n\n[one]: <https://example.com/1> "T"',
  '<https://example.com/?a=1&b=2>, https://example.com/path, www.example.com and me@example.com.',
  'npm install react@18.3.1 @swc/wasm@1.16.1, not a@b.example.com.',
  '&amp; &lt;b&gt; &copy; &#8594; &#x1F600; &unknown; \\* \\_ \\# \\a',
  'Text with <b>tags</b> and <!-- a comment -->.',
  'עברית and العربية and 漢字 and 😀 **👩‍👩‍👧** done',
  '- item\n\n  second paragraph of it\n\n      code in it',
  '***\n* * *\nText\n***',
  'Hello  \n',
  '',
])('shows what CommonMark and GFM mean: %j', (text) => {
  expect(ours(text)).toBe(theirs(text));
});

test("shows this project's own documents as another implementation does", () => {
  const documents = import.meta.glob<string>('../../../../docs/*.md', { query: '?raw', import: 'default', eager: true });
  expect(Object.keys(documents).length).toBeGreaterThan(5);
  for (const [name, text] of Object.entries(documents)) expect(ours(text), name).toBe(theirs(text));
});
