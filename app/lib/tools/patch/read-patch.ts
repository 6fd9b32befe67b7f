/** One place of a file: its existing lines and their replacement. */
export interface PatchHunk {
  /** Lines that precede the place, outermost first: `class Cart`, `total() {`. */
  anchors: string[];
  /** Context and removed lines. */
  find: string[];
  /** Context and added lines. */
  replace: string[];
  /** For each line of `replace`, the index of its context line in `find`; null if it is added. */
  kept: (number | null)[];
  /** The hunk is at the end of the file. */
  isAtEnd: boolean;
  /** Its first line in the patch, from 1. */
  line: number;
}

export type PatchSection =
  | { kind: 'add'; path: string; lines: string[] }
  | { kind: 'delete'; path: string }
  | { kind: 'update'; path: string; moveTo: string | null; hunks: PatchHunk[] };

export type PatchReading = { ok: true; sections: PatchSection[] } | { ok: false; why: string };

const HEADER = /^\*\*\* (Update|Add|Delete) File: *(.*?)\s*$/;
const MOVE = /^\*\*\* Move to: *(.*?)\s*$/;
/** Other patch formats put line numbers there; they are ignored, because the lines themselves determine the place. */
const PLACE = /^@@(?: -\d+(?:,\d+)? \+\d+(?:,\d+)? @@)?(.*)$/;

/** Parses a patch. Surrounding text, such as a code fence, is ignored. */
export function readPatch(patch: string): PatchReading {
  const lines = patch.split(/\r?\n/);
  const begin = lines.findIndex((line) => line.trim() === '*** Begin Patch');
  if (begin === -1) return refusal('it has no line `*** Begin Patch`');
  const end = lines.findLastIndex((line) => line.trim() === '*** End Patch');
  if (end < begin) return refusal('it has no line `*** End Patch`; it may have been cut off');
  const sections: PatchSection[] = [];
  for (let at = begin + 1; at < end; at++) {
    const line = lines[at] ?? '';
    const header = HEADER.exec(line);
    if (header !== null) {
      const opened = openSection(header[1] ?? '', header[2] ?? '');
      if (opened === null) return refusal(`line ${at + 1} names no file`);
      sections.push(opened);
      continue;
    }
    const problem = addLine(sections.at(-1), line, at + 1);
    if (problem !== null) return refusal(`line ${at + 1} ${problem}`);
  }
  if (sections.length === 0) return refusal('it names no file');
  return checked(sections);
}

function refusal(why: string): PatchReading {
  return { ok: false, why };
}

function openSection(kind: string, path: string): PatchSection | null {
  if (path === '') return null;
  if (kind === 'Add') return { kind: 'add', path, lines: [] };
  return kind === 'Delete' ? { kind: 'delete', path } : { kind: 'update', path, moveTo: null, hunks: [] };
}

/** Returns the problem with the line, as the end of a sentence; null if there is none. */
function addLine(section: PatchSection | undefined, line: string, number: number): string | null {
  if (section === undefined)
    return line.trim() === '' ? null : 'comes before any file is named by `*** Update File:`, `*** Add File:` or `*** Delete File:`';
  if (section.kind === 'delete') return line.trim() === '' ? null : 'comes after a file that is deleted whole';
  if (section.kind === 'add') {
    if (line.startsWith('+')) section.lines.push(line.slice(1));
    else if (line.trim() !== '') return 'of a new file does not begin with "+"';
    return null;
  }
  return addUpdateLine(section, line, number);
}

function addUpdateLine(section: Extract<PatchSection, { kind: 'update' }>, line: string, number: number): string | null {
  const move = MOVE.exec(line);
  if (move !== null) {
    if (section.hunks.length > 0 || section.moveTo !== null || move[1] === '') return 'moves the file: once, directly below its name';
    section.moveTo = move[1] ?? null;
    return null;
  }
  const last = section.hunks.at(-1);
  const isBegun = last !== undefined && (last.find.length > 0 || last.replace.length > 0);
  const place = PLACE.exec(line);
  if (place !== null) {
    // Several in a row locate one hunk.
    const hunk = last === undefined || isBegun ? openHunk(section, number) : last;
    const anchor = (place[1] ?? '').trim();
    if (anchor !== '') hunk.anchors.push(anchor);
    return null;
  }
  if (line.trim() === '*** End of File') {
    if (last === undefined) return 'ends a file of which no line was given';
    last.isAtEnd = true;
    return null;
  }
  if (line.startsWith('\\')) return null;
  const hunk = last === undefined || last.isAtEnd ? openHunk(section, number) : last;
  const text = line.slice(1);
  if (line.startsWith('+')) {
    hunk.replace.push(text);
    hunk.kept.push(null);
  } else if (line.startsWith('-')) hunk.find.push(text);
  else if (line === '' || line.startsWith(' ')) {
    hunk.kept.push(hunk.find.length);
    hunk.find.push(text);
    hunk.replace.push(text);
  } else return 'begins with neither " ", "-" nor "+"';
  return null;
}

function openHunk(section: Extract<PatchSection, { kind: 'update' }>, line: number): PatchHunk {
  const hunk: PatchHunk = { anchors: [], find: [], replace: [], kept: [], isAtEnd: false, line };
  section.hunks.push(hunk);
  return hunk;
}

/** Removes blank lines that only separate a hunk from what follows, because they are not context. */
function checked(sections: PatchSection[]): PatchReading {
  for (const section of sections) {
    if (section.kind !== 'update') continue;
    for (const hunk of section.hunks) {
      while (hunk.find.at(-1) === '' && hunk.kept.at(-1) === hunk.find.length - 1) {
        hunk.find.pop();
        hunk.replace.pop();
        hunk.kept.pop();
      }
    }
    section.hunks = section.hunks.filter(({ find, replace }) => find.length > 0 || replace.length > 0);
    if (section.hunks.length === 0 && section.moveTo === null) return refusal(`it changes nothing in ${section.path}`);
  }
  return { ok: true, sections };
}
