import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { $isFollowing } from '../../../lib/stores/other-tab.ts';
import { $endedProcesses, $processes, type BackgroundProcess, type EndedProcess } from '../../../lib/stores/terminals.ts';
import { $place } from '../../../lib/stores/workbench.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

/** The state of a command that continued in the background. */
export type Background =
  | { state: 'running'; process: BackgroundProcess | null }
  | { state: `ended-with-${EndedProcess['endedWith']}`; ended: EndedProcess }
  | { state: 'ended' };

export const BACKGROUND_TEXTS: Readonly<Record<Background['state'], { text: () => string; tone: BadgeTone }>> = {
  running: { text: () => t('In the background'), tone: 'amber' },
  'ended-with-page': { text: () => t('Ended with the page'), tone: 'neutral' },
  'ended-with-runtime': {
    text: () => ($place.get() === null ? t('Ended with the runtime') : t('Ended with the connection')),
    tone: 'neutral',
  },
  ended: { text: () => t('Ended'), tone: 'neutral' },
};

export function useBackground(isIt: (process: Pick<EndedProcess, 'processId' | 'command'>) => boolean): Background {
  const process = useStore($processes).find(isIt);
  const ended = useStore($endedProcesses).find(isIt);
  const isFollowing = useStore($isFollowing);
  if (process !== undefined) return { state: 'running', process };
  if (ended !== undefined) return { state: `ended-with-${ended.endedWith}`, ended };
  // Processes of another tab are not in this tab's lists.
  return isFollowing ? { state: 'running', process: null } : { state: 'ended' };
}
