import { atom, computed } from 'nanostores';
import type { Place } from '../protocol/machines/place.ts';

/** The relation of another tab to the open project. */
export type OtherTab =
  /** No other tab has it. */
  | { state: 'none' }
  /** It works on the project, and this tab follows. `isSilent`: it has not sent anything for a while. */
  | { state: 'works'; isSilent: boolean }
  /** This tab is taking over the project. */
  | { state: 'lets-go' };

export const $otherTab = atom<OtherTab>({ state: 'none' });

/** The real machine of the open project, if it is not connected. */
export const $awayPlace = atom<Place | null>(null);

/** The open project is read-only, because another tab works on it or its machine is not connected. */
export const $isFollowing = computed([$otherTab, $awayPlace], ({ state }, away) => state !== 'none' || away !== null);
