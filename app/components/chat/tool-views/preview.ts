import { t } from '../../../lib/i18n/t.ts';
import { numberOf, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const previewView: ToolView = {
  icon: 'i-lucide-eye',
  doing: () => t('Looking at the preview'),
  done: () => t('Looked at the preview'),
  subject: (input) => [numberOf(input, 'port') ?? '', textOf(input, 'path')].join(''),
  result: (output) => textOf(output, 'note') || textOf(output, 'title'),
};
