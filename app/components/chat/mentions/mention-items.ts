import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { t } from '../../../lib/i18n/t.ts';
import { type AttachmentSource, attachmentKey } from '../../../lib/protocol/attachments/attachment.ts';
import type { FileEntry } from '../../../lib/stores/files.ts';
import type { McpPrompt, McpServerState } from '../../../lib/stores/mcp.ts';

/** Something that `@` can mention. */
export interface MentionItem {
  key: string;
  source: AttachmentSource;
  /** Replaces the typed text in the message. */
  insert: string;
  name: string;
  /** Its description and origin. */
  text: string;
  /** The arguments that a prompt asks for. */
  fields: McpPrompt['arguments'];
}

const MOST_ITEMS = 40;
function itemOf(
  source: AttachmentSource,
  shown: Pick<MentionItem, 'insert' | 'name' | 'text'>,
  fields: MentionItem['fields'] = [],
): MentionItem {
  return { key: attachmentKey(source), source, fields, ...shown };
}

/** Names the risk of a secret file in the menu; it is repeated when the file is attached. */
export function fileText(path: string): string {
  return isSecretPath(path) ? t('May hold keys, which the model would read') : t('File of the project');
}

/** Returns files, and folders as paths that end with a slash. */
export function fileItems(files: ReadonlyMap<string, FileEntry>): MentionItem[] {
  return [...files].flatMap(([path, { kind, isIgnored }]) => {
    if (kind === 'file') return [itemOf({ kind: 'file', path }, { insert: `@${path} `, name: path, text: fileText(path) })];
    const name = `${path}/`;
    // The content of an ignored folder is not listed.
    return isIgnored
      ? []
      : [itemOf({ kind: 'file', path: name }, { insert: `@${name} `, name, text: t('Folder: the names of its files') })];
  });
}

/** Returns the resources and prompts of the servers that are ready. */
export function serverItems(servers: ReadonlyMap<string, McpServerState>): MentionItem[] {
  return [...servers].flatMap(([server, state]) => {
    if (state.status !== 'ready') return [];
    const said = (kind: string, description: string) => (description === '' ? kind : `${description} · ${server}`);
    return [
      ...state.resources.map(({ uri, name, description }) =>
        itemOf(
          { kind: 'resource', server, uri, name },
          { insert: `@${name} `, name, text: said(t('Resource of {server}', { server }), description) },
        ),
      ),
      // A prompt is a separate text: nothing of it remains in the user's message.
      ...state.prompts.map(({ name, description, arguments: fields }) =>
        itemOf(
          { kind: 'prompt', server, name },
          { insert: '', name, text: said(t('Prompt of {server}', { server }), description) },
          fields,
        ),
      ),
    ];
  });
}

/**
 * Ranks items whose last path segment begins with the query first, then those whose path does, then those that contain it; shorter names
 * first.
 */
export function fittingItems(items: readonly MentionItem[], query: string): MentionItem[] {
  const wanted = query.toLowerCase();
  const ranked = items.flatMap((item) => {
    const rank = rankOf(item.name.toLowerCase(), wanted);
    return rank === null ? [] : [{ item, rank }];
  });
  ranked.sort((a, b) => a.rank - b.rank || a.item.name.length - b.item.name.length || a.item.name.localeCompare(b.item.name));
  return ranked.slice(0, MOST_ITEMS).map(({ item }) => item);
}

function rankOf(name: string, wanted: string): number | null {
  if (name.slice(name.lastIndexOf('/', name.length - 2) + 1).startsWith(wanted)) return 0;
  if (name.startsWith(wanted)) return 1;
  return name.includes(wanted) ? 2 : null;
}
