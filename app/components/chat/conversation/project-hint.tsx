import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { startLabel } from '../../../lib/project/recognise/facts-text.ts';
import { startCommand } from '../../../lib/project/recognise/project-facts.ts';
import { $previews } from '../../../lib/stores/previews.ts';
import { $runningCommands } from '../../../lib/stores/terminals.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';
import { useOpenProject } from './use-open-project.ts';

const ICON = 'i-lucide-folder-check';

/** Suggests the next action in a project without messages. Recognises the start command in the same way as on import. */
export function ProjectHint() {
  const actions = useActions('projects');
  const open = useOpenProject();
  const isRunning = useStore($previews).length > 0;
  const isAtWork = useStore($runningCommands).length > 0;
  if (open === null || open.files === 0 || isAtWork) return null;
  if (isRunning) return <EmptyState icon={ICON} text={t('The project is running. Say what to change.')} />;
  const command = startCommand(open.facts);
  if (command === null) return <EmptyState icon={ICON} text={t('The project is ready. Say what to change.')} />;
  return (
    <EmptyState icon={ICON} text={t('The project is ready. Say what to change, or run it:')}>
      <code className="[font:12px_/_18px_var(--font-mono)] c-text-1">{command}</code>
      <WorkButton icon="i-lucide-play" onClick={() => void actions.installAndRun()}>
        {startLabel(open.facts.start)}
      </WorkButton>
    </EmptyState>
  );
}
