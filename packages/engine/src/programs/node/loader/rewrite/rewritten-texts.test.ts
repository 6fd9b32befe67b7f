import { describe, expect, it } from 'vitest';
import { MODULE_TAIL, rewriteModule } from './rewrite-module.ts';
import { RewrittenTexts } from './rewritten-texts.ts';

function noted(texts: RewrittenTexts, file: string, source: string): string {
  const { code, head, edits, prefix } = rewriteModule(source);
  texts.note(file, { code, bodyStart: head.length, bodyEnd: code.length - MODULE_TAIL.length, edits, prefix });
  return code;
}

const textFrom = (code: string, begin: string, end: string) => code.slice(code.indexOf(begin), code.lastIndexOf(end) + end.length);

describe('RewrittenTexts', () => {
  it('gives a function of any file the text it was written with, though others look the same once rewritten', () => {
    const texts = new RewrittenTexts();
    const sources = [
      'import one from "x"; const f = async () => (await one)()',
      'import two from "x"; const f = async () => (await two)()',
    ];
    const made = sources.map((source, index) => textFrom(noted(texts, `/${index}.js`, source), 'async () =>', ')()'));
    expect(made.map((text) => texts.originalOf(text))).toEqual(['async () => (await one)()', 'async () => (await two)()']);
  });

  it('tells apart what is imported under two names', () => {
    const texts = new RewrittenTexts();
    const code = noted(texts, '/a.js', 'import { z as a, z as b } from "x"; const f = () => a, g = () => b');
    expect([...code.matchAll(/\(\) => [^,\n]+/g)].map(([text]) => texts.originalOf(text))).toEqual(['() => a', '() => b']);
  });

  it('leaves places alone once a file was run as it is', () => {
    const texts = new RewrittenTexts();
    const code = noted(texts, '/a.js', 'async () => { await 1; x }');
    const column = code.split('\n')[0]?.indexOf(' x }') ?? -1;
    const place = { line: 1, column: column - code.indexOf('async ()') + 2 };
    expect(texts.placeOf('/a.js', place)).toEqual({ line: 1, column: 24 });
    texts.notePlain('/a.js');
    expect(texts.placeOf('/a.js', place)).toEqual(place);
  });
});
