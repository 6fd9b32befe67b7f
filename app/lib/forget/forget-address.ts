import { FORGET_KEY } from '../protocol/storage-keys.ts';

/** The page that deletes everything: separate, so that nothing of the workbench runs meanwhile. */
export const FORGET_PATH = '/delete-everything';

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * `here`: this tab deletes, because its user has confirmed it; a link from elsewhere cannot set this. `elsewhere`: another tab deletes or
 * has deleted.
 */
export type ForgetPart = 'here' | 'elsewhere';

export function noteForgetPart(storage: Kept, part: ForgetPart): void {
  storage.setItem(FORGET_KEY, part);
}

/** Reads and clears the note, so that a reload does not delete again. Returns null if the user has not confirmed anything. */
export function takeForgetPart(storage: Kept): ForgetPart | null {
  const part = storage.getItem(FORGET_KEY);
  storage.removeItem(FORGET_KEY);
  return part === 'here' || part === 'elsewhere' ? part : null;
}
