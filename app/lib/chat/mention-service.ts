import { t } from '../i18n/t.ts';
import type { McpActions, McpOutcome, McpPart } from '../mcp/mcp-service.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import {
  type AttachmentSource,
  attachmentName,
  isFolder,
  LONGEST_ATTACHMENT,
  type TextAttachment,
} from '../protocol/attachments/attachment.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { Workspace } from '../runtime/types.ts';

/** The user's actions for `@` in the message box. */
export interface MentionActions {
  /** Reads what was mentioned. `values`: a prompt's arguments. Null if it could not be read; a notice then says why. */
  attach(source: AttachmentSource, values?: Readonly<Record<string, string>>): Promise<TextAttachment | null>;
}

export interface MentionServiceOptions {
  workspace: Pick<Workspace, 'readFile'>;
  /** The project's files, without those that .gitignore excludes. */
  paths(): Iterable<string>;
  /** Absent if no server can be reached. */
  mcp?: Pick<McpActions, 'readMcpResource' | 'getMcpPrompt'>;
  notices: Pick<NoticeService, 'guard'>;
}

/** Larger files cannot be text for a model. In bytes. */
const LARGEST_FILE = 10_000_000;
/** Timeout for a server's answer. In milliseconds. */
const LONGEST_WAIT = 30_000;

/** Reads what a user attaches to a message. */
export function createMentionService({ workspace, paths, mcp, notices }: MentionServiceOptions): MentionActions {
  const read = async (source: AttachmentSource, values: Readonly<Record<string, string>>): Promise<string> => {
    if (source.kind === 'file' && isFolder(source)) return [...paths()].filter((path) => path.startsWith(source.path)).join('\n');
    if (source.kind === 'file') return readFile(workspace, source.path);
    if (source.kind === 'paste') throw new TypeError('A pasted text is attached by the message box itself.');
    if (mcp === undefined) throw new Error(t('no MCP server can be reached here'));
    const signal = AbortSignal.timeout(LONGEST_WAIT);
    if (source.kind === 'resource')
      return given(await mcp.readMcpResource(source.server, source.uri, signal))
        .map(partText)
        .join('\n\n');
    const messages = given(await mcp.getMcpPrompt(source.server, source.name, values, signal));
    return messages.map(({ role, part }) => (role === 'user' ? partText(part) : `(as the assistant) ${partText(part)}`)).join('\n\n');
  };
  return {
    async attach(source, values = {}) {
      const text = await notices.guard(t('{name} was not attached', { name: JSON.stringify(attachmentName(source)) }), async () => {
        const found = await read(source, values);
        if (found === '') throw new Error(t('it is empty'));
        return found;
      });
      return text === null ? null : { source, text: text.slice(0, LONGEST_ATTACHMENT), isCut: text.length > LONGEST_ATTACHMENT };
    },
  };
}

async function readFile(workspace: Pick<Workspace, 'readFile'>, path: string): Promise<string> {
  const target = toWorkspacePath(path);
  if (target === null) throw new Error(t('it is not inside the project'));
  const content = await workspace.readFile(target);
  if (content.byteLength > LARGEST_FILE) throw new Error(t('it is larger than 10 MB'));
  if (content.includes(0)) throw new Error(t('it is no text'));
  return new TextDecoder().decode(content);
}

function given<Value>(outcome: McpOutcome<Value>): Value {
  if (!outcome.ok) throw new Error(outcome.why);
  return outcome.value;
}

/** The text of a part, as far as a model can read it. */
function partText(part: McpPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `[${part.type}, ${part.mimeType}, ${part.byteCount} bytes, not attached]`;
    case 'resource':
      return part.text ?? `[${JSON.stringify(part.uri)}: no text, not attached]`;
    case 'link':
      return `[link to ${JSON.stringify(part.uri)}: ${part.name}]`;
  }
}
