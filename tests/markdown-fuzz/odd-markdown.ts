import { Random } from '../policy-fuzz/random.ts';

/** Unusual Markdown, and the words that must be readable whatever happens to the rest. */
export interface OddMarkdown {
  text: string;
  words: readonly string[];
}

/** The length of the odd part: many are short, some as long as a block may be. */
const LONGEST = 120_000;

const MARKS = ['\u0301', '\u0336', '\u20dd', '\u0e31', '\u200d', '\ufe0f', '\u0f90', '\u{e0067}', '\u034f'];
const DIRECTIONS = ['\u202e', '\u202d', '\u2067', '\u2066', '\u200f', '\u061c'];
const CONTAINERS = ['> ', '>', '- ', '* ', '+ ', '1. ', '9) ', '  > ', '- > ', '> 1. ', '   - '];
const PAIRS = [
  ['*', '*'],
  ['**', '**'],
  ['_', '_'],
  ['~~', '~~'],
  ['[', '](a)'],
  ['![', '](a)'],
  ['[', ']'],
  ['[', '][r]'],
  ['(', ')'],
  ['<b>', '</b>'],
  ['`', '`'],
  ['"', '"'],
] as const;
/** Units that make a parser look ahead, or back, each time. */
const TOKENS = [
  ...[
    '[',
    ']',
    '[a](',
    '![[',
    '[]',
    '](',
    '*',
    '_',
    '*a ',
    'a**b',
    'a* ',
    '*a_',
    '~~a ',
    '~',
    '`',
    '`a',
    '``a',
    '<',
    '<a ',
    '<!--',
    '<![CDATA[',
    '<?',
    '<a b="',
  ],
  ...[
    '&',
    '&#x',
    '&amp;',
    '\\',
    '\\a',
    'http://',
    'www.',
    'www.a.b(',
    'a@',
    'a.',
    ')',
    '|',
    '|a',
    '|-',
    '-',
    '=',
    '- ',
    '#',
    '# ',
    '\t',
    ' ',
    '  \n',
    '\n',
    '\r',
    '\r\n',
    '\u0000',
  ],
  ...[
    '[a]: ',
    '[^1]: ',
    '[^1]',
    '[a]:\n"',
    '"',
    ':',
    '1. ',
    '- [ ] ',
    '- [x] ',
    '```',
    '```\n',
    '~~~\n',
    '> ```\n',
    '<div>\n',
    '</',
    '$$',
    '😀',
    '👩\u200d',
    'ل',
    '\u0915\u094d',
    '\ud800',
    'שלום',
  ],
];

type Make = (random: Random, size: number) => string;

function repeated(unit: string, size: number): string {
  return unit.repeat(Math.max(1, Math.ceil(size / unit.length))).slice(0, Math.max(size, unit.length));
}

const nestedContainers: Make = (random, size) => {
  const mixed = random.chance(0.3);
  const one = random.pick(CONTAINERS);
  let text = '';
  while (text.length < size) text += mixed ? random.pick(CONTAINERS) : one;
  return `${text}x`;
};

/** Each line is deeper than the previous one. */
const growingIndent: Make = (random, size) => {
  const mark = random.pick(['- ', '1. ', '* ', '> ', '+ ']);
  const step = mark === '> ' ? mark : ' '.repeat(mark.length);
  const lines: string[] = [];
  for (let depth = 0, length = 0; length < size; depth += 1) {
    const line = step.repeat(depth) + (mark === '> ' ? 'x' : `${mark}x`);
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
};

const nestedPairs: Make = (random, size) => {
  const mixed = random.chance(0.4);
  const first = random.pick(PAIRS);
  const pairs: (readonly [string, string])[] = [];
  for (let length = 0; length < size; ) {
    const pair = mixed ? random.pick(PAIRS) : first;
    pairs.push(pair);
    length += pair[0].length + pair[1].length + 2;
  }
  const open = pairs.map(([begin]) => begin).join(random.pick(['', 'a ', ' ']));
  return `${open}x${
    random.chance(0.2)
      ? ''
      : pairs
          .map(([, end]) => end)
          .reverse()
          .join(random.pick(['', ' a']))
  }`;
};

const tokens: Make = (random, size) => repeated(random.pick(TOKENS), size);

const soup: Make = (random, size) => {
  const some = random.times(1 + random.below(6), () => random.pick([...TOKENS, ...CONTAINERS, 'word', ' ', '\n']));
  let text = '';
  while (text.length < size) text += random.pick(some);
  return text;
};

const marks: Make = (random, size) => {
  const mark = random.pick([...MARKS, ...DIRECTIONS]);
  return random.chance(0.5) ? `a${repeated(mark, size)}` : repeated(`a${mark.repeat(1 + random.below(60))}`, size);
};

const table: Make = (random, size) => {
  const columns = 1 + random.below(Math.max(1, Math.ceil(size / 6)));
  const head = `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n`;
  return head + repeated(random.pick(['|\n', '|b|\n', '|b|c|\n', 'x|\n']), Math.max(1, size - head.length));
};

const lines: Make = (random, size) =>
  repeated(
    `${random.pick(['- a', '* [ ] a', '# a', '> a', 'a', '1. a', '|a|', '---', '    a', '<b>', '[a]: b', '[^a]: b', '```'])}\n`,
    size,
  );

const links: Make = (random, size) => {
  const many = Math.ceil(size / 12);
  return random.pick([
    () => `[a](${repeated('b', size)})`,
    () => `[a]: ${repeated('b', size / 2)}\n\n${repeated('[a] ', size / 2)}`,
    () => random.times(many, () => `[^${random.below(many)}]`).join(' '),
    () => random.times(many, () => `[r${random.below(many)}]: /u`).join('\n'),
    () => `http://a.b/${repeated(random.pick(['(', ')', '&a;', '%', '.', '_']), size)}`,
  ])();
};

const code: Make = (random, size) => {
  const fence = random.pick(['```', '~~~', '`'.repeat(3 + random.below(400))]);
  const language = random.pick(['', 'ts', 'json', 'html', 'markdown', repeated('a', Math.min(size, 500))]);
  return `${fence}${language}\n${repeated(random.pick(['x', '[', '{', '<b>', 'a\n', '/*', '`', '(']), size)}\n${random.chance(0.8) ? fence : ''}`;
};

const words: Make = (random, size) => repeated(random.pick(['x', 'word ', 'a\u200bb', 'ل', '漢', 'supercalifragilistic-']), size);

const MAKERS: readonly (readonly [number, Make])[] = [
  [4, nestedContainers],
  [2, growingIndent],
  [4, nestedPairs],
  [4, tokens],
  [4, soup],
  [2, marks],
  [2, table],
  [2, lines],
  [2, links],
  [2, code],
  [1, words],
];

/** Returns a length, as often from 10 to 100 as from 1,000 to 10,000. */
function sizeOf(random: Random, longest: number): number {
  return Math.ceil(10 ** (1 + random.next() * (Math.log10(longest) - 1)));
}

/** Returns the odd Markdown with this number: the same for a seed everywhere. */
export function oddMarkdown(seed: number, index: number, longest = LONGEST): OddMarkdown {
  const random = Random.of(seed, index);
  const count = 1 + random.below(3);
  const parts = random.times(count, () => random.weighted(MAKERS)(random, sizeOf(random, longest / count)));
  const odd = parts.map((part) => (random.chance(0.15) ? prefixed(part, random) : part)).join(random.pick(['\n\n', '\n', ' ', '']));
  const [first, last] = [`first${index}x`, `last${index}x`];
  return { text: `${first}\n\n${odd.slice(0, longest)}\n\n${last}`, words: [first, last] };
}

/** Nests all of it in containers. */
function prefixed(part: string, random: Random): string {
  const prefix = random.pick(CONTAINERS).repeat(1 + random.below(30));
  const all = part.split('\n');
  return all.length > 200 ? `${prefix}${part}` : all.map((line) => prefix + line).join('\n');
}
