/** Maximum nesting depth, which no normal page reaches. Of elements at greater depth, only the text is used. */
const DEEPEST = 200;
/** Elements without the page's text, or that a reader does not see. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  'script style noscript template svg canvas iframe object embed head nav form button select input textarea dialog audio video'.split(' '),
);
const BLOCKS: ReadonlySet<string> = new Set(
  'p div section article main header footer aside address figure figcaption details summary dl dt dd fieldset body center'.split(' '),
);

interface Place {
  base: string;
  depth: number;
}

/**
 * Converts a page to Markdown with its headings, lists, links, code and tables. Omits what a reader would not see, such as hidden elements
 * and comments.
 */
export function htmlToMarkdown(html: string, base: string): string {
  // The parsed document is inert: it runs no scripts and loads nothing.
  const document = new DOMParser().parseFromString(html, 'text/html');
  const root = document.querySelector('main') ?? document.body;
  const title = (document.title ?? '').replace(/\s+/g, ' ').trim();
  const text = childrenOf(root, { base, depth: 0 })
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return title === '' || text.startsWith('# ') ? text : `# ${title}\n\n${text}`;
}

function childrenOf(node: Node, place: Place): string {
  if (place.depth > DEEPEST) return inLine(node.textContent ?? '');
  const inner = { ...place, depth: place.depth + 1 };
  return Array.from(node.childNodes, (child) => {
    if (child.nodeType === 3) return (child.textContent ?? '').replace(/\s+/g, ' ');
    // Node type 1 is an element.
    return child.nodeType === 1 ? elementText(child as Element, inner) : '';
  }).join('');
}

function elementText(element: Element, place: Place): string {
  const name = element.localName;
  if (LEFT_OUT.has(name) || isHidden(element)) return '';
  if (BLOCKS.has(name)) return `\n\n${childrenOf(element, place)}\n\n`;
  const heading = /^h([1-6])$/.exec(name);
  if (heading !== null) return `\n\n${'#'.repeat(Number(heading[1]))} ${inLine(childrenOf(element, place))}\n\n`;
  switch (name) {
    case 'br':
      return '\n';
    case 'hr':
      return '\n\n---\n\n';
    case 'ul':
    case 'ol':
      return listText(element, place);
    case 'pre':
      return `\n\n\`\`\`\n${(element.textContent ?? '').replace(/\n+$/, '')}\n\`\`\`\n\n`;
    case 'blockquote':
      return `\n\n${childrenOf(element, place).trim().replace(/^/gm, '> ')}\n\n`;
    case 'table':
      return tableText(element, place);
    default:
      return inlineText(element, place);
  }
}

function inlineText(element: Element, place: Place): string {
  const text = element.localName === 'img' ? inLine(element.getAttribute('alt') ?? '') : childrenOf(element, place);
  const bare = inLine(text);
  if (bare === '') return text;
  switch (element.localName) {
    case 'img':
      return `[image: ${bare}]`;
    case 'code':
    case 'kbd':
    case 'samp':
      return `\`${bare}\``;
    case 'strong':
    case 'b':
      return `**${bare}**`;
    case 'em':
    case 'i':
      return `*${bare}*`;
    case 'a': {
      const target = addressOf(element.getAttribute('href'), place.base);
      return target === null ? text : `[${bare}](${target})`;
    }
    default:
      return text;
  }
}

function listText(list: Element, place: Place): string {
  const items = Array.from(list.children).filter((child) => child.localName === 'li' && !isHidden(child));
  const lines = items.map((item, index) => {
    const mark = list.localName === 'ol' ? `${index + 1}.` : '-';
    const text = childrenOf(item, place)
      .trim()
      .replace(/\n{2,}/g, '\n');
    return `${mark} ${text.replaceAll('\n', '\n  ')}`;
  });
  return `\n\n${lines.join('\n')}\n\n`;
}

function tableText(table: Element, place: Place): string {
  const rows = Array.from(table.querySelectorAll('tr')).map((row) =>
    Array.from(row.children, (cell) => inLine(childrenOf(cell, place)).replaceAll('|', '\\|')),
  );
  const [head, ...rest] = rows.filter((cells) => cells.length > 0).map((cells) => `| ${cells.join(' | ')} |`);
  if (head === undefined) return '';
  const rule = `|${' --- |'.repeat(Math.max(1, rows[0]?.length ?? 1))}`;
  return `\n\n${[head, rule, ...rest].join('\n')}\n\n`;
}

function inLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether the element is hidden, where instructions for machines could be placed. */
function isHidden(element: Element): boolean {
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return true;
  return /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])/i.test(
    element.getAttribute('style') ?? '',
  );
}

function addressOf(href: string | null, base: string): string | null {
  if (href === null || href.startsWith('#') || !URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
