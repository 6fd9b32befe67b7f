/** Entities that are common in prose; others are left unchanged. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  divide: '÷',
  minus: '−',
  plusmn: '±',
  deg: '°',
  micro: 'µ',
  larr: '←',
  uarr: '↑',
  rarr: '→',
  darr: '↓',
  harr: '↔',
  rArr: '⇒',
  le: '≤',
  ge: '≥',
  ne: '≠',
  asymp: '≈',
  infin: '∞',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  para: '¶',
  check: '✓',
  cross: '✗',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
};

/** Decodes an entity, such as `&amp;`. */
export function entityText(entity: string): string {
  const name = entity.slice(1, -1);
  const number = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name);
  if (number === null) return (Object.hasOwn(NAMED, name) ? NAMED[name] : undefined) ?? entity;
  const code = number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1], 16);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}

/** Returns a text with Markdown's escapes and entities decoded. */
export function plainText(written: string): string {
  return written.replace(/\\([!-/:-@[-`{-~])/g, '$1').replace(/&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,31});/gi, entityText);
}
