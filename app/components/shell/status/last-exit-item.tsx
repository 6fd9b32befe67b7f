import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { $chat, type ChatState } from '../../../lib/stores/chat.ts';

/** The exit code of the newest command of this chat that has ended, whoever ran it. */
export function LastExitItem() {
  const { messages, userCommands } = useStore($chat, { keys: ['messages', 'userCommands'] });
  const code = useMemo(() => lastExitCode(messages, userCommands), [messages, userCommands]);
  if (code === null) return null;
  return (
    <span className="status-item tabular" title={t('How the last command of this chat ended')}>
      {t('Exit {code}', { code })}
    </span>
  );
}

function lastExitCode(messages: ChatState['messages'], userCommands: ChatState['userCommands']): number | null {
  for (const { id, parts } of messages.toReversed()) {
    const own = userCommands.get(id)?.exitCode;
    if (own !== undefined && own !== null) return own;
    for (const part of parts.toReversed()) {
      if (part.type !== 'dynamic-tool' || part.state !== 'output-available') continue;
      const { output } = part;
      if (typeof output === 'object' && output !== null && 'exitCode' in output && typeof output.exitCode === 'number')
        return output.exitCode;
    }
  }
  return null;
}
