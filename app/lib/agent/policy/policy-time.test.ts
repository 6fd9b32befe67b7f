import { expect, test } from 'vitest';
import { costOf } from '../../../../tests/setup/cost-of.ts';
import { DEFAULT_APP_SETTINGS } from '../../protocol/settings.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { decide } from './decide.ts';

function verdictOf(command: string) {
  const settings = { ...DEFAULT_APP_SETTINGS, agent: { ...DEFAULT_APP_SETTINGS.agent, autoApproveCommands: true } };
  const context = { settings, chatId: '', projectRoot: '/home/project', hasChangedScripts: false, hasFileWall: true, now: 0 };
  return decide({ kind: 'command', command, cwd: toWorkspacePath(''), script: null }, context).verdict;
}

const PIECES = [
  '(',
  '$(',
  '`',
  '{ ',
  '"$(',
  '${x:-',
  '$((',
  '[[ ',
  'if ',
  'eval ',
  "bash -c '",
  '<(',
  '\\',
  '$(<<E ',
  'a=(',
  'ls; ',
  'a|',
  '$x',
  '{a,b}',
  '! ',
  '-x ',
];

test.each(PIECES)('a long run of %j is judged in bounded time', (piece) => {
  const text = piece.repeat(Math.floor(9_900 / piece.length));
  expect(costOf(() => expect(verdictOf(text)).toBe('ask'))).toBeLessThan(300);
});

test.each(['ls; ', 'echo $(ls) ', 'x=1; ', 'cat a | ', 'git log && ', "echo 'a' ", 'a -x '])(
  'twice as many of %j take no more than a few times as long',
  (piece) => {
    const cost = (length: number) => {
      const text = `${piece.repeat(Math.floor(length / piece.length))}ls`;
      return costOf(() => {
        for (let round = 0; round < 3; round++) verdictOf(text);
      });
    };
    cost(1_000);
    // Linear growth doubles the time, quadratic growth quadruples it; the engine's own work, such as garbage collection, is added.
    expect(cost(4_000)).toBeLessThan(Math.max(20, 12 * cost(2_000)));
  },
);

test.each([
  ['( ', ' )'],
  ['{ ', '; }'],
  ['$( ', ' )'],
  ['echo "$( ', ' )"'],
  ['if ', '; then ls; fi'],
])('%j within itself 149 times is judged, and 2 000 times asks', (open, close) => {
  for (const depth of [10, 149, 2_000]) {
    const text = `${open.repeat(depth)}ls${close.repeat(depth)}`;
    const verdict = verdictOf(text);
    if (depth === 2_000) expect(verdict).toBe('ask');
    else expect(['auto', 'ask']).toContain(verdict);
  }
});
