import { t } from '../../i18n/t.ts';
import { errorMessage } from '../../protocol/error-message.ts';

/** Why a folder as a whole cannot be used. The message is for the user. */
export type FolderTrouble = 'permission' | 'gone' | 'full' | 'limit' | 'other';

export class FolderProblem extends Error {
  override readonly name = 'FolderProblem';
  constructor(
    readonly trouble: FolderTrouble,
    message: string,
  ) {
    super(message);
  }
}

/** Turns a browser error into the problem that it means for the whole folder. */
export function folderProblem(error: unknown, folder: string): FolderProblem {
  if (error instanceof FolderProblem) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return new FolderProblem('permission', t('The browser no longer lets Devonz use the folder “{folder}”.', { folder }));
  if (name === 'NotFoundError')
    return new FolderProblem(
      'gone',
      t('The folder “{folder}” is not where it was. It may have been moved, renamed or deleted, or its drive is not connected.', {
        folder,
      }),
    );
  if (name === 'QuotaExceededError')
    return new FolderProblem(
      'full',
      t('The disk with the folder “{folder}” is full. Make room on it: Devonz tries again by itself.', { folder }),
    );
  return new FolderProblem('other', t('The folder “{folder}” could not be used: {error}.', { folder, error: errorMessage(error) }));
}

/** Why the browser refuses to write or remove this one file; null if the reason is not the file. */
export function fileRefusal(error: unknown): string | null {
  if (error instanceof TypeError) return t('This computer takes no file of that name.');
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'TypeMismatchError') return t('On the disk a folder has that name, or a file has the name of one of its folders.');
  if (name === 'NoModificationAllowedError' || name === 'InvalidStateError')
    return t('Another program uses it on the disk. Devonz tries again by itself.');
  if (name === 'NotReadableError') return t('It cannot be read on the disk.');
  return name === 'AbortError' ? t('The browser does not write files of that kind into folders.') : null;
}
