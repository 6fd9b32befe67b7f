import { t } from '../../../lib/i18n/t.ts';
import type { AgentModeSettings } from '../../../lib/protocol/settings.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import type { Command } from '../../page/keys/command.ts';
import { KNOWN_KEYS } from '../../page/keys/known-keys.ts';
import { WAITING_QUESTION } from '../../ui/hooks/focus-first.ts';
import { isRunOpen } from '../../ui/text/agent-status-text.ts';
import { canWork } from '../command-reasons.ts';
import { focusIn, hasButton, pressButton } from '../press-button.ts';

const isAsked = () => $chat.get().status === 'waiting_for_approval';
const whileRunning = () => isRunOpen($chat.get().status) && canWork();
/** Returns a condition that is true while the page has this button, which is rendered only when it applies. */
const ifThere = (id: string) => () => hasButton(id);

type Approval = 'autoApproveFileCreation' | 'autoApproveFileModification' | 'autoApproveCommands';

function approval(name: Approval, id: string, on: () => string, off: () => string): Command {
  const isOn = () => $settings.get().agent[name];
  return {
    id,
    group: 'agent',
    icon: 'i-lucide-shield-check',
    text: () => (isOn() ? off() : on()),
    run: ({ actions }) => {
      const patch: Partial<AgentModeSettings> = { [name]: !isOn() };
      actions.settings.updateAgentSettings(patch);
    },
  };
}

/** Commands for the agent: its work, its permissions, and requests that wait. */
export const AGENT_COMMANDS: readonly Command[] = [
  {
    id: 'stop',
    group: 'agent',
    icon: 'i-lucide-square',
    text: () => t('Stop the agent'),
    when: whileRunning,
    run: ({ actions }) => void actions.chat.stop(),
  },
  {
    id: 'approve',
    group: 'agent',
    icon: 'i-lucide-check',
    text: () => t('Approve what waits'),
    keys: KNOWN_KEYS.approve,
    place: 'card',
    isLocal: true,
    when: ifThere('approve'),
    run: () => pressButton('approve'),
  },
  {
    id: 'deny',
    group: 'agent',
    icon: 'i-lucide-x',
    text: () => t('Deny what waits'),
    place: 'card',
    when: ifThere('deny'),
    run: () => pressButton('deny'),
  },
  {
    id: 'edit-request',
    group: 'agent',
    icon: 'i-lucide-pencil',
    text: () => t('Edit what waits before it is approved'),
    place: 'card',
    when: ifThere('edit-request'),
    run: () => pressButton('edit-request'),
  },
  {
    id: 'approve-all',
    group: 'agent',
    icon: 'i-lucide-check-check',
    text: () => t('Approve all that waits'),
    when: ifThere('approve-all'),
    run: () => pressButton('approve-all'),
  },
  {
    id: 'go-to-question',
    group: 'agent',
    icon: 'i-lucide-circle-help',
    text: () => t('Go to the question that waits'),
    keys: 'Alt+A',
    when: isAsked,
    run: () => focusIn('chat', WAITING_QUESTION),
  },
  {
    id: 'retry',
    group: 'agent',
    icon: 'i-lucide-rotate-cw',
    text: () => t('Ask the model again'),
    when: ifThere('retry'),
    run: () => pressButton('retry'),
  },
  {
    id: 'toggle-agent',
    group: 'agent',
    icon: 'i-lucide-zap',
    text: () => ($settings.get().agent.enabled ? t('Turn agent mode off') : t('Turn agent mode on')),
    run: ({ actions }) => actions.settings.updateAgentSettings({ enabled: !$settings.get().agent.enabled }),
  },
  {
    id: 'toggle-plan',
    group: 'agent',
    icon: 'i-lucide-list-todo',
    text: () => ($settings.get().planMode ? t('Turn plan mode off') : t('Turn plan mode on')),
    when: () => $settings.get().agent.enabled || t('Agent mode is off'),
    run: ({ actions }) => actions.settings.updateSettings({ planMode: !$settings.get().planMode }),
  },
  approval(
    'autoApproveFileCreation',
    'toggle-new-files',
    () => t('Auto-approve new files'),
    () => t('Ask before new files'),
  ),
  approval(
    'autoApproveFileModification',
    'toggle-file-changes',
    () => t('Auto-approve file changes'),
    () => t('Ask before file changes'),
  ),
  approval(
    'autoApproveCommands',
    'toggle-commands',
    () => t('Auto-approve commands'),
    () => t('Ask before commands'),
  ),
  {
    id: 'undo-step',
    group: 'agent',
    icon: 'i-lucide-undo-2',
    text: () => t('Undo the last step'),
    when: canWork,
    run: ({ actions }) => void actions.checkpoints.undoLastStep(),
  },
  {
    id: 'undo-task',
    group: 'agent',
    icon: 'i-lucide-undo-2',
    text: () => t('Undo the last task'),
    when: canWork,
    run: ({ actions }) => void actions.checkpoints.undoLastRun(),
  },
  {
    id: 'summarise',
    group: 'agent',
    icon: 'i-lucide-fold-vertical',
    text: () => t('Summarise the conversation'),
    when: canWork,
    run: ({ actions }) => void actions.compaction.startCompaction(),
  },
];
