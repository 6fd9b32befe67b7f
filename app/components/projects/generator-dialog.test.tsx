// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { GeneratorDialog } from './generator-dialog.tsx';

afterEach(cleanup);

function show() {
  const actions = fakeActions({ startFromGenerator: async () => undefined });
  render(
    <ReadyWorkbench actions={actions}>
      <GeneratorDialog onOpenChange={() => undefined} />
    </ReadyWorkbench>,
  );
  return actions;
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => act(async () => void fireEvent.change(field(name), { target: { value } }));
const NAME = 'Generator, an npm package';
const GIVEN = 'What it is given';

test('the command of a documentation can be pasted, and is shown as it will run', async () => {
  const actions = show();
  await type(NAME, 'npm create vite@latest my-app -- --template vue');
  expect(field(GIVEN).value).toBe('my-app --template vue');
  expect(screen.getByText('npx --yes create-vite@latest my-app --template vue')).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Run it' })));
  expect(actions.calls).toEqual([
    { name: 'startFromGenerator', arguments: [{ generator: 'create-vite@latest', arguments: 'my-app --template vue' }] },
  ]);
});

test('what one generator is given is not given to the next; what the user has written stays while its name does', async () => {
  show();
  await type(GIVEN, '. --template lit');
  await type(NAME, 'create-vite@7');
  await type(NAME, 'create-nuxt');
  expect(field(GIVEN).value).toBe('.');
  await type(GIVEN, '. --force');
  await type(NAME, ' create-nuxt ');
  expect(field(GIVEN).value).toBe('. --force');
});
