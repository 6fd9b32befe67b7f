import { t } from '../../../lib/i18n/t.ts';
import type { LocalKind } from '../../../lib/protocol/models/local-endpoint.ts';

export const LOCAL_KIND_NAMES: Readonly<Record<LocalKind, () => string>> = {
  ollama: () => 'Ollama',
  'lm-studio': () => 'LM Studio',
  'openai-compatible': () => t('An OpenAI-compatible server'),
};

/** A browser may ask about a page that is not of this computer, and its requests wait until the user has answered. */
export function lookingText(pageProtocol: string): string {
  if (pageProtocol !== 'https:') return t('Looking on this computer…');
  return t('Looking on this computer… If the browser asks whether this page may reach the local network, allow it.');
}
