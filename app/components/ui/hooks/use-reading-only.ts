import { useStore } from '@nanostores/react';
import { $isFollowing } from '../../../lib/stores/other-tab.ts';

/** Of the sentence that says that another tab works on the project. */
export const OTHER_TAB_REASON_ID = 'other-tab-reason';

interface ReadingOnly {
  disabled?: true;
  'aria-describedby'?: string;
}

const FREE: ReadingOnly = {};
const DISABLED: ReadingOnly = { disabled: true, 'aria-describedby': OTHER_TAB_REASON_ID };

/** For a button that changes the project: while another tab works on it, it is disabled and says why. */
export function useReadingOnly(): ReadingOnly {
  return useStore($isFollowing) ? DISABLED : FREE;
}
