import { type KeyboardEvent, type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';

export interface TabItem<Id extends string> {
  id: Id;
  /** The tab's accessible name. */
  name: string;
  /** The visible content. */
  content: ReactNode;
  /** Announced after the name, such as "4 changed files". */
  detail?: string;
}

interface TabListProps<Id extends string> {
  label: string;
  tabs: readonly TabItem<Id>[];
  current: Id;
  onSelect: (id: Id) => void;
  /** Returns the id of a tab's panel. */
  panelId: (id: Id) => string;
  className: string;
  tabClassName: string;
  orientation?: 'horizontal' | 'vertical';
  /** Wraps a tab with another element; the returned element must have the tab's id as its key. */
  around?: (tab: ReactElement, id: Id) => ReactElement;
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowDown', 1],
  ['ArrowLeft', -1],
  ['ArrowUp', -1],
]);

/** Tabs according to the ARIA pattern: one tab stop; arrows, Home and End move and select. */
export function TabList<Id extends string>(props: TabListProps<Id>) {
  const { tabs, current, onSelect } = props;
  const list = useRef<HTMLDivElement>(null);
  useCurrentInView(list, current);
  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS.get(event.key);
    const at = tabs.findIndex((tab) => tab.id === current);
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : step === undefined ? -1 : (at + step + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    onSelect(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={props.label}
      aria-orientation={props.orientation}
      className={props.className}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => {
        const button = (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${props.panelId(tab.id)}-tab`}
            aria-label={tab.name}
            aria-description={tab.detail}
            aria-selected={tab.id === current}
            aria-controls={tab.id === current ? props.panelId(tab.id) : undefined}
            tabIndex={tab.id === current ? 0 : -1}
            className={`${props.tabClassName} focus-inset`}
            onClick={() => onSelect(tab.id)}
          >
            {tab.content}
          </button>
        );
        return props.around?.(button, tab.id) ?? button;
      })}
    </div>
  );
}

/** Scrolls a list that is too narrow for its tabs to the current tab, also when it becomes narrower. */
function useCurrentInView(list: RefObject<HTMLDivElement | null>, current: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` is what the observer looks for in the document.
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    // The observer fires at once and at each resize. `scrollIntoView` would scroll the list's ancestors too.
    const observer = new ResizeObserver(() => {
      const tab = element.querySelector<HTMLElement>('[aria-selected=true]');
      if (tab === null) return;
      const view = element.getBoundingClientRect();
      const place = tab.getBoundingClientRect();
      element.scrollLeft += Math.min(0, place.left - view.left) + Math.max(0, place.right - view.right);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, current]);
}
