// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Checkpoint } from '../../lib/chat/checkpoints.ts';
import type { StepSummary } from '../../lib/chat/past/undo-service.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { CheckpointList } from './checkpoint-list.tsx';
import { useTimeline } from './use-timeline.ts';

afterEach(cleanup);

const checkpoint = (sequence: number, rest: Partial<Checkpoint>): Checkpoint => ({
  sequence,
  kind: 'task',
  label: `Task ${sequence}`,
  bookmark: null,
  at: 1,
  changedFiles: 1,
  differs: 2,
  ledToNow: true,
  isContinued: false,
  ...rest,
});

const step = (sequence: number, rest: Partial<StepSummary>): StepSummary => ({
  sequence,
  at: 1,
  kind: 'agent',
  label: `Wrote ${sequence}.ts`,
  name: null,
  files: [`${sequence}.ts`],
  isInEffect: true,
  ...rest,
});
const onNow = vi.fn();
const noShow = () => expect.unreachable();

function Shown({ onShow }: { onShow: (step: StepSummary) => void }) {
  const [timeline, readAgain] = useTimeline();
  const changes = { files: 7, added: 234, removed: 5, hunks: 9, kept: 2 };
  const now = { changes, isShown: false, onShow: onNow };
  return <CheckpointList timeline={timeline} onNamed={readAgain} shown={null} onShow={onShow} now={now} />;
}

async function show(checkpoints: readonly Checkpoint[], steps: readonly StepSummary[] = [], onShow: (step: StepSummary) => void = noShow) {
  const actions = fakeActions({
    listCheckpoints: async () => checkpoints,
    listSteps: async () => steps,
    undoStep: async () => undefined,
    undoLastStep: async () => undefined,
    restoreCheckpoint: async () => undefined,
    undoLastRun: async () => undefined,
    listCheckpointFiles: async () => ['a.txt', 'b.txt'],
    nameCheckpoint: async () => undefined,
  });
  render(
    <ReadyWorkbench actions={actions}>
      <Shown onShow={onShow} />
    </ReadyWorkbench>,
  );
  // The dialog is loaded on first use, which may take long on a busy machine.
  await act(async () => void (await import('./restore-dialog.tsx')));
  await vi.waitFor(() => expect(actions.calls.map((call) => call.name)).toContain('listCheckpoints'));
  return actions;
}

describe('the list of checkpoints', () => {
  it('names each with its message and what changed, and restores after a question', async () => {
    const actions = await show([
      checkpoint(9, { kind: 'restore', label: 'Task 4', changedFiles: 3 }),
      checkpoint(6, { kind: 'command', label: 'npm test' }),
      checkpoint(4, { changedFiles: 0 }),
      checkpoint(1, { differs: 0 }),
    ]);
    const list = within(await screen.findByRole('list', { name: 'Checkpoints' }));
    const [now, ...items] = list.getAllByRole('listitem').map((item) => item.textContent);
    expect(now).toMatch(/^Now/);
    expect(items[0]).toContain('Before going back to “Task 4”');
    expect(items[0]).toContain('3 files changed');
    expect(items[1]).toContain('Before your command “npm test”');
    expect(items[2]).toContain('no files changed');
    expect(items[3]).toContain('As now');
    const [first, , second] = list.getAllByRole('button', { name: 'Restore' });
    expect(second?.getAttribute('aria-describedby')).toBe('checkpoint-4');
    fireEvent.click(second ?? first ?? expect.unreachable());
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore this checkpoint?' }));
    expect(dialog.getByText(/2 files will be restored to that state/)).toBeTruthy();
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Restore' })));
    expect(actions.calls.at(-1)).toEqual({ name: 'restoreCheckpoint', arguments: [4] });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('has the present above all that was, with what has changed until now, and leads back to it', async () => {
    await show([checkpoint(4, {})]);
    const [first] = within(await screen.findByRole('list', { name: 'Checkpoints' })).getAllByRole('listitem');
    const now = within(first ?? expect.unreachable());
    expect(first?.textContent).toContain('7 files');
    expect(now.getByText('234 lines added')).toBeTruthy();
    fireEvent.click(now.getByRole('button', { name: 'Now' }));
    expect(onNow).toHaveBeenCalledTimes(1);
  });

  it('restores only the files that stay ticked', async () => {
    const actions = await show([checkpoint(4, {})]);
    fireEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore this checkpoint?' }));
    fireEvent.click(await dialog.findByRole('checkbox', { name: 'a.txt' }));
    expect(dialog.getByText(/1 file will be restored/)).toBeTruthy();
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Restore' })));
    expect(actions.calls.at(-1)).toEqual({ name: 'restoreCheckpoint', arguments: [4, ['b.txt']] });
  });

  it('shows the name of a bookmark, and lets the user give one', async () => {
    const actions = await show([checkpoint(4, { bookmark: 'It worked here' }), checkpoint(1, {})]);
    expect((await screen.findAllByRole('listitem'))[1]?.textContent).toContain('It worked here');
    fireEvent.click(screen.getByRole('button', { name: 'Bookmark' }));
    const field = screen.getByRole('textbox', { name: 'Name of the bookmark' });
    fireEvent.change(field, { target: { value: 'Before the login' } });
    await act(async () => void fireEvent.submit(field));
    expect(actions.calls).toContainEqual({ name: 'nameCheckpoint', arguments: [1, 'Before the login'] });
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('asks first: cancelled, nothing happens', async () => {
    const actions = await show([checkpoint(4, {})]);
    fireEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo last task' }));
    expect(actions.calls.map((call) => call.name)).toEqual(['listCheckpoints', 'listSteps', 'listCheckpointFiles', 'undoLastRun']);
  });

  it('groups the steps under their task, shows what each did, and takes each back or again', async () => {
    const shown: StepSummary[] = [];
    const steps = [
      step(1, {}),
      step(6, { isInEffect: false }),
      step(7, { kind: 'command', label: 'npm install' }),
      step(9, { kind: 'undo' }),
    ];
    const actions = await show([checkpoint(5, { label: 'Add a form' }), checkpoint(2, {})], steps, (each) => void shown.push(each));
    const list = within(await screen.findByRole('list', { name: 'Steps of Add a form' }));
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Wrote 9.tsRedo',
      'npm installUndo',
      'Wrote 6.tstaken back',
    ]);
    fireEvent.click(list.getByRole('button', { name: 'npm install' }));
    expect(shown).toEqual([steps[2]]);
    fireEvent.click(list.getByRole('button', { name: 'Undo' }));
    fireEvent.click(list.getByRole('button', { name: 'Redo' }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo last step' }));
    expect(actions.calls.slice(-3)).toEqual([
      { name: 'undoStep', arguments: [7] },
      { name: 'undoStep', arguments: [9] },
      { name: 'undoLastStep', arguments: [] },
    ]);
    fireEvent.click(screen.getByRole('button', { name: '1 step of the beginning' }));
    expect(within(screen.getByRole('list', { name: 'Steps of the beginning' })).getByText('Wrote 1.ts')).toBeTruthy();
  });

  it('finds by a name, a message and a file, shows what it found unfolded, and says when there is nothing', async () => {
    const steps = [
      step(2, { label: 'Wrote src/App.tsx', files: ['src/App.tsx'] }),
      step(3, { name: 'before the redesign' }),
      ...[6, 7, 8, 9].map((sequence) => step(sequence, {})),
    ];
    await show([checkpoint(5, { label: 'Add a form' }), checkpoint(1, { label: 'Begin', bookmark: 'It worked here' })], steps);
    const search = (await screen.findByRole('searchbox', { name: 'Search checkpoints' })) as HTMLInputElement;
    const find = (query: string) => {
      fireEvent.change(search, { target: { value: query } });
      return screen.queryAllByRole('listitem').map((item) => item.querySelector('p, .past-step-label')?.textContent);
    };
    expect(find('Redesign before')).toEqual(['★ It worked here · Begin', '★ before the redesign · Wrote 3.ts']);
    expect(find('app.TSX')).toEqual(['★ It worked here · Begin', 'Wrote App.tsx']);
    expect(find('worked here')).toHaveLength(3);
    expect(find('form')).toHaveLength(5);
    expect(find('nothing of this')).toEqual([]);
    expect(screen.getByRole('status').textContent).toBe('Nothing of that name, message or file.');
    fireEvent.keyDown(search, { key: 'Escape' });
    expect(screen.queryAllByRole('list', { name: /^Steps of/ })).toHaveLength(1);
  });

  it('is absent where there is none', async () => {
    await show([]);
    expect(screen.queryByRole('list')).toBeNull();
  });
});
