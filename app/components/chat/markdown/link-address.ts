import type { SyntaxNode } from '@lezer/common';
import { childrenOf, type MarkdownSource } from './markdown-source.ts';
import { plainText } from './plain-text.ts';

/** Protocols that a model's link may have; addresses without a protocol are allowed too. */
const GOOD_PROTOCOL = /^(?:https?|mailto|xmpp|ircs?)$/i;

/** Limit in characters: the page keeps each link's address, and a definition may be used ten thousand times. */
const LONGEST_ADDRESS = 4_000;

/** Returns the address if a link may have it; undefined if it could run code or is too long. */
export function safeAddress(address: string): string | undefined {
  if (address.length > LONGEST_ADDRESS) return undefined;
  const colon = address.indexOf(':');
  const elsewhere = address.search(/[/?#]/);
  // A colon after one of these characters belongs to a path.
  const isRelative = colon === -1 || (elsewhere !== -1 && elsewhere < colon);
  return isRelative || GOOD_PROTOCOL.test(address.slice(0, colon)) ? address : undefined;
}

/** Completes a bare address in the text: `www.` and mail addresses omit their protocol. */
export function addressOfText(text: string): string {
  if (/^www\./i.test(text)) return `http://${text}`;
  return text.includes('@') && !/^[a-z][a-z\d+.-]*:/i.test(text) ? `mailto:${text}` : text;
}

/** Returns the address in a `URL` node. */
export function addressOf(url: SyntaxNode, { text }: MarkdownSource): string {
  const written = text.slice(url.from, url.to);
  return plainText(written.startsWith('<') ? written.slice(1, -1) : written);
}

/** Normalises a label: case and the amount of white space do not matter. */
export function labelKey(label: string): string {
  return label
    .replace(/^\[|\]$/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Returns the addresses of the definitions directly below `top`, by label. */
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
