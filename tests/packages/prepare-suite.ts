import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Suite } from './suite.ts';

interface PackageJson {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Packages that no test needs: style, types, coverage, builds, releases, documentation, browsers. */
const beside =
  /eslint|prettier|standard|^xo$|^tsd$|biome|oxlint|oxfmt|husky|lint|commit|release|changeset|^np$|nyc|^c8$|coveralls|codecov|istanbul|size-limit|bundle|rollup|webpack|rspack|gulp|grunt|parcel|browserify|karma|playwright|puppeteer|cypress|saucelabs|typedoc|jsdoc|docusaurus|vuepress|vitepress|bench|autocannon|publint|attw|arethetypeswrong|tshy|tsdown|tsup|microbundle|esm-wrapper|airtap|wdio|webdriver|flow|codemirror|gh-pages|napi/;

/** Returns a clone in a folder of its name, or at `owner+name/repo`. */
export function sourcesOf(suite: Suite, sources: string): string | null {
  const [owner = '', name = ''] = suite.repository.split('/');
  return [join(sources, `${owner}+${name}`, 'repo'), join(sources, name), join(sources, suite.name)].find(existsSync) ?? null;
}

/** Prepares the tests in a separate folder with their dependencies; an existing up-to-date folder is kept. */
export function prepareSuite(suite: Suite, repository: string, folder: string): string {
  const tested = join(folder, suite.folder ?? '');
  const stamp = join(`${folder}.json`);
  const wanted = JSON.stringify({ ...suite, command: '', count: '' });
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return tested;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const without = (suite.remove ?? []).map((path) => `:(exclude)${path}`);
  const archive = execFileSync('git', ['-C', repository, 'archive', suite.at, '--', '.', ...without], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  install(suite, tested);
  for (const [from, to] of Object.entries(suite.published ?? {})) cpSync(join(tested, from), join(tested, to), { recursive: true });
  for (const [path, text] of Object.entries(suite.files ?? {})) {
    mkdirSync(dirname(join(tested, path)), { recursive: true });
    writeFileSync(join(tested, path), text);
  }
  for (const [path, target] of Object.entries(suite.links ?? {})) {
    mkdirSync(dirname(join(tested, path)), { recursive: true });
    symlinkSync(target, join(tested, path));
  }
  writeFileSync(stamp, wanted);
  return tested;
}

function install(suite: Suite, folder: string): void {
  const own = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;
  const { dependencies = {}, devDependencies = {}, peerDependencies = {} } = own;
  const development = Object.entries(devDependencies).filter(([name]) => !beside.test(name));
  const asked = suite.install ?? development.map(([name]) => name);
  const wanted: Record<string, string> = { ...dependencies };
  for (const text of asked) {
    const at = text.indexOf('@', 1);
    const name = at === -1 ? text : text.slice(0, at);
    wanted[name] = at === -1 ? (devDependencies[name] ?? peerDependencies[name] ?? 'latest') : text.slice(at + 1);
  }
  for (const [name, range] of Object.entries(wanted))
    if (/^(?:workspace|file|link|catalog):|\//.test(range) && !range.startsWith('npm:')) delete wanted[name];
  if (Object.keys(wanted).length === 0) return;
  // Away from the repository's own lock file, workspaces and scripts.
  const elsewhere = `${folder}.install`;
  rmSync(elsewhere, { recursive: true, force: true });
  mkdirSync(elsewhere, { recursive: true });
  writeFileSync(join(elsewhere, 'package.json'), JSON.stringify({ private: true, dependencies: wanted, overrides: suite.overrides ?? {} }));
  const options = ['install', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--force', '--loglevel=error'];
  execFileSync('npm', options, { cwd: elsewhere, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const name of ['package-lock.json', 'node_modules']) rmSync(join(folder, name), { recursive: true, force: true });
  cpSync(join(elsewhere, 'node_modules'), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  rmSync(elsewhere, { recursive: true });
}
