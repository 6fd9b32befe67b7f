import type { WorkspacePath } from './types.ts';

/** Where projects stand in every host unless it says otherwise. */
export const DEFAULT_PROJECT_ROOT = '/home/project';

/** Control characters, those that turn the direction of what is read, and those that do not show: no card could tell the truth of them. */
const DECEIVING = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/;

/**
 * The one maker of `WorkspacePath`. Takes what people and models write (`src/a.ts`, `./src/a.ts`, `/src/a.ts`, where `/` is the
 * project, and the absolute path inside the runtime) and returns null for what leaves the project or cannot be a path.
 */
export function toWorkspacePath(text: string, projectRoot: string = DEFAULT_PROJECT_ROOT): WorkspacePath | null {
  if (DECEIVING.test(text) || text.length > 4_096) return null;
  const inside = withoutRoot(text.trim(), projectRoot);
  const segments: string[] = [];
  for (const segment of inside.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') {
      if (segments.pop() === undefined) return null;
      continue;
    }
    segments.push(segment);
  }
  // The only cast to the brand: everything above established what it promises.
  return segments.join('/') as WorkspacePath;
}

function withoutRoot(text: string, projectRoot: string): string {
  if (text === projectRoot) return '';
  return text.startsWith(`${projectRoot}/`) ? text.slice(projectRoot.length) : text;
}
