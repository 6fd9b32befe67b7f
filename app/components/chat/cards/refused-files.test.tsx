// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../lib/protocol/message.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { RefusedFiles } from './refused-files.tsx';
import type { StepView } from './step-view.ts';

afterEach(cleanup);

function show(output: JsonValue) {
  const step: StepView = {
    toolCallId: 'a',
    toolName: 'devonz_run_command',
    input: { command: 'grep -rn KEY .' },
    state: 'success',
    output,
    message: '',
    errorCode: null,
    durationMs: 1,
    startedAt: null,
  };
  const actions = fakeActions({ send: async () => undefined });
  render(
    <ReadyWorkbench actions={actions}>
      <RefusedFiles step={step} />
    </ReadyWorkbench>,
  );
  return actions;
}

describe('guarded files that a command was kept from', () => {
  it('are named, and the agent is asked to ask for them', async () => {
    const actions = show({ refused: { read: ['.env'], write: ['AGENTS.md'], note: 'skipped' } });
    expect(screen.getByRole('note', { name: 'Kept from guarded files' }).textContent).toContain(
      'Not approved for this: it did not read .env; it did not change AGENTS.md.',
    );
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Run again with access' })));
    const [text] = actions.calls[0]?.arguments ?? [];
    expect(text).toBe('Run this again, with access: {"command":"grep -rn KEY .","access":{"read":[".env"],"write":["AGENTS.md"]}}');
  });

  it('are not mentioned where there are none', () => {
    show({ status: 'completed', output: '' });
    show({ refused: 'of another kind' });
    expect(screen.queryByRole('note')).toBeNull();
  });
});
