import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import type { ModelInfo } from '../../../lib/protocol/models/models.ts';
import { type PickGroup, pickableModels } from '../../../lib/protocol/models/pickable-models.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';

/** Rows that Page Up and Page Down pass. */
const PAGE = 8;

export interface ModelList {
  groups: readonly PickGroup[];
  /** The highlighted one. */
  current: ModelInfo | undefined;
  listId: string;
  optionId(modelId: string): string;
  highlight(modelId: string): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** The list under a search box that keeps the keyboard: arrows and Page keys highlight, Enter takes. */
export function useModelList(query: string, active: string | undefined, onTake: (model: ModelInfo) => void): ModelList {
  const offered = useStore($models);
  const { models: choices } = useStore($settings, { keys: ['models'] });
  const wanted = useDeferredValue(query);
  const groups = useMemo(() => pickableModels(offered, choices, wanted), [offered, choices, wanted]);
  const rows = useMemo(() => groups.flatMap(({ models }) => models), [groups]);
  const [highlighted, setHighlighted] = useState(active);
  const listId = useId();
  const found = rows.findIndex(({ id }) => id === highlighted);
  const index = Math.max(0, found);
  const optionId = (modelId: string) => `${listId}-${modelId}`;
  // What is looked for begins with the best there is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another query does
  useEffect(() => setHighlighted(wanted === '' ? active : undefined), [wanted]);
  const current = rows[index];
  useEffect(() => {
    if (current !== undefined) document.getElementById(`${listId}-${current.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [current, listId]);
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const next = nextIndex(event.key, index, rows.length);
    const target = event.key === 'Enter' ? current : rows[next ?? -1];
    if (target === undefined) return;
    event.preventDefault();
    if (event.key === 'Enter') onTake(target);
    else setHighlighted(target.id);
  }
  return { groups, current, listId, optionId, highlight: setHighlighted, onKeyDown };
}

/** Arrows pass from the end to the beginning; pages do not. Null: not a key of the list. */
function nextIndex(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (index + 1) % count;
    case 'ArrowUp':
      return (index - 1 + count) % count;
    case 'PageDown':
      return Math.min(count - 1, index + PAGE);
    case 'PageUp':
      return Math.max(0, index - PAGE);
    default:
      return null;
  }
}
