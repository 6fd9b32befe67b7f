import { type RefObject, useMemo, useRef, useState } from 'react';
import type { ChangePlace } from './change-places.ts';
import { fileInView, fileOnTop, sectionOf } from './stack-sections.ts';

/** The user's place among the changes of one source. */
interface Place {
  /** Key of the source. */
  key: string;
  /** The file at the upper edge. Null until something has been scrolled. */
  top: string | null;
  /** The file that the user has selected or works in. It is current even if it cannot reach the upper edge of the scroll area. */
  held: string | null;
  visited: ChangePlace | null;
  /** The change to scroll to once it is rendered. */
  wanted: ChangePlace | null;
  /** Whether the user has folded a file, by path. */
  folds: ReadonlyMap<string, boolean>;
}

/** Functions that move the place; always the same object. */
export interface PlaceActions {
  /** Scrolls to the head of a file. */
  goToFile(path: string): void;
  goToChange(place: ChangePlace): void;
  /** Called when the wanted change has been scrolled to. */
  onReached(): void;
  /** Scrolls near a file whose content is going to be scrolled to. A visible file stays where it is. */
  approachFile(path: string): void;
  setFold(path: string, isFolded: boolean): void;
  onScroll(): void;
  /** Called when the user scrolls: from then on the file at the edge is the current one. */
  onLetGo(): void;
  /** Called when the user works in a file. */
  onEnter(path: string): void;
}

export interface ReviewPlace extends Omit<Place, 'key' | 'top' | 'held'> {
  scroller: RefObject<HTMLDivElement>;
  /** Null means the first file. */
  current: string | null;
  actions: PlaceActions;
}

const NO_FOLDS: ReadonlyMap<string, boolean> = new Map();
const beginning = (key: string): Place => ({ key, top: null, held: null, visited: null, wanted: null, folds: NO_FOLDS });

/** Manages the user's place in the source with this key. Another source starts at its beginning. */
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
    // Drops the wanted change, so that the view does not jump back to it later.
    onLetGo: () => set({ held: null, wanted: null, top: fileOnTop(scroller.current) }),
    onEnter: (path) => set({ held: path }),
  };
}
