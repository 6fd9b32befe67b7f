import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Idioms of translated English and their replacements. Checked in all prose: comments, documents, titles, texts. */
const WORDS: readonly (readonly [instead: string, pattern: RegExp])[] = [
  ['the user', /\b(?:the|an?|another|this|that|each|every|no) persons?\b|\bperson['’]s\b/gi],
  ['fix', /\bmend(?:s|ed|ing)?\b/gi],
  ['again, from scratch', /\banew\b/gi],
  ['is, contains, exists', /\b(?:stand(?![- ]ins?\b)|stands|stood)\b(?! for\b)/gi],
  ['is notified, learns, gets', /\b(?:is|are|was|were|be|been|being) (?:also |not |never |only |then )?told\b/gi],
  ['continues', /\b(?:goes|go|went|gone) on\b/gi],
];

/** Third-party texts, other languages, input that a user may type, and requirements quoted from their documents. */
const NOT_OURS =
  /^(?:tests\/fixtures|templates|tests\/packages)\/|\/catalogue\/(?!en)[\w-]+\.json$|^(?:CHANGELOG\.md|LICENSE|package-lock\.json|docs\/seeds\.md)$/;
const QUOTED = new Map([['app/server/demo/next-turn.server.ts', /^const CONTINUE = .*|\/\\b\(\?:again\|afresh.*$/gm]]);

/** A block comment, or line comments on successive lines. */
const COMMENT = /\/\*((?:[^*]|\*(?!\/))*)\*\/|(?<!^[ \t]*\/\/.*\n[ \t]*)(?<=^|\s)\/\/ (.*(?:\n[ \t]*\/\/ .*)*)/gm;

const texts = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:tsx?|mjs|js|css|md|json|yml|snap)$/.test(file) && !NOT_OURS.test(file) && !file.endsWith('language.test.ts'))
  .map((file) => ({ file, text: withoutQuotes(file, readFileSync(file, 'utf8')) }))
  .map(({ file, text }) => ({ file, text, words: splitNames(prose(text)) }));

/** Joins a sentence across the lines of a comment; the line breaks stay, so that line numbers are preserved. */
function prose(text: string): string {
  return text.replace(/[ \t]*\n[ \t]*(?:\* |\/\/ |# )?/g, '\n');
}

function withoutQuotes(file: string, text: string): string {
  return text.replace(QUOTED.get(file) ?? /$^/g, '');
}

/** Splits `SOME_NAME` and `someName` into words. */
function splitNames(text: string): string {
  return text.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ').replaceAll('_', ' ');
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

test.each(WORDS)('texts say %s', (_instead, pattern) => {
  const spaced = new RegExp(pattern.source.replaceAll(' ', '\\s'), pattern.flags);
  const found = texts.flatMap(({ file, words }) =>
    [...words.matchAll(spaced)].map(({ index, 0: said }) => `${file}:${lineAt(words, index)}: ${said}`),
  );
  expect(found).toEqual([]);
});

test('names of before do not come back', () => {
  const pattern = /\b(?:takeUp|putDown|untold)\b|by: 'person'/g;
  const code = texts.filter(({ file }) => /\.tsx?$/.test(file) && file !== 'app/lib/session-file/read-session.test.ts');
  expect(code.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(({ 0: name }) => `${file}: ${name}`))).toEqual([]);
});

/** Openings of comments and their replacements. A question may begin with "What". */
const OPENINGS: readonly (readonly [instead: string, opening: RegExp])[] = [
  ['a noun ("The omitted parts.") or a verb ("Returns the omitted parts.")', /^What\b(?![^.?!]*\?)/],
  ['a sentence ("Returns null if …", "`true` while …")', /^(?:null|true|false)\s*:/],
];

test.each(OPENINGS)('comments begin with %s', (_instead, opening) => {
  const found = texts
    .filter(({ file }) => /\.(?:tsx?|mjs|js|css)$/.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(COMMENT)]
        .filter(([, block = '', line = '']) => opening.test((block || line).replace(/^[\s*`]+|`(?=\s*:)/g, '')))
        .map(({ index, 0: comment }) => `${file}:${lineAt(text, index)}: ${comment.trim().split('\n')[0]}`),
    );
  expect(found).toEqual([]);
});
