import { useStore } from '@nanostores/react';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $files } from '../../../lib/stores/files.ts';
import { $processes } from '../../../lib/stores/terminals.ts';
import { $problems, type WorkbenchTab } from '../../../lib/stores/workbench.ts';

export interface WorkbenchTabItem {
  id: WorkbenchTab;
  name: string;
  icon: string;
  count: number;
  tone: 'neutral' | 'amber' | 'red';
  /** The count with its unit. */
  detail: string;
}

/** Returns the workbench's five tabs, each with a count if there is something worth counting. */
export function useWorkbenchTabItems(): WorkbenchTabItem[] {
  const files = useStore($files);
  const processes = useStore($processes).length;
  const problems = useStore($problems).length;
  let changes = 0;
  for (const entry of files.values()) {
    if (entry.kind === 'file' && entry.change !== 'none') changes += 1;
  }
  return [
    { id: 'code', name: t('Code'), icon: 'i-lucide-code-xml', count: 0, tone: 'neutral', detail: '' },
    {
      id: 'changes',
      name: t('Changes'),
      icon: 'i-lucide-file-diff',
      count: changes,
      tone: 'neutral',
      detail: plural(changes, { one: '{count} changed file', other: '{count} changed files' }),
    },
    { id: 'preview', name: t('Preview'), icon: 'i-lucide-app-window', count: 0, tone: 'neutral', detail: '' },
    {
      id: 'terminal',
      name: t('Terminal'),
      icon: 'i-lucide-square-terminal',
      count: processes,
      tone: 'amber',
      detail: plural(processes, { one: '{count} running process', other: '{count} running processes' }),
    },
    {
      id: 'problems',
      name: t('Problems'),
      icon: 'i-lucide-triangle-alert',
      count: problems,
      tone: 'red',
      detail: plural(problems, { one: '{count} problem', other: '{count} problems' }),
    },
  ];
}
