import type { Random } from '../random.ts';
import { NAMES } from '../sandbox/scene.ts';
import { folderOf, lastOf, pathOf, spell, type Target } from './spell-path.ts';

/** The theme of a command: mostly harmless files with odd flags, or files that it must not access. */
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

/** The state while one command is written: its random generator, its current folder, and the programs it has named. */
export class Writer {
  readonly random: Random;
  readonly theme: Theme;
  readonly programs = new Set<string>();
  /** Relative to the project; paths are written relative to it. */
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

  /** Returns a path in some spelling. */
  path(target: Target = this.random.weighted(THEMES[this.theme])): string {
    const path = pathOf(this.random, target, this.folder);
    return target === 'source' && this.random.chance(0.6) ? (/[ ]/.test(path) ? `'${path}'` : path) : spell(this.random, path);
  }

  /** Returns a path for a program to write. */
  written(): string {
    if (this.random.chance(0.25)) return this.random.pick(NEW_NAMES);
    return this.theme === 'plain' && this.random.chance(0.6) ? this.path('source') : this.path('protected');
  }

  /** Returns a path for the same word as a flag: the shell finds no file for such a pattern, so it is written literally. */
  plainPath(target: Target = this.random.weighted(THEMES[this.theme])): string {
    return pathOf(this.random, target, this.folder).replace(/ /g, '\\ ');
  }

  plainWritten(): string {
    return this.random.chance(0.3) ? this.random.pick(NEW_NAMES) : this.plainPath(this.random.chance(0.5) ? 'protected' : 'source');
  }

  folderName(): string {
    return this.random.chance(0.5) ? this.random.pick(FOLDERS_OF_SOURCES) : this.random.pick(FOLDERS);
  }

  /** Returns a search term: words of programs, and prefixes of keys. */
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

  /** Returns a folder to change to, and updates the current folder. */
  go(): string {
    const target = this.theme === 'plain' ? 'source' : this.random.weighted(THEMES[this.theme]);
    const folders = NAMES[target].filter((path) => path.includes('/') && !path.startsWith('~')).map((path) => folderOf(path).slice(0, -1));
    const folder = folders.length === 0 ? 'src' : this.random.pick(folders);
    const spelled = this.random.chance(0.45) ? folder : spell(this.random, folder);
    if (this.folder === '' && !/^(?:\.\.|\/)/.test(folder)) this.folder = folder;
    return spelled;
  }

  /** Returns only the last part of a name, for programs that look for names. */
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
