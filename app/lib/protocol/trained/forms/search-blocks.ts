/** A type, since an edit is a JSON value. */
type Edit = { find: string; replace: string };

const SEARCH = /^(?:<{3,}|-{3,}) ?SEARCH>?\s*$/;
const MIDDLE = /^={3,}\s*$/;
const REPLACE = /^(?:>{3,}|\+{3,}) ?REPLACE>?\s*$/;

/** Reads blocks of a search and its replacement; null if the text is anything else, or if a block could end at two lines. */
export function blocksIn(text: string): Edit[] | null {
  const edits: Edit[] = [];
  let find: string[] = [];
  let replace: string[] = [];
  let place: 'outside' | 'find' | 'replace' = 'outside';
  for (const line of text.split(/\r?\n/)) {
    if (place === 'outside') {
      if (line.trim() === '' || line.startsWith('```')) continue;
      if (!SEARCH.test(line)) return null;
      [find, replace, place] = [[], [], 'find'];
    } else if (SEARCH.test(line)) return null;
    else if (place === 'find') {
      if (MIDDLE.test(line)) place = 'replace';
      else find.push(line);
    } else if (REPLACE.test(line)) {
      edits.push({ find: find.join('\n'), replace: replace.join('\n') });
      place = 'outside';
    } else if (MIDDLE.test(line)) return null;
    else replace.push(line);
  }
  return place === 'outside' && edits.length > 0 ? edits : null;
}
