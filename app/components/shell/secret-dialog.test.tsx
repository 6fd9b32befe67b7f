// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $secretQuestion, askSecretQuestion } from '../../lib/stores/secret-question.ts';
import { SecretDialog } from './secret-dialog.tsx';

afterEach(() => {
  cleanup();
  $secretQuestion.set(null);
});

function ask(...paths: string[]) {
  const answer = askSecretQuestion(paths);
  render(<SecretDialog />);
  return answer;
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

test('names the secret files of an export, and takes none along unless it is ticked', async () => {
  const answer = ask('.env', 'server/key.pem');
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['.env', 'server/key.pem']);
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([false, false]);
  fireEvent.click(screen.getByRole('checkbox', { name: '.env' }));
  await press('Export without 1 file');
  expect(await answer).toEqual(new Set(['.env']));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('remembers nothing for the next export', async () => {
  const first = ask('.env');
  fireEvent.click(screen.getByRole('checkbox', { name: '.env' }));
  await press('Export all');
  await first;
  cleanup();
  const second = ask('.env');
  await press('Export without 1 file');
  expect(await second).toEqual(new Set());
});

test('exports nothing where it is closed, or where another export asks', async () => {
  const first = askSecretQuestion(['.env']);
  const second = ask('.env');
  expect(await first).toBeNull();
  await press('Cancel');
  expect(await second).toBeNull();
});
