import type { ElementSource } from 'devonz-engine-protocol/page-pick';
import { placeInPage } from '../runtime/problems/place-in-stack.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';

export interface ElementPlace {
  file: string;
  /** `null` if the framework reports only the file. */
  line: number | null;
}

/** Returns where the element was written: the first source that is a file of the project. Other claims of the page are ignored. */
export function placeOfElement(sources: readonly ElementSource[], isFile: (path: string) => boolean): ElementPlace | null {
  for (const source of sources) {
    const place = source.type === 'stack' ? placeInPage(source.stack, isFile) : { file: projectPath(source.file), line: source.line };
    if (place !== null && place.file !== null && place.file !== '' && isFile(place.file)) return { file: place.file, line: place.line };
  }
  return null;
}

/** Normalises a framework's path: absolute, from the server's root (`/src/App.tsx`), or relative, with or without a query. */
function projectPath(file: string): string | null {
  const path = file.replace(/^file:\/\//, '').replace(/[?#].*$/, '');
  return toWorkspacePath(path) ?? toWorkspacePath(path.replace(/^\/+/, ''));
}
