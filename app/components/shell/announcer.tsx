import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $chat } from '../../lib/stores/chat.ts';
import { $announcement } from '../../lib/stores/workbench.ts';
import { agentStatusText } from '../ui/text/agent-status-text.ts';

/** The page's one live region: reads out the agent's state as it changes, and what the services announce. */
export function Announcer() {
  const { status, notice } = useStore($chat, { keys: ['status', 'notice'] });
  const announcement = useStore($announcement);
  const [text, setText] = useState('');
  const state = agentStatusText(status, notice);
  useEffect(() => {
    if (status !== 'idle') setText(state);
  }, [status, state]);
  useEffect(() => {
    if (announcement !== '') setText(announcement);
  }, [announcement]);
  return (
    <div aria-live="polite" aria-atomic="true" className="visually-hidden">
      {text}
    </div>
  );
}
