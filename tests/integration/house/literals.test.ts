import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findLiterals } from '../../../scripts/texts/find-literals.ts';
import { productFiles } from '../../../scripts/texts/make-catalogue.ts';

/** Literals that are the same in every language, by file. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // Examples of input: an address, a path, a command, a name.
  'app/components/chat/markdown/code-block.tsx': ['src/app.ts'],
  'app/components/settings/mcp/mcp-server-form.tsx': ['memory'],
  'app/components/settings/models/local/local-model-settings.tsx': ['http://192.168.1.20:11434'],
  'app/components/settings/network/search-settings.tsx': ['https://search.example.org/search?format=json&q=%s'],
  'app/components/settings/policy-playground.tsx': ['npm test && rm -rf dist'],
  'app/components/machines/place-fields.tsx': ['node:22', '/home/jexida/project', '… /projects/shop', 'jexida', '… /.ssh/id_ed25519'],
  // Names: of this app, a host, a format, a key.
  'app/components/shell/app-header.tsx': ['devonz'],
  'app/components/preview/preview-toolbar.tsx': ['localhost:'],
  'app/components/settings/cost/cost-overview.tsx': ['CSV'],
  'app/components/page/command-input.tsx': ['Ctrl-C'],
};

const components = productFiles().filter((file) => file.endsWith('.tsx'));
const textsOf = (source: string) => findLiterals('app/a.tsx', source).map(({ text }) => text);

test('what a component shows or is called comes from the catalogue (t, plural, rich), or is the same in every language', () => {
  expect(components.length).toBeGreaterThan(200);
  const found = components.flatMap((file) =>
    findLiterals(file, readFileSync(file, 'utf8'))
      .filter(({ text }) => ALLOWED[file]?.includes(text) !== true)
      .map(({ text, line }) => `${file}:${line}: ${text}`),
  );
  expect(found).toEqual([]);
});

test('nothing is allowed that is not there any more', () => {
  const unused = Object.entries(ALLOWED).flatMap(([file, texts]) => {
    const found = findLiterals(file, readFileSync(file, 'utf8')).map(({ text }) => text);
    return texts.filter((text) => !found.includes(text)).map((text) => `${file}: ${text}`);
  });
  expect(unused).toEqual([]);
});

test.each([
  ['<p>Nothing has changed.</p>', 'Nothing has changed.'],
  ['<p>\n  Nothing\n  has changed.\n</p>', 'Nothing has changed.'],
  ['<p>{count} files</p>', 'files'],
  ["<p>{isOpen ? t('Close') : 'Open'}</p>", 'Open'],
  ["<p>{!isRequired && ' (optional)'}</p>", '(optional)'],
  ["<p>{name ?? 'Nobody'}</p>", 'Nobody'],
  ["<p>{'Found in ' + file}</p>", 'Found in'],
  ['<p>{`Found in ${file}`}</p>', 'Found in …'],
  ['<button aria-label="Close" />', 'Close'],
  ["<button aria-label={isOpen ? 'Close' : t('Open')} />", 'Close'],
  ['<img alt={`Picture of ${name}`} />', 'Picture of …'],
  ['<input placeholder="Search" />', 'Search'],
  ['<OutcomeCard label="Stopped" text={t("Stopped")} />', 'Stopped'],
  ['<SettingRow title="Language" />', 'Language'],
  ['<code title="A command">npm test</code>', 'A command'],
])('%s says a text of its own', (source, text) => {
  expect(textsOf(source)).toEqual([text]);
});

test.each([
  "<p>{t('Nothing has changed.')}</p>",
  "<p>{plural(count, { one: '{count} file', other: '{count} files' })}</p>",
  "<p>{rich('Press {key} to send', { key: <kbd>Enter</kbd> })}</p>",
  '<code>npm test</code>',
  '<pre><span>$ npm test</span></pre>',
  '<p>{name} · {size}</p>',
  '<p>→ {`${count}`}</p>',
  '<div className="flex" role="group" data-state="open" />',
  "<Row icon='i-lucide-x' tone={isBad ? 'red' : 'green'} />",
  "<option value='dark'>{text}</option>",
  "const kind = 'Nothing that is shown';",
])('%s says none', (source) => {
  expect(textsOf(source)).toEqual([]);
});
