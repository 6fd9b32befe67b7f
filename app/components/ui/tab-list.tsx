import { type KeyboardEvent, type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';

export interface TabItem<Id extends string> {
  id: Id;
  /** The tab's accessible name. */
  name: string;
  /** What it shows. */
  content: ReactNode;
  /** Said after the name, such as "4 changed files". */
  detail?: string;
}

interface TabListProps<Id extends string> {
  label: string;
  tabs: readonly TabItem<Id>[];
  current: Id;
  onSelect: (id: Id) => void;
  /** The id of the panel of a tab, where the panel is on the page. */
  panelId: (id: Id) => string;
  className: string;
  tabClassName: string;
  orientation?: 'horizontal' | 'vertical';
  /** Puts something beside a tab; what it returns has the tab's id as its key. */
  around?: (tab: ReactElement, id: Id) => ReactElement;
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowDown', 1],
  ['ArrowLeft', -1],
  ['ArrowUp', -1],
]);

/** Tabs as the ARIA pattern asks: one stop in the tab order, arrows, Home and End move and select. */
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

/** A list that is too narrow for its tabs scrolls to the current one, also when it becomes narrower. */
function useCurrentInView(list: RefObject<HTMLDivElement | null>, current: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` is what the observer looks for in the document.
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    // It reports at once, then at each change of size. Not `scrollIntoView`, which would move what is around the list too.
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
