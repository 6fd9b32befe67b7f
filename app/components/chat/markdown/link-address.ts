import type { SyntaxNode } from '@lezer/common';
import { childrenOf, type MarkdownSource } from './markdown-source.ts';
import { plainText } from './plain-text.ts';

/** What a link of a model may lead to: the web, a mailbox, and what has no protocol. */
const GOOD_PROTOCOL = /^(?:https?|mailto|xmpp|ircs?)$/i;

/** Characters: the page keeps each link's address, and one definition may be named ten thousand times. */
const LONGEST_ADDRESS = 4_000;

/** The address as a link may have it; undefined where it leads to something that runs, or has no end. */
export function safeAddress(address: string): string | undefined {
  if (address.length > LONGEST_ADDRESS) return undefined;
  const colon = address.indexOf(':');
  const elsewhere = address.search(/[/?#]/);
  // A colon behind one of these belongs to a path.
  const isRelative = colon === -1 || (elsewhere !== -1 && elsewhere < colon);
  return isRelative || GOOD_PROTOCOL.test(address.slice(0, colon)) ? address : undefined;
}

/** Of a bare address in the text: `www.` and mailboxes leave their protocol out. */
export function addressOfText(text: string): string {
  if (/^www\./i.test(text)) return `http://${text}`;
  return text.includes('@') && !/^[a-z][a-z\d+.-]*:/i.test(text) ? `mailto:${text}` : text;
}

/** The address in a `URL` node. */
export function addressOf(url: SyntaxNode, { text }: MarkdownSource): string {
  const written = text.slice(url.from, url.to);
  return plainText(written.startsWith('<') ? written.slice(1, -1) : written);
}

/** Labels are the same whatever their case and however their words are apart. */
export function labelKey(label: string): string {
  return label
    .replace(/^\[|\]$/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** What the definitions below `top` name. */
export function referencesOf(top: SyntaxNode, text: string): ReadonlyMap<string, string> {
  const references = new Map<string, string>();
  if (!text.includes(']:')) return references;
  const source = { text, references };
  for (const child of childrenOf(top)) {
    const label = child.name === 'LinkReference' ? child.getChild('LinkLabel') : null;
    const url = label === null ? null : child.getChild('URL');
    if (label === null || url === null) continue;
    const key = labelKey(text.slice(label.from, label.to));
    if (!references.has(key)) references.set(key, addressOf(url, source));
  }
  return references;
}
