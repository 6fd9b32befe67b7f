import { t } from '../../i18n/t.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { Workspace } from '../../runtime/types.ts';
import { $filePlace, $files } from '../../stores/files.ts';
import type { FormatAnswer, FormatEdit, FormatRequest } from './format-messages.ts';
import { editorConfigs, settingsFiles } from './settings-files.ts';

export interface FormatActions {
  /**
   * Formats with the project's prettier settings. Edits refer to the text with one character per line break, as in the editor. A
   * failure, with its position, becomes a notice.
   */
  formatText(path: string, text: string, onFormatted: (edits: readonly FormatEdit[]) => void): Promise<void>;
}

/** Runs outside the page's thread, and ends after a time limit in any case. */
export type Format = (request: FormatRequest) => Promise<FormatAnswer>;

interface FormatServiceDependencies {
  workspace: Pick<Workspace, 'readFile'>;
  format: Format;
  notices: Pick<NoticeService, 'guard' | 'info' | 'error'>;
}

export function createFormatService({ workspace, format, notices }: FormatServiceDependencies): FormatActions {
  const read = async (path: string) => {
    const place = toWorkspacePath(path);
    return place === null ? '' : new TextDecoder().decode(await workspace.readFile(place));
  };
  return {
    async formatText(path, text, onFormatted) {
      const answer = await notices.guard(t('{path} was not formatted', { path }), async () => {
        const source = { has: (file: string) => $files.get().has(file), read };
        const settings = await settingsFiles(path, source);
        return format({ path, text: text.replace(/\r\n?/g, '\n'), settings, editorConfigs: await editorConfigs(path, source) });
      });
      if (answer === null) return;
      if (answer.type === 'formatted') {
        onFormatted(answer.edits);
        if (answer.unread !== null)
          notices.info(
            t('{path} was formatted with prettier’s own settings: {settings} is not read here.', { path, settings: answer.unread }),
          );
        return;
      }
      if (answer.type === 'unknown') {
        notices.info(t('Files like {path} cannot be formatted here.', { path }));
        return;
      }
      const { place, why } = answer;
      const goThere =
        place === null ? undefined : { label: t('Go to line {line}', { line: place.line }), run: () => $filePlace.set({ path, ...place }) };
      notices.error(t('{path} was not formatted: {why}', { path, why }), goThere);
    },
  };
}
