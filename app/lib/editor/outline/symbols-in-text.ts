import { StreamLanguage } from '@codemirror/language';
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import type { FileSymbol } from '../../types-service/type-questions.ts';
import { languageOf } from '../language-of.ts';
import { SYMBOL_RULES } from './symbol-rules.ts';

/** Parsing a longer text would block the page for too long. In characters. */
const LONGEST_TEXT = 1_000_000;
const MOST_SYMBOLS = 5_000;
/** Objects and elements may be nested deeply; only the upper levels are useful. */
const DEEPEST = 6;
const LONGEST_NAME = 120;
/** Elements that help users to find their way in a page. */
const LANDMARK = /^(?:h[1-6]|head|body|header|main|nav|section|article|aside|footer|form|dialog|template|script|style|table|slot)$/i;

/** A file's symbols according to its grammar; null if its language has none or it is too long. */
export async function symbolsInText(path: string, text: string): Promise<readonly FileSymbol[] | null> {
  if (text.length > LONGEST_TEXT) return null;
  const loaded = await languageOf(path);
  if (loaded === null || loaded.language instanceof StreamLanguage) return null;
  const symbols: FileSymbol[] = [];
  let level = 0;
  /** For each open node, whether it became a parent in the outline. */
  const entered: boolean[] = [];
  loaded.language.parser.parse(text).iterate({
    enter(node) {
      if (symbols.length >= MOST_SYMBOLS || level > DEEPEST) return false;
      const symbol = symbolAt(node, text);
      entered.push(symbol !== null);
      if (symbol === null) return true;
      const { depth = level, ...found } = symbol;
      symbols.push({ ...found, level: depth });
      level++;
      return true;
    },
    leave() {
      if (entered.pop()) level--;
    },
  });
  return symbols;
}

type Found = Omit<FileSymbol, 'level'> & { depth?: number };

function symbolAt(ref: SyntaxNodeRef, text: string): Found | null {
  const heading = /^(?:ATX|Setext)Heading([1-6])$/.exec(ref.name);
  if (heading) return headingAt(ref, text, Number(heading[1]) - 1);
  if (ref.name === 'Element') return elementAt(ref.node, text);
  const rule = SYMBOL_RULES.get(ref.name);
  if (rule === undefined) return null;
  if (rule.names !== 'before-block') {
    const name = childOf(ref.node, rule.names);
    return name && { ...named(text.slice(name.from, name.to)), kind: rule.kind, from: name.from, to: name.to };
  }
  const block = childOf(ref.node, ['Block', 'KeyframeList', 'DeclarationList']);
  const to = block?.from ?? ref.to;
  const name = text.slice(ref.from, to).trimEnd();
  return { ...named(name), kind: rule.kind, from: ref.from, to: ref.from + name.length };
}

function headingAt({ from, to }: SyntaxNodeRef, text: string, depth: number): Found | null {
  const [first = ''] = text.slice(from, to).split('\n');
  const name = first.replace(/^\s*#{1,6}\s*|\s+#+\s*$/g, '');
  return name === '' ? null : { ...named(name), kind: 'heading', from, to: from + first.length, depth };
}

/** `main`, `div#app`: landmarks, headings with their text, and elements with an id. */
function elementAt(node: SyntaxNode, text: string): Found | null {
  const tag = childOf(node, ['OpenTag', 'SelfClosingTag', 'StartTag']);
  const tagName = tag && childOf(tag, ['TagName', 'ComponentName']);
  if (!tag || !tagName) return null;
  const called = text.slice(tagName.from, tagName.to);
  const id = /\sid\s*=\s*["']?([^\s"'>{]+)/.exec(text.slice(tag.from, tag.to))?.[1];
  if (id === undefined && !LANDMARK.test(called)) return null;
  const words = /^h[1-6]$/i.test(called) ? ` ${text.slice(tag.to, node.to).replace(/<[^>]*>?/g, ' ')}` : '';
  return { ...named(`${called}${id === undefined ? '' : `#${id}`}${words}`), kind: 'element', from: tagName.from, to: tagName.to };
}

function childOf(node: SyntaxNode, names: readonly string[]): SyntaxNode | null {
  for (let child = node.firstChild; child; child = child.nextSibling) if (names.includes(child.name)) return child;
  return null;
}

/** On one line, and shortened to a readable length. */
function named(text: string): { name: string } {
  const name = text.replace(/\s+/g, ' ').trim();
  return { name: name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name };
}
