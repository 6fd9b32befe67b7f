import type { ElementSource } from 'devonz-engine-protocol/page-pick';
import { placeInPage } from '../runtime/problems/place-in-stack.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';

export interface ElementPlace {
  file: string;
  /** null: the framework tells but the file. */
  line: number | null;
}

/** Where the element was written: the first source that names a file which the project has. What a page names besides is not believed. */
export function placeOfElement(sources: readonly ElementSource[], isFile: (path: string) => boolean): ElementPlace | null {
  for (const source of sources) {
    const place = source.type === 'stack' ? placeInPage(source.stack, isFile) : { file: projectPath(source.file), line: source.line };
    if (place !== null && place.file !== null && place.file !== '' && isFile(place.file)) return { file: place.file, line: place.line };
  }
  return null;
}

/** A framework's own writing: absolute, from the server's root (`/src/App.tsx`), or relative, with or without a query. */
function projectPath(file: string): string | null {
  const path = file.replace(/^file:\/\//, '').replace(/[?#].*$/, '');
  return toWorkspacePath(path) ?? toWorkspacePath(path.replace(/^\/+/, ''));
}
