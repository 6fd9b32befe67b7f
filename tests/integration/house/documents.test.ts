import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Files that a document refers to must exist. Decisions and the changelog describe their time, so only their links are checked. */
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n').filter(Boolean);
const documents = tracked
  .filter((file) => file.endsWith('.md') && !/^(?:templates|tests\/fixtures|tests\/packages)\//.test(file) && existsSync(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```$/gm, '') }));
const isHistory = (file: string) => /^(?:CHANGELOG\.md|docs\/decisions\/0)/.test(file);

/** Generated files, or those written on deployment. */
const NOT_TRACKED = /^(?:build|test-reports|test-results|node_modules)\/|\.dev\.vars$/;
/** `NAME.ts`, `x.ts`, `…`, `*` and the like are placeholders. */
const PLACEHOLDER = /\b[A-Z]{3,}\b(?!\.md)|(?:^|\/)x\.|[…*<>{}$]|NNNN/;
/** Paths of the user's project. */
const OF_A_PROJECT = /^(?:\.devonz|public|src|dist|node_modules|lib)\//;

const SUFFIXES = new Set(
  tracked.flatMap((file) => {
    const parts = file.split('/');
    return parts.map((_part, index) => parts.slice(index).join('/'));
  }),
);
const FOLDERS = new Set(tracked.flatMap((file) => prefixesOf(file)).flatMap((folder) => suffixesOf(folder)));

function prefixesOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}
function suffixesOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_part, index) => parts.slice(index).join('/'));
}

/** Returns the paths in backquotes: of files, and of folders that end with a slash. */
function pathsNamedIn(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name = '']) => name.replace(/:\d+$/, ''))
    .filter((name) => /^[\w.@-]+(?:\/[\w.@-]+)*(?:\/|\/[\w.-]+\.(?:ts|tsx|mts|mjs|js|css|md|json|toml|yml))$/.test(name))
    .filter((name) => !PLACEHOLDER.test(name) && !NOT_TRACKED.test(name) && !OF_A_PROJECT.test(name));
}

describe('a document', () => {
  test('links to nothing that is not there', () => {
    const broken = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)\s]*)?\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(normalize(join(dirname(file), decodeURIComponent(target)))))
        .map((target) => `${file} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test('names no file and no folder that is not there', () => {
    const named = documents
      .filter(({ file }) => !isHistory(file))
      .flatMap(({ file, text }) => pathsNamedIn(text).map((name) => ({ file, name })));
    const missing = named.filter(({ name }) => !(name.endsWith('/') ? FOLDERS.has(name.slice(0, -1)) : SUFFIXES.has(name)));
    expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
    expect(named.length).toBeGreaterThan(50);
  });

  test('names npm scripts that exist', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const missing = documents
      .filter(({ file }) => !isHistory(file) && !file.startsWith('packages/'))
      .flatMap(({ file, text }) => [...text.matchAll(/`npm run ([\w:-]+)/g)].map(([, name = '']) => ({ file, name })))
      .filter(({ name }) => !(name in manifest.scripts) && !/^(?:x|X|NAME)$/.test(name));
    expect(missing.map(({ file, name }) => `${file}: npm run ${name}`)).toEqual([]);
  });
});

describe('the index of decisions', () => {
  const folder = 'docs/decisions';
  const files = readdirSync(folder)
    .filter((file) => /^\d{4}-.*\.md$/.test(file))
    .sort();

  test('has every decision with its title, date and status, in one format', () => {
    const rows = files.map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const [, title, date, status] =
        /^# (\d{4} .+)\n\nDate: (\d{4}-\d{2}-\d{2}) · Status: (accepted|replaced by \d{4})\n\n/.exec(text) ??
        expect.fail(`${file} begins otherwise`);
      expect(title?.slice(0, 4)).toBe(file.slice(0, 4));
      return `| [${title}](${file}) | ${date} | ${status} |`;
    });
    const index = readFileSync(join(folder, 'README.md'), 'utf8');
    expect(index.split('\n').filter((line) => /^\| \[\d{4} /.test(line))).toEqual(rows);
  });

  test('has no number twice', () => {
    const numbers = files.map((file) => file.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
