import type { Checkpoint } from '../../lib/chat/checkpoints.ts';
import type { StepSummary } from '../../lib/chat/past/undo-service.ts';
import { checkpointTitle } from './checkpoint-title.ts';
import type { Timeline } from './use-timeline.ts';

/** A checkpoint with the steps up to the next one. */
export interface TimelineGroup {
  /** Null for the steps before the first checkpoint. */
  checkpoint: Checkpoint | null;
  /** In chronological order. */
  steps: readonly StepSummary[];
}

/** Groups with the newest first. With a query, only entries that contain all its words in a name, a title, a label or a file. */
export function timelineGroups({ checkpoints, steps }: Timeline, query: string): readonly TimelineGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (texts: readonly (string | null)[]) => {
    const text = texts.join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const groups: TimelineGroup[] = [...checkpoints, null].map((checkpoint, index) => {
    const from = checkpoint?.sequence ?? 0;
    const until = checkpoints[index - 1]?.sequence ?? Number.POSITIVE_INFINITY;
    return { checkpoint, steps: steps.filter(({ sequence }) => sequence >= from && sequence < until) };
  });
  return groups.flatMap(({ checkpoint, steps: all }) => {
    const found = all.filter(({ name, label, files }) => has([name, label, ...files]));
    const isFound = checkpoint !== null && has([checkpoint.bookmark, checkpointTitle(checkpoint)]);
    return isFound || found.length > 0 ? [{ checkpoint, steps: found.length > 0 ? found : all }] : [];
  });
}
