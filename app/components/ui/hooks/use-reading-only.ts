import { useStore } from '@nanostores/react';
import { $isFollowing } from '../../../lib/stores/other-tab.ts';

/** Id of the sentence that says that another tab works on the project. */
export const OTHER_TAB_REASON_ID = 'other-tab-reason';

interface ReadingOnly {
  disabled?: true;
  'aria-describedby'?: string;
}

const FREE: ReadingOnly = {};

/**
 * Props for a button that changes the project: while another tab works on it, the button is disabled and says why. `describedBy` is its
 * usual description, which is kept.
 */
export function useReadingOnly(describedBy?: string): ReadingOnly {
  const isFollowing = useStore($isFollowing);
  if (!isFollowing) return FREE;
  return { disabled: true, 'aria-describedby': describedBy === undefined ? OTHER_TAB_REASON_ID : `${describedBy} ${OTHER_TAB_REASON_ID}` };
}
