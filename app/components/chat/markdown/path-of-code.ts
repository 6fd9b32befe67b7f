const PATH = /(?:[\w@.()[\]-]+\/)*[\w@.()[\]-]*\.\w{1,8}/;
const NAMED = /(?:title|file(?:name)?|path)\s*[=:]\s*["']?([^"'\s]+)/i;
const COMMENT = new RegExp(`^\\s*(?://|#|--|;|/\\*|<!--)\\s*(?:file:?\\s*)?(${PATH.source})\\s*(?:\\*/|-->)?\\s*$`, 'i');

/** Returns the file that a code block names, after its backticks or in a comment on its first line; empty if there is none. */
export function pathOfCode(code: string, info: string): string {
  const named = NAMED.exec(info)?.[1];
  if (named !== undefined) return plain(named);
  const word = info.split(/[\s:]+/).find((each) => new RegExp(`^${PATH.source}$`).test(each));
  if (word !== undefined) return plain(word);
  return plain(COMMENT.exec(code.split('\n', 1)[0] ?? '')?.[1] ?? '');
}

function plain(path: string): string {
  return path.replace(/^\.?\//, '');
}
