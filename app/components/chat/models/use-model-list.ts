import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import type { ModelInfo } from '../../../lib/protocol/models/models.ts';
import { type PickGroup, pickableModels } from '../../../lib/protocol/models/pickable-models.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';

/** Number of rows that Page Up and Page Down move by. */
const PAGE = 8;

export interface ModelList {
  groups: readonly PickGroup[];
  /** The highlighted model. */
  current: ModelInfo | undefined;
  listId: string;
  optionId(modelId: string): string;
  highlight(modelId: string): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** The list under a search box that keeps the focus: arrows and Page keys highlight, Enter takes. */
export function useModelList(query: string, active: string | undefined, onTake: (model: ModelInfo) => void): ModelList {
  const offered = useStore($models);
  const { models: choices } = useStore($settings, { keys: ['models'] });
  const wanted = useDeferredValue(query);
  const groups = useMemo(() => pickableModels(offered, choices, wanted), [offered, choices, wanted]);
  // A search highlights its best match first.
  const [moved, setMoved] = useState<{ query: string; id: string } | null>(null);
  const listId = useId();
  const optionId = (modelId: string) => `${listId}-${modelId}`;
  const placeIn = (rows: readonly ModelInfo[], asked: string) => {
    const highlighted = moved?.query === asked ? moved.id : asked === '' ? active : undefined;
    return Math.max(
      0,
      rows.findIndex(({ id }) => id === highlighted),
    );
  };
  const rows = useMemo(() => rowsOf(groups), [groups]);
  const current = rows[placeIn(rows, wanted)];
  useEffect(() => {
    if (current !== undefined) document.getElementById(`${listId}-${current.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [current, listId]);
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    // A key applies to the typed query, although the list may still show the previous results.
    const asked = wanted === query ? rows : rowsOf(pickableModels(offered, choices, query));
    const index = placeIn(asked, query);
    const target = asked[event.key === 'Enter' ? index : (nextIndex(event.key, index, asked.length) ?? -1)];
    if (target === undefined) return;
    event.preventDefault();
    if (event.key === 'Enter') onTake(target);
    else setMoved({ query, id: target.id });
  }
  return { groups, current, listId, optionId, highlight: (id) => setMoved({ query: wanted, id }), onKeyDown };
}

function rowsOf(groups: readonly PickGroup[]): readonly ModelInfo[] {
  return groups.flatMap(({ models }) => models);
}

/** Returns the next index, or null if the key is not for the list. Arrows wrap around, Page keys do not. */
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
