import { expect, test } from 'vitest';
import { ScriptedQuestions } from './testing/scripted-questions.ts';
import { withMemory } from './with-memory.ts';

test('a password is asked for once, again if it was wrong, and answers at the keyboard each time', async () => {
  const asked = new ScriptedQuestions({ passwords: ['first', 'second'], keyboard: [['one'], ['two']] });
  const questions = withMemory(asked);
  const password = (attempt: number, host = 'server') => questions.password({ user: 'me', host, attempt });
  expect([await password(1), await password(1), await password(2), await password(1)]).toEqual(['first', 'first', 'second', 'second']);
  expect(await password(1, 'another')).toBeNull();
  const code = () => questions.keyboardInteractive({ user: 'me', host: 'server', title: '', instructions: '', prompts: [] });
  expect([await code(), await code()]).toEqual([['one'], ['two']]);
});
