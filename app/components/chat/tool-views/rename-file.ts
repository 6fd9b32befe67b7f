import { t } from '../../../lib/i18n/t.ts';
import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const renameFileView: ToolView = {
  toolName: TOOL_NAMES.renameFile,
  icon: 'i-lucide-file-pen',
  doing: () => t('Renaming'),
  done: () => t('Renamed'),
  subject: (input) => `${textOf(input, 'path')} → ${textOf(input, 'newPath')}`,
};
