import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import type { ToolFailure } from '../../agent/contract/tool-definition.ts';
import type { Workspace, WorkspacePath } from '../../runtime/types.ts';
import { decodeText } from '../../search/text-file.ts';
import { failure } from '../failure.ts';
import { linkOnTheWay } from './link-on-the-way.ts';
import { nearestRegion } from './nearest-region.ts';
import { fileArgument } from './path-argument.ts';

export interface FileToChange {
  ok: true;
  path: WorkspacePath;
  bytes: Uint8Array;
  text: string;
}

/** Returns the text of a file that is to be edited. */
export async function fileToChange(path: string, workspace: Workspace): Promise<FileToChange | ToolFailure> {
  const read = fileArgument(path, workspace.projectRoot());
  if (!read.ok) return read;
  const { path: target } = read;
  // Check before any comparison, because a failed match is answered with lines of the file.
  const link = await linkOnTheWay(target, workspace);
  if (link !== null) return failure('outside_project', `${link} is a symbolic link. Name the file it points to.`);
  const kind = await workspace.kindOf(target);
  if (kind === null) return failure('not_found', `${path} does not exist. Create it with devonz_write_file.`);
  if (kind === 'directory') return failure('failed', `${path} is a folder. Name a file in it.`);
  const bytes = await workspace.readFile(target);
  const text = decodeText(bytes);
  if (text === null) return failure('failed', `${path} is a binary file; it cannot be edited as text.`);
  return { ok: true, path: target, bytes, text };
}

/** Returns a hint that helps a model to correct a search that was not found. */
export function nearestHint(path: string, text: string, find: string): string {
  // The refusal precedes any approval, so it must not show what reading would ask for.
  const region = isSecretPath(path) ? null : nearestRegion(text, find);
  return region === null ? 'Read the file and copy the text exactly.' : `The nearest lines are:\n${region}`;
}
