import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Checkpoint } from '../../lib/chat/checkpoints.ts';
import type { StepSummary } from '../../lib/chat/past/undo-service.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { $files } from '../../lib/stores/files.ts';
import { useActions } from '../page/workbench-context.tsx';

/** Milliseconds. Loading the list reads the whole journal, so it is not done more often than this while files change. */
const PAUSE = 400;

export interface Timeline {
  /** Newest first. */
  checkpoints: readonly Checkpoint[];
  /** In chronological order. */
  steps: readonly StepSummary[];
}

/** The checkpoints and steps of the open chat. They are loaded again when a run begins or ends, soon after files have changed, and on request. */
export function useTimeline(): [Timeline, () => void] {
  const actions = useActions('checkpoints');
  const { chatId, status } = useStore($chat, { keys: ['chatId', 'status'] });
  const files = useStore($files);
  const [timeline, setTimeline] = useState<Timeline>({ checkpoints: [], steps: [] });
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is named there is what the list depends on
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const [checkpoints, steps] = await Promise.all([actions.listCheckpoints(), actions.listSteps()]);
      if (isCurrent) setTimeline({ checkpoints, steps });
    };
    const timer = setTimeout(() => void read(), PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [actions, chatId, status, files, asked]);
  return [timeline, () => setAsked((count) => count + 1)];
}
