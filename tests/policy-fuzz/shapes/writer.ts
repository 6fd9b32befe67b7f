import type { Random } from '../random.ts';
import { NAMES } from '../sandbox/scene.ts';
import { folderOf, lastOf, pathOf, spell, type Target } from './spell-path.ts';

/** What a command is about: mostly harmless files with odd flags, or files that it must keep away from. */
export type Theme = 'plain' | 'secret' | 'protected' | 'outside';

const THEMES: Readonly<Record<Theme, readonly (readonly [number, Target])[]>> = {
  plain: [
    [86, 'source'],
    [8, 'regenerable'],
    [6, 'secret'],
  ],
  secret: [
    [75, 'secret'],
    [25, 'source'],
  ],
  protected: [
    [70, 'protected'],
    [25, 'source'],
    [5, 'secret'],
  ],
  outside: [
    [60, 'outside'],
    [40, 'source'],
  ],
};

const FOLDERS = ['.', 'src', 'docs', 'packages', 'config', 'tests', '..', '*', 'src/*', './', '.git', '.github', '.ssh', 'odd'];
const FOLDERS_OF_SOURCES = ['src', 'docs', 'tests', 'scripts', 'packages/a/src', 'src/components', '.'];
const NEW_NAMES = [
  'new.txt',
  'src/new.ts',
  'out.log',
  '.env.test',
  '.github/workflows/new.yml',
  '.circleci/new.yml',
  '.gitlab-ci.yml',
  '.devcontainer/new.json',
  '.lintstagedrc.yaml',
  'lefthook-local.yml',
  '.lefthook.yml',
  '.husky/pre-push',
  'HEAD',
  'CLAUDE.md',
  'src/AGENTS.md',
  '../new.txt',
  '.git/hooks/post-commit',
];

/** What one command is written with: its source of chance, where it is by then, and the programs it has named. */
export class Writer {
  readonly random: Random;
  readonly theme: Theme;
  readonly programs = new Set<string>();
  /** Below the project; paths are written as seen from there. */
  folder = '';

  constructor(random: Random) {
    this.random = random;
    this.theme = random.weighted<Theme>([
      [38, 'plain'],
      [34, 'secret'],
      [20, 'protected'],
      [8, 'outside'],
    ]);
  }

  /** Names a program, so that a rule can be made for it. */
  program(name: string): string {
    this.programs.add(name);
    return name;
  }

  /** A path, in some spelling. */
  path(target: Target = this.random.weighted(THEMES[this.theme])): string {
    const path = pathOf(this.random, target, this.folder);
    return target === 'source' && this.random.chance(0.6) ? (/[ ]/.test(path) ? `'${path}'` : path) : spell(this.random, path);
  }

  /** A path that a program may be asked to write. */
  written(): string {
    if (this.random.chance(0.25)) return this.random.pick(NEW_NAMES);
    return this.theme === 'plain' && this.random.chance(0.6) ? this.path('source') : this.path('protected');
  }

  /** In the same word as a flag: the shell finds no file by such a pattern, so that it is written as it is. */
  plainPath(target: Target = this.random.weighted(THEMES[this.theme])): string {
    return pathOf(this.random, target, this.folder).replace(/ /g, '\\ ');
  }

  plainWritten(): string {
    return this.random.chance(0.3) ? this.random.pick(NEW_NAMES) : this.plainPath(this.random.chance(0.5) ? 'protected' : 'source');
  }

  folderName(): string {
    return this.random.chance(0.5) ? this.random.pick(FOLDERS_OF_SOURCES) : this.random.pick(FOLDERS);
  }

  /** What a search looks for: words of programs, and what keys begin with. */
  pattern(): string {
    const patterns = [
      'import',
      "'import React'",
      'debug',
      'name',
      'true',
      '.',
      "''",
      'one',
      'app',
      KEY,
      LIVE,
      MAPS,
      SLACK,
      'BEGIN',
      'token',
      '-e x',
    ];
    return this.random.pick(patterns);
  }

  /** A folder to go to, and where that leads. */
  go(): string {
    const target = this.theme === 'plain' ? 'source' : this.random.weighted(THEMES[this.theme]);
    const folders = NAMES[target].filter((path) => path.includes('/') && !path.startsWith('~')).map((path) => folderOf(path).slice(0, -1));
    const folder = folders.length === 0 ? 'src' : this.random.pick(folders);
    const spelled = this.random.chance(0.45) ? folder : spell(this.random, folder);
    if (this.folder === '' && !/^(?:\.\.|\/)/.test(folder)) this.folder = folder;
    return spelled;
  }

  /** Only the last part of a name, for programs that look for names. */
  nameOnly(): string {
    return lastOf(this.path());
  }
}

const [KEY, LIVE, MAPS, SLACK] = [
  ['AK', 'IA'],
  ['sk_', 'live_'],
  ['AI', 'za'],
  ['xo', 'xb-'],
].map((pieces) => pieces.join('')) as [string, string, string, string];
