// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ImportPlan } from '../../lib/project/import/import-plan.ts';
import type { OpenedImport } from '../../lib/project/import/import-service.ts';
import { chatIdSchema } from '../../lib/protocol/ids.ts';
import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';
import type { CollectImport } from '../page/overlay-context.tsx';
import { ReadyWorkbench, WorkbenchProvider } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { ImportDialog } from './import-dialog.tsx';

afterEach(cleanup);

const PLAN: ImportPlan = {
  name: 'shop',
  files: 2,
  bytes: 3_000,
  leftOut: [{ reason: 'packages', files: 900, examples: ['node_modules/a/index.js'] }],
  refusal: null,
  facts: {
    kind: { type: 'framework', name: 'Vite', bundler: null },
    tile: 'V',
    manager: 'npm',
    scripts: [],
    start: { canStart: true, install: 'npm install', run: 'npm run dev' },
  } as unknown as ImportPlan['facts'], // Only the fields that this dialog shows.
  secrets: [],
  isSession: false,
};
const file = new Blob(['PK']);

async function show(plan: Partial<ImportPlan>, broken: string | null = null) {
  const opened: OpenedImport = {
    plan: async () => (broken === null ? { ok: true, plan: { ...PLAN, ...plan } } : { ok: false, why: broken }),
    bringIn: async () => ({ status: 'done', chatId: chatIdSchema.parse('c'), damaged: [] }),
    close: () => undefined,
  };
  const actions = fakeActions({ openImport: async () => opened, installAndRun: async () => undefined });
  const sessions: Blob[] = [];
  let isOpen = true;
  await act(
    async () =>
      void render(
        <ReadyWorkbench actions={actions}>
          <ImportDialog
            collect={async () => ({ type: 'zip', name: 'shop.zip', file })}
            onSession={(session) => sessions.push(session)}
            onOpenChange={(open) => {
              isOpen = open;
            }}
          />
        </ReadyWorkbench>,
      ),
  );
  return { actions, sessions, isOpen: () => isOpen };
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

test('what is brought in is said before, and then offered to be installed and run', async () => {
  const { actions, isOpen } = await show({});
  expect(screen.getByText('2 files, 3 KB')).toBeTruthy();
  expect(actions.calls.map(({ name }) => name)).toEqual(['openImport']);
  await press('Bring in 2 files');
  expect(screen.getByText('“shop” is open.')).toBeTruthy();
  await press('Install and run');
  expect([actions.calls.at(-1)?.name, isOpen()]).toEqual(['installAndRun', false]);
});

test('a zip that is a whole session is not brought in as a project', async () => {
  const { sessions } = await show({ isSession: true });
  expect(sessions).toEqual([file]);
  expect(screen.queryByRole('button', { name: /^Bring in/ })).toBeNull();
});

test('what cannot be brought in says why, and offers nothing but to close', async () => {
  await show({ refusal: 'empty' });
  expect(screen.getByRole('alert').textContent).toBe('It holds no files.');
  expect(screen.queryByRole('button', { name: /^Bring in/ })).toBeNull();
});

test('an archive that cannot be read is named, with what to do next', async () => {
  await show({}, 'The archive is damaged, or is not a zip file.');
  expect(screen.getByRole('alert').textContent).toBe('shop.zip was not brought in. The archive is damaged, or is not a zip file.');
  expect(screen.getByText('Download or export the file again, or choose another one.')).toBeTruthy();
});

test('what is dropped before the services are there is looked through once', async () => {
  let ready: (actions: WorkbenchActions) => void = () => undefined;
  const start = () => new Promise<WorkbenchActions>((resolve) => (ready = resolve));
  let looks = 0;
  const collect: CollectImport = async () => {
    looks += 1;
    return { type: 'zip', name: 'shop.zip', file };
  };
  await act(
    async () =>
      void render(
        <WorkbenchProvider start={start}>
          <ImportDialog collect={collect} onOpenChange={() => undefined} />
        </WorkbenchProvider>,
      ),
  );
  const opened: OpenedImport = {
    plan: async () => ({ ok: true, plan: PLAN }),
    bringIn: async () => ({ status: 'cancelled' }),
    close: () => undefined,
  };
  await act(async () => ready(fakeActions({ openImport: async () => opened })));
  expect(screen.getByText('2 files, 3 KB')).toBeTruthy();
  expect(looks).toBe(1);
});
