import { act, render } from '@testing-library/react';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions, type ScriptedActions } from '../../testing/fake-actions.ts';
import { Conversation } from '../conversation/conversation.tsx';
import { RunStrip } from '../run/run-strip.tsx';

/** Renders the conversation with its strip, and records the called actions. */
export async function showConversation(scripted: ScriptedActions = {}) {
  const actions = fakeActions(scripted);
  render(
    <ReadyWorkbench actions={actions}>
      <Conversation approvals={null} />
      <RunStrip />
    </ReadyWorkbench>,
  );
  // Markdown is loaded on first use.
  await act(async () => void (await import('../markdown/markdown-block.tsx')));
  return actions;
}
