import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { $files } from '../../../lib/stores/files.ts';
import { $previews } from '../../../lib/stores/previews.ts';
import { $activeTerminal } from '../../../lib/stores/terminals.ts';
import { $narrowPane, $workbenchTab } from '../../../lib/stores/workbench.ts';
import { TEMPLATE_COMMAND } from '../../../lib/templates/template-list.ts';
import { useActions } from '../../shell/workbench/workbench-context.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';

/** What to do with a project that nobody has said anything about yet. */
export function ProjectHint() {
  const actions = useActions('terminals');
  const files = useStore($files);
  const isRunning = useStore($previews).length > 0;
  if (!files.has('package.json')) return null;
  if (isRunning) return <EmptyState icon="i-lucide-folder-check" text={t('The project is running. Say what to change.')} />;
  async function runIt() {
    await actions.newTerminal();
    const terminalId = $activeTerminal.get();
    if (terminalId !== null) actions.connectTerminal(terminalId)?.write(`${TEMPLATE_COMMAND}\r`);
    $workbenchTab.set('terminal');
    $narrowPane.set('terminal');
  }
  return (
    <EmptyState icon="i-lucide-folder-check" text={t('The project is ready. Say what to change, or run it:')}>
      <code className="[font:12px_/_18px_var(--font-mono)] c-text-1">{TEMPLATE_COMMAND}</code>
      <WorkButton icon="i-lucide-play" onClick={() => void runIt()}>
        {t('Install and run')}
      </WorkButton>
    </EmptyState>
  );
}
