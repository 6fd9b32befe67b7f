import type { FileRecordEvent } from '../../../protocol/journal-event.ts';
import type { JsonValue } from '../../../protocol/message.ts';
import type { ToolEffect } from '../../../protocol/tool-effect.ts';
import type { ConversationState, SeenFiles } from '../../contract/conversation-state.ts';
import { withEntry } from './owned-collections.ts';

type Seeing = Pick<ConversationState, 'seenFiles'>;

/** Only files that the agent has seen are kept: a command may write 20,000 others. */
export function withChangedFile<State extends Seeing>(state: State, { path, by, isInherited }: FileRecordEvent): State {
  const known = state.seenFiles.get(path);
  const isOwn = by === 'agent' && isInherited !== true;
  if (known === undefined || isOwn || known === 'user') return state;
  return { ...state, seenFiles: withEntry(state.seenFiles, path, by === 'runtime' ? 'runtime' : 'user') };
}

/** The agent knows the files that a successful call has read or written. */
export function withSeenFiles<State extends Seeing>(state: State, input: JsonValue, effects: readonly ToolEffect[]): State {
  const seen = [...effects.flatMap(writtenBy), ...namedIn(input)];
  if (seen.length === 0) return state;
  // A path may be given from the root of the machine, and what the project's root is, no record of the call says.
  const known = [...state.seenFiles.keys()].filter((file) => seen.some((path) => path.endsWith(`/${file}`)));
  const seenFiles = [...seen, ...known].reduce<SeenFiles>((files, path) => withEntry(files, path, 'as-seen'), state.seenFiles);
  return { ...state, seenFiles };
}

function writtenBy(effect: ToolEffect): string[] {
  switch (effect.type) {
    case 'file-created':
    case 'file-modified':
    case 'file-unchanged':
    case 'file-deleted':
      return [effect.path];
    case 'file-renamed':
      return [effect.from, effect.to];
    default:
      return [];
  }
}

function namedIn(input: JsonValue): string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input) || typeof input['path'] !== 'string') return [];
  return [input['path'].replace(/^(?:\.?\/)+/, '')];
}
