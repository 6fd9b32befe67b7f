import { type RefObject, useMemo, useRef, useState } from 'react';
import type { ChangePlace } from './change-places.ts';
import { fileInView, fileOnTop, sectionOf } from './stack-sections.ts';

/** Where the user is among the changes of one source. */
interface Place {
  /** Of which source. */
  key: string;
  /** The file at the upper edge; null: nothing has been scrolled yet. */
  top: string | null;
  /** The file that the user has gone to or works in. At the end of the scroll it may not come to the edge: it is the current one all the same. */
  held: string | null;
  visited: ChangePlace | null;
  /** To be brought into view once it is on the page. */
  wanted: ChangePlace | null;
  /** By path, where the user has folded or unfolded a file. */
  folds: ReadonlyMap<string, boolean>;
}

/** What moves the place; the same object each time. */
export interface PlaceActions {
  /** To the head of a file. */
  goToFile(path: string): void;
  goToChange(place: ChangePlace): void;
  /** What is wanted has been brought into view. */
  onReached(): void;
  /** So that something of it can be brought into view: what is seen already stays where it is. */
  approachFile(path: string): void;
  setFold(path: string, isFolded: boolean): void;
  onScroll(): void;
  /** The user scrolls: from here on the file at the edge is the current one. */
  onLetGo(): void;
  /** The user works in a file. */
  onEnter(path: string): void;
}

export interface ReviewPlace extends Omit<Place, 'key' | 'top' | 'held'> {
  scroller: RefObject<HTMLDivElement>;
  /** null: the first one. */
  current: string | null;
  actions: PlaceActions;
}

const NO_FOLDS: ReadonlyMap<string, boolean> = new Map();
const beginning = (key: string): Place => ({ key, top: null, held: null, visited: null, wanted: null, folds: NO_FOLDS });

/** `key`: of the source; another one begins at its beginning. */
export function useReviewPlace(key: string): ReviewPlace {
  const scroller = useRef<HTMLDivElement>(null);
  const [state, setState] = useState(() => beginning(key));
  const place = state.key === key ? state : beginning(key);
  const actions = useMemo(() => placeActions(key, scroller, setState), [key]);
  const { visited, wanted, folds } = place;
  return { scroller, actions, current: place.held ?? place.top, visited, wanted, folds };
}

type SetPlace = (change: (before: Place) => Place) => void;

function placeActions(key: string, scroller: RefObject<HTMLDivElement>, setState: SetPlace): PlaceActions {
  const set = (changed: Partial<Place> | ((place: Place) => Partial<Place>)) =>
    setState((before) => {
      const place = before.key === key ? before : beginning(key);
      const next = typeof changed === 'function' ? changed(place) : changed;
      const isSame = before === place && Object.entries(next).every(([name, value]) => Reflect.get(place, name) === value);
      return isSame ? before : { ...place, ...next };
    });
  const unfolded =
    (path: string) =>
    ({ folds }: Place) => ({ held: path, folds: new Map(folds).set(path, false) });
  const scrollTo = (path: string) => {
    const section = sectionOf(scroller.current, path);
    if (scroller.current !== null && section !== null) scroller.current.scrollTop = section.offsetTop;
  };
  const approach = (path: string) => {
    if (!fileInView(scroller.current, path)) scrollTo(path);
  };
  return {
    goToFile(path) {
      set({ held: path, wanted: null });
      scrollTo(path);
    },
    goToChange(wanted) {
      set((place) => ({ ...unfolded(wanted.path)(place), visited: wanted, wanted }));
      approach(wanted.path);
    },
    onReached: () => set({ wanted: null }),
    approachFile(path) {
      set(unfolded(path));
      approach(path);
    },
    setFold: (path, isFolded) => set(({ folds }) => ({ folds: new Map(folds).set(path, isFolded) })),
    onScroll: () => set({ top: fileOnTop(scroller.current) }),
    // What was wanted does not call the user back later.
    onLetGo: () => set({ held: null, wanted: null, top: fileOnTop(scroller.current) }),
    onEnter: (path) => set({ held: path }),
  };
}
