import { act, render } from '@testing-library/react';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions, type ScriptedActions } from '../../testing/fake-actions.ts';
import { Conversation } from '../conversation/conversation.tsx';
import { RunStrip } from '../run/run-strip.tsx';

/** The conversation with its strip, over actions that record what is done. */
export async function showConversation(scripted: ScriptedActions = {}) {
  const actions = fakeActions(scripted);
  render(
    <ReadyWorkbench actions={actions}>
      <Conversation approvals={null} />
      <RunStrip />
    </ReadyWorkbench>,
  );
  // Markdown is loaded when it is first needed.
  await act(async () => void (await import('../markdown/markdown-block.tsx')));
  return actions;
}
