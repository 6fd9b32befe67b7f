import { createTwoFilesPatch } from 'diff';
import type { ProjectChange } from './project-changes.ts';

export interface UnifiedPatch {
  text: string;
  /** Files that a text patch cannot contain. */
  binary: readonly string[];
}

/** Returns the changes in the format of `git apply`. */
export function unifiedPatch(changes: readonly ProjectChange[]): UnifiedPatch {
  const binary: string[] = [];
  const parts = changes.flatMap((change) => {
    if (!isBinary(change.before) && !isBinary(change.after)) return [filePatch(change)];
    binary.push(change.path);
    return [];
  });
  return { text: parts.join(''), binary };
}

function filePatch({ path, before, after }: ProjectChange): string {
  const [from, to] = [quoted(`a/${path}`), quoted(`b/${path}`)];
  const header = `diff --git ${from} ${to}\n`;
  const mode = before === null ? 'new file mode 100644\n' : after === null ? 'deleted file mode 100644\n' : '';
  if ((before?.length ?? 0) === 0 && (after?.length ?? 0) === 0) return `${header}${mode}`;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const text = (content: Uint8Array | null) => (content === null ? '' : decoder.decode(content));
  const patch = createTwoFilesPatch('a', 'b', text(before), text(after), undefined, undefined, { context: 3 });
  const hunks = patch.slice(patch.indexOf('@@'));
  return `${header}${mode}--- ${before === null ? '/dev/null' : from}\n+++ ${after === null ? '/dev/null' : to}\n${hunks}`;
}

/** As in git: content with a NUL, or that is not UTF-8 and would not be preserved. */
function isBinary(content: Uint8Array | null): boolean {
  if (content === null) return false;
  if (content.includes(0)) return true;
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    return false;
  } catch {
    return true;
  }
}

/** Quotes a path in C style if git would. */
function quoted(path: string): string {
  if (!/["\\\u0000-\u001f\u007f-\uffff]/.test(path)) return path;
  const bytes = [...new TextEncoder().encode(path)].map((byte) => {
    const character = String.fromCharCode(byte);
    if (character === '"' || character === '\\') return `\\${character}`;
    return byte < 32 || byte > 126 ? `\\${byte.toString(8).padStart(3, '0')}` : character;
  });
  return `"${bytes.join('')}"`;
}
