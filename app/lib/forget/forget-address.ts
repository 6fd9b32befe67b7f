import { FORGET_KEY } from '../protocol/storage-keys.ts';

/** Where everything is deleted: a page of its own, so that nothing of the workbench runs beside it. */
export const FORGET_PATH = '/delete-everything';

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** `here`: this tab deletes, its user was asked in it: a link of others notes nothing. `elsewhere`: another one does, or has. */
export type ForgetPart = 'here' | 'elsewhere';

export function noteForgetPart(storage: Kept, part: ForgetPart): void {
  storage.setItem(FORGET_KEY, part);
}

/** Once: a reload deletes nothing a second time. null: nobody was asked. */
export function takeForgetPart(storage: Kept): ForgetPart | null {
  const part = storage.getItem(FORGET_KEY);
  storage.removeItem(FORGET_KEY);
  return part === 'here' || part === 'elsewhere' ? part : null;
}
