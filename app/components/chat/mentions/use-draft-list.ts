import { useCallback, useEffect, useRef, useState } from 'react';

export interface DraftEntry<Content> {
  /** `null` while it is being read. */
  content: Content | null;
}

export interface DraftListKind<Content, Entry extends DraftEntry<Content>> {
  /** Part of the key in session storage. */
  name: 'images' | 'attachments';
  /** Throws if the value is not of this kind. */
  read(kept: unknown): Promise<Content[]>;
  entryOf(content: Content): Entry;
}

export interface DraftList<Content, Entry extends DraftEntry<Content>> {
  list: readonly Entry[];
  isReading: boolean;
  /** Returns the current entries; the rendered list may lag behind. */
  now(): readonly Entry[];
  change(next: readonly Entry[]): void;
  put(contents: readonly Content[]): void;
  remove(entries: readonly Entry[]): void;
  /** Returns the contents to send and clears the list. */
  take(): readonly Content[];
}

export function contentsOf<Content>(list: readonly DraftEntry<Content>[]): Content[] {
  return list.flatMap(({ content }) => (content === null ? [] : [content]));
}

/**
 * Returns the entries of the message that is not sent yet, kept per chat until the tab is closed. They are not kept if storage is forbidden
 * or full.
 */
export function useDraftList<Content, Entry extends DraftEntry<Content>>(
  kind: DraftListKind<Content, Entry>,
  chatId: string | null,
): DraftList<Content, Entry> {
  const [list, setList] = useState<readonly Entry[]>([]);
  const current = useRef(list);
  const storageKey = `devonz.${kind.name}.${chatId ?? 'new'}`;
  const show = useCallback((next: readonly Entry[]) => {
    current.current = next;
    setList(next);
  }, []);
  useEffect(() => {
    let isCurrent = true;
    show([]);
    void readKept(kind, storageKey).then(
      (kept) => isCurrent && kept.length > 0 && show([...kept.map(kind.entryOf), ...current.current]),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [kind, storageKey, show]);
  const change = useCallback(
    (next: readonly Entry[]) => {
      show(next);
      try {
        const contents = contentsOf(next);
        if (contents.length === 0) sessionStorage.removeItem(storageKey);
        else sessionStorage.setItem(storageKey, JSON.stringify(contents));
      } catch {
        // Storage is forbidden or full.
      }
    },
    [show, storageKey],
  );
  return {
    list,
    isReading: list.some(({ content }) => content === null),
    now: () => current.current,
    change,
    remove: (entries) => change(current.current.filter((each) => !entries.includes(each))),
    put: (contents) => change([...current.current, ...contents.map(kind.entryOf)]),
    take() {
      const taken = contentsOf(current.current);
      change([]);
      return taken;
    },
  };
}

async function readKept<Content>(kind: Pick<DraftListKind<Content, DraftEntry<Content>>, 'read'>, storageKey: string): Promise<Content[]> {
  const kept = sessionStorage.getItem(storageKey);
  return kept === null ? [] : kind.read(JSON.parse(kept));
}
