import { t } from '../../../lib/i18n/t.ts';
import type { LocalKind } from '../../../lib/protocol/models/local-endpoint.ts';

export const LOCAL_KIND_NAMES: Readonly<Record<LocalKind, () => string>> = {
  ollama: () => 'Ollama',
  'lm-studio': () => 'LM Studio',
  'openai-compatible': () => t('An OpenAI-compatible server'),
};

/** Mentions that the browser may ask the user about a page that is not from this computer; requests wait for the answer. */
export function lookingText(pageProtocol: string): string {
  if (pageProtocol !== 'https:') return t('Looking on this computer…');
  return t('Looking on this computer… If the browser asks whether this page may reach the local network, allow it.');
}
