import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $chat } from '../../lib/stores/chat.ts';
import { $announcement } from '../../lib/stores/workbench.ts';
import { agentStatusText } from '../ui/text/agent-status-text.ts';
import { spokenChange } from './spoken-change.ts';

/** The page's one live region: announces changes of the agent's state and the services' announcements. */
export function Announcer() {
  const { status, notice, toolCalls } = useStore($chat, { keys: ['status', 'notice', 'toolCalls'] });
  const announcement = useStore($announcement);
  const [text, setText] = useState('');
  const state = agentStatusText(status, notice);
  useEffect(() => {
    if (status !== 'idle') setText(state);
  }, [status, state]);
  const change = status === 'idle' ? null : spokenChange(toolCalls);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each call once
  useEffect(() => {
    if (change !== null) setText(change.text);
  }, [change?.toolCallId]);
  useEffect(() => {
    if (announcement !== '') setText(announcement);
  }, [announcement]);
  return (
    <div aria-live="polite" aria-atomic="true" className="visually-hidden">
      {text}
    </div>
  );
}
