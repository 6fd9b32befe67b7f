/** Folders whose content is not watched, as in other editors: an installation or a checkout changes tens of thousands of files there. */
export const LEFT_OUT_FOLDERS: readonly string[] = ['node_modules', '.git'];

/** Returns whether the content of a folder of this name is not watched. */
export function isLeftOutFolder(name: string): boolean {
  return LEFT_OUT_FOLDERS.includes(name);
}

/** Returns whether an entry, named relative to the watched folder with `/`, is below such a folder. */
export function isBelowLeftOut(name: string): boolean {
  return name.split('/').slice(0, -1).some(isLeftOutFolder);
}
