import { atom, computed } from 'nanostores';

/** The relation of another tab to the open project. */
export type OtherTab =
  /** No other tab has it. */
  | { state: 'none' }
  /** It works on the project, and this tab follows. `isSilent`: it has not sent anything for a while. */
  | { state: 'works'; isSilent: boolean }
  /** This tab is taking over the project. */
  | { state: 'lets-go' };

export const $otherTab = atom<OtherTab>({ state: 'none' });

/** The open project is read-only, because another tab works on it. */
export const $isFollowing = computed($otherTab, ({ state }) => state !== 'none');
