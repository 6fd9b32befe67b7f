import { expect, test } from 'vitest';
import { compareLanguage } from '../../../scripts/texts/compare-language.ts';
import { findTexts } from '../../../scripts/texts/find-texts.ts';

const IMPORTS = `import { t, tIn } from '../../lib/i18n/t.ts';\nimport { plural } from '../../lib/i18n/plural.ts';\n`;
const found = (source: string) => findTexts('app/a.tsx', `${IMPORTS}${source}`);

test('texts are found with their forms, contexts and both ways of a choice', () => {
  const { texts, problems } = found(`
    const a = t('Keep');
    const b = <p title={t(isOpen ? 'Close' : \`Open\`)}>{plural(n, { one: '{count} file', other: '{count} files' })}</p>;
    const c = tIn('of a file', 'Open');`);
  expect(problems).toEqual([]);
  expect(texts.map(({ key, one }) => (one === undefined ? key : `${one} / ${key}`))).toEqual([
    'Keep',
    'Close',
    'Open',
    '{count} file / {count} files',
    'of a file|Open',
  ]);
});

test('what is no literal is a problem, with its place', () => {
  expect(found('t(name); plural(n, forms); t(`Found ${file}`);').problems).toEqual([
    'app/a.tsx:3: its text is no literal: t(name)',
    'app/a.tsx:3: its text is no literal: plural(n, forms)',
    'app/a.tsx:3: its text is no literal: t(`Found ${file}`)',
  ]);
});

test('a reason of the agent’s core is a text as well', () => {
  const source = `import { because } from '../../protocol/texts/reason.ts';\nbecause('it runs {program}', { program });\nbecause(why);`;
  const { texts, problems } = findTexts('app/a.ts', source);
  expect([texts.map(({ key }) => key), problems]).toEqual([['it runs {program}'], ['app/a.ts:3: its text is no literal: because(why)']]);
});

test('other functions of these names are not ours', () => {
  expect(findTexts('app/a.ts', "import { t } from './other.ts';\nt('Keep');").texts).toEqual([]);
});

test('a language says what it lacks, has in vain and has in another shape', () => {
  const entries = new Map([
    ['Keep', { files: [] }],
    ['Found in {file}', { files: [] }],
    ['{count} files', { one: '{count} file', files: [] }],
    ['{count} steps', { one: '{count} step', files: [] }],
  ]);
  const texts = {
    'Found in {file}': 'In {datei}',
    '{count} files': '{count} Dateien',
    '{count} steps': { one: 'Ein Schritt', other: '{count} Schritte' },
    Gone: 'Weg',
  };
  const gaps = compareLanguage('de', texts, { entries });
  expect(gaps.missing).toEqual(['Keep']);
  expect(gaps.unused).toEqual(['Gone']);
  expect(gaps.wrong).toEqual(['Found in {file}: its places are file, not datei', '{count} files: it needs the forms one, other']);
});
