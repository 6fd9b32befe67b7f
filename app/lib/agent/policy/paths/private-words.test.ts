import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costOf } from '../../../../../tests/setup/cost-of.ts';
import { isPrivatePath, PRIVATE_PATHS } from '../../../protocol/files/private-paths.ts';
import { toWorkspacePath } from '../../../runtime/to-workspace-path.ts';
import { policyContext } from '../../testing/policy-context.ts';
import { decide } from '../decide.ts';
import { privacyOf } from './private-words.ts';

const HOME = '/home/ada';
const ROOT = '/home/ada/app';

/** A path of the list below a home, as a file there could be called. */
const privatePath = fc
  .constantFrom(...PRIVATE_PATHS.filter(({ where }) => where !== 'root'))
  .map(({ segments }) => segments.map((segment) => segment.replace('[!a-z]', '.').replaceAll('*', 'x')).join('/'))
  .chain((path) => fc.constantFrom(path, `${path}/a`, `${path}/deep/id_rsa`));

/** Ways to write one character in a shell so that it, and perhaps more, is meant. */
const spellings: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => `\\${character}`,
  (character) => `'${character}'`,
  (character) => `"${character}"`,
  (character) => `[${character}x]`,
  (character) => `[!${character === 'q' ? 'j' : 'q'}]`,
  (character) => `{${character},zz}`,
  () => '?',
  () => '*',
];

/** Spells at most three characters oddly: each brace doubles what the shell makes of the word. */
const spelled = (path: string) =>
  fc.array(fc.tuple(fc.nat(path.length - 1), fc.nat(spellings.length - 1)), { maxLength: 3 }).map((choices) =>
    [...path]
      .map((character, index) => {
        const choice = choices.find(([at]) => at === index)?.[1] ?? 0;
        const isOfName = character !== '/' && !(character === '.' && (index === 0 || path[index - 1] === '/')) && character !== ' ';
        return isOfName ? (spellings[choice]?.(character) ?? character) : character === ' ' ? '\\ ' : character;
      })
      .join(''),
  );

const home = fc.constantFrom(
  ...[
    '~',
    '$HOME',
    '"$HOME"',
    '${HOME}',
    '${HOME:-/x}',
    HOME,
    '/home/eve',
    '/root',
    '/home/*',
    '/h*/ada',
    '..',
    '../../ada',
    './..',
    '~/app/..',
    '~/.',
    '~/',
  ],
);
const command = fc.constantFrom(
  'cat W',
  'cat < W',
  'head -n 1 W',
  'cp W .',
  'ls -la W',
  'grep x --file=W',
  'cd / && cat W',
  'cat a W b',
  'x=1 cat W | wc',
);

test('a command that names what is private is never run, however it is written', { timeout: 60_000 }, () => {
  const context = policyContext(
    { autoApproveCommands: true, autoApproveFileCreation: true, autoApproveFileModification: true },
    { machine: { id: 'm1', user: 'ada', home: HOME }, projectRoot: ROOT, hasFileWall: false },
  );
  fc.assert(
    fc.property(
      privatePath.chain((path) => fc.tuple(fc.constant(path), spelled(path))),
      home,
      command,
      ([path, word], start, line) => {
        fc.pre(isPrivatePath(`${HOME}/${path}`, HOME));
        fc.pre(!(start.startsWith('.') && line.startsWith('cd ')));
        const text = line.replace('W', () => `${start}/${word}`);
        const decision = decide({ kind: 'command', command: text, cwd: toWorkspacePath(''), script: null }, context);
        expect(decision.verdict, `${text} reads ${path}`).toBe('block');
      },
    ),
    { numRuns: 400 },
  );
});

test('a word that names nothing private is none, wherever it starts', () => {
  const harmless = [
    'src/main.ts',
    '*.ts',
    'app/.env',
    '~/notes.txt',
    '~/projects/*',
    '/etc/passwd',
    '$x/file',
    '-la',
    '~/.bashrc',
    '.gitignore',
  ];
  for (const word of harmless) expect(privacyOf(word, [ROOT], HOME), word).toBe('no');
});

test('the longest and oddest words are decided at once', () => {
  const odd = [
    '*'.repeat(5_000),
    `~/${'{a,b}'.repeat(1_000)}`,
    '~/?(a|b)'.repeat(1_000),
    '='.repeat(2_000),
    `~/${'../'.repeat(2_000)}`,
    `~/${'['.repeat(4_000)}`,
  ];
  expect(costOf(() => expect(odd.map((word) => privacyOf(word, [ROOT], HOME))).toHaveLength(odd.length))).toBeLessThan(500);
});
