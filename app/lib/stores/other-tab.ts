import { atom, computed } from 'nanostores';

/** What another tab has to do with the open project. */
export type OtherTab =
  /** Nothing. */
  | { state: 'none' }
  /** It works on the project, and this one follows. `isSilent`: nothing has been heard of it for a while. */
  | { state: 'works'; isSilent: boolean }
  /** This one takes its place. */
  | { state: 'lets-go' };

export const $otherTab = atom<OtherTab>({ state: 'none' });

/** The open project can be read, and nothing else: another tab works on it. */
export const $isFollowing = computed($otherTab, ({ state }) => state !== 'none');
