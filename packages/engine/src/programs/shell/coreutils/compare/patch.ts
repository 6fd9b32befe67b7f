import { parsePatch, type StructuredPatch } from 'diff';
import { errorMessage } from '../../../../text/error-message.ts';
import { linesWithEnds } from '../../text/lines-with-ends.ts';
import { joinPath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { hunkRange, type PatchHunk, patchHunk, placeHunk } from './patch-hunk.ts';

interface PatchOptions {
  /** The number of leading path components to remove; `null` for all but the last. */
  strip: number | null;
  isReversed: boolean;
  isSilent: boolean;
  /** Checks only; nothing is written. */
  isDry: boolean;
  /** Files that are empty afterwards are removed. */
  isRemovingEmpty: boolean;
  folder: string;
}

const NOTHING = '/dev/null';

/**
 * Implements `patch` for unified diffs. Hunks that fit are applied; the others go to a `.rej` file and give exit code 1. No backup is kept.
 */
export const patch: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'RNsuEft',
    values: 'pid',
    long: {
      reverse: 'R',
      forward: 'N',
      silent: 's',
      quiet: 's',
      unified: 'u',
      strip: 'p',
      input: 'i',
      directory: 'd',
      force: 'f',
      batch: 't',
      'remove-empty-files': 'E',
    },
    longFlags: ['dry-run', 'no-backup-if-mismatch'],
    exitCode: 2,
  });
  const strip = value('p');
  const options: PatchOptions = {
    strip: strip === null ? null : Number(strip),
    isReversed: flags.has('R'),
    isSilent: flags.has('s'),
    isDry: flags.has('dry-run'),
    isRemovingEmpty: flags.has('E'),
    folder: value('d') ?? '.',
  };
  const [named, source = value('i') ?? '-'] = operands;
  const changes = parsed(await context.files.readText(source)).filter(({ hunks }) => hunks.length > 0);
  if (changes.length === 0) throw new CommandError('**** Only garbage was found in the patch input.', 2);
  let exitCode = 0;
  for (const change of changes) {
    const path = named ?? (await pathOf(change, options, context));
    const code = path === null ? await passOver(change, context) : await applyTo(path, change, options, context);
    exitCode = Math.max(exitCode, code);
  }
  return exitCode;
};

function parsed(text: string): StructuredPatch[] {
  try {
    return parsePatch(text);
  } catch (error) {
    throw new CommandError(`**** malformed patch: ${errorMessage(error)}`, 2);
  }
}

/** Chooses the name that exists, or else the one that is not /dev/null. A patch cannot name paths outside the folder it is applied in. */
async function pathOf(change: StructuredPatch, { strip, folder }: PatchOptions, context: CommandContext): Promise<string | null> {
  const names: string[] = [];
  for (const given of new Set([change.oldFileName, change.newFileName])) {
    if (given === undefined || given === NOTHING) continue;
    const name = stripped(given, strip);
    if (name.startsWith('/') || name.split('/').includes('..'))
      await context.stdout.writeLine(`Ignoring potentially dangerous file name ${name}`);
    else names.push(name);
  }
  const existing = names.find((name) => context.files.find(joinPath(folder, name), false) !== null);
  // A hunk that expects existing lines cannot create a new file.
  const isOfNew = change.hunks.every(({ oldLines, newLines }) => oldLines === 0 || newLines === 0);
  return existing ?? (isOfNew ? (names.at(-1) ?? null) : null);
}

async function passOver({ oldFileName, hunks }: StructuredPatch, { stdout }: CommandContext): Promise<number> {
  await stdout.writeLine(`can't find file to patch: ${oldFileName}. Perhaps you used the wrong -p or --strip option?`);
  await stdout.writeLine(`Skipping patch.\n${hunks.length} out of ${hunks.length} ${hunks.length === 1 ? 'hunk' : 'hunks'} ignored`);
  return 1;
}

function stripped(name: string, strip: number | null): string {
  const parts = name.split('/');
  return parts.slice(strip === null ? -1 : Math.min(strip, parts.length - 1)).join('/');
}

async function applyTo(name: string, change: StructuredPatch, options: PatchOptions, context: CommandContext): Promise<number> {
  const { files, stdout } = context;
  const path = joinPath(options.folder, name).replace(/^\.\//, '');
  const kind = files.find(path, false)?.kind ?? 'file';
  if (kind !== 'file') {
    // Writing through a link would change a file that the patch does not name.
    await stdout.writeLine(`File ${name} is not a regular file -- refusing to patch`);
    return 1;
  }
  if (!options.isSilent) await stdout.writeLine(`${options.isDry ? 'checking' : 'patching'} file ${name}`);
  const text = files.find(path) === null ? '' : await files.readText(path);
  const lines = linesWithEnds(text);
  const hunks = change.hunks.map((hunk) => patchHunk(hunk, options.isReversed));
  const { failed, notes } = applyHunks(lines, hunks);
  const isDone = failed.length === change.hunks.length && isApplied(text, change, options);
  if (isDone) await stdout.writeLine('Reversed (or previously applied) patch detected!  Skipping patch.');
  else for (const note of notes) if (note.isFailure || !options.isSilent) await stdout.writeLine(note.text);
  if (!options.isDry && failed.length < hunks.length) write(path, lines.join(''), isRemoved(change, options), context);
  if (failed.length === 0) return 0;
  const saving = options.isDry ? '' : ` -- saving rejects to file ${name}.rej`;
  await stdout.writeLine(
    `${failed.length} out of ${hunks.length} ${hunks.length === 1 ? 'hunk' : 'hunks'} ${isDone ? 'ignored' : 'FAILED'}${saving}`,
  );
  if (!options.isDry) files.writeText(`${path}.rej`, rejected(change, failed));
  return 1;
}

interface Note {
  isFailure: boolean;
  text: string;
}

/** Changes the lines. `failed` lists the hunks that fit nowhere. */
function applyHunks(lines: string[], hunks: readonly PatchHunk[]): { failed: number[]; notes: Note[] } {
  const failed: number[] = [];
  const notes: Note[] = [];
  // The distance between actual and expected lines: lines inserted by earlier hunks, plus their offsets.
  let moved = 0;
  let offset = 0;
  for (const [index, hunk] of hunks.entries()) {
    const first = hunk.start - 1;
    const place = placeHunk(lines, hunk, first + moved + offset);
    if (place === null) {
      failed.push(index);
      notes.push({ isFailure: true, text: `Hunk #${index + 1} FAILED at ${hunk.start + moved}.` });
      continue;
    }
    const begin = place.at - place.cut;
    offset = begin - first - moved;
    const how = [
      ...(place.fuzz > 0 ? [` with fuzz ${place.fuzz}`] : []),
      ...(offset === 0 ? [] : [` (offset ${offset} ${Math.abs(offset) === 1 ? 'line' : 'lines'})`]),
    ];
    if (how.length > 0) notes.push({ isFailure: false, text: `Hunk #${index + 1} succeeded at ${begin + 1}${how.join('')}.` });
    lines.splice(place.at, place.hunk.before.length, ...place.hunk.after);
    moved += hunk.after.length - hunk.before.length;
  }
  return { failed, notes };
}

/** Returns true if the reversed patch would fit. */
function isApplied(text: string, change: StructuredPatch, { isReversed }: PatchOptions): boolean {
  const lines = linesWithEnds(text);
  return (
    applyHunks(
      lines,
      change.hunks.map((hunk) => patchHunk(hunk, !isReversed)),
    ).failed.length === 0
  );
}

/** Returns true if the patch deletes the file: by its name or, as in `diff -N`, by the earliest possible time. */
function isRemoved(
  { oldFileName, oldHeader, newFileName, newHeader }: StructuredPatch,
  { isReversed, isRemovingEmpty }: PatchOptions,
): boolean {
  const [name, header = ''] = isReversed ? [oldFileName, oldHeader] : [newFileName, newHeader];
  return isRemovingEmpty || name === NOTHING || header.startsWith('1970-01-01 00:00:00');
}

function write(path: string, text: string, mayBeRemoved: boolean, { files, system }: CommandContext): void {
  if (text === '' && mayBeRemoved) {
    system.sync('unlink', files.resolve(path));
    return;
  }
  const folder = path.split('/').slice(0, -1).join('/');
  if (folder !== '' && files.find(folder) === null) system.sync('mkdir', files.resolve(folder), true, 0o777);
  files.writeText(path, text);
}

/** Returns the hunks that were not applied, as a patch. */
function rejected({ oldFileName, newFileName, hunks }: StructuredPatch, failed: readonly number[]): string {
  const parts = failed.flatMap((index) => {
    const hunk = hunks[index];
    if (hunk === undefined) return [];
    const head = `@@ -${hunkRange(hunk.oldStart, hunk.oldLines)} +${hunkRange(hunk.newStart, hunk.newLines)} @@`;
    return [`${[head, ...hunk.lines].join('\n')}\n`];
  });
  return `--- ${oldFileName}\n+++ ${newFileName}\n${parts.join('')}`;
}
