import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { STILL_QUERY, useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { isRunOpen } from '../../ui/text/agent-status-text.ts';

/** Says that this chat's messages go to the agent. Pulses while it works, unless reduced motion is preferred. */
export function AgentBadge() {
  const { status } = useStore($chat, { keys: ['status'] });
  const { enabled } = useStore($settings, { keys: ['agent'] }).agent;
  const isStill = useMediaQuery(STILL_QUERY);
  if (!enabled) return null;
  return (
    <span className="badge badge-agent" data-pulse={isRunOpen(status) && !isStill}>
      {t('AGENT')}
    </span>
  );
}
