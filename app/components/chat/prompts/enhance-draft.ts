import type { PromptActions } from '../../../lib/chat/prompts/enhance-prompt.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $announcement } from '../../../lib/stores/workbench.ts';
import type { EnhancingState } from './enhancing.ts';

interface DraftText {
  before: string;
  /** Returns the current content of the box. */
  now(): string;
  signal: AbortSignal;
  enhancePrompt: PromptActions['enhancePrompt'];
}

/** Enhances a text and returns the resulting state, or null if it was aborted. */
export async function enhanceDraft({ before, now, signal, enhancePrompt }: DraftText): Promise<EnhancingState | null> {
  const enhancement = await enhancePrompt(before, signal);
  if (signal.aborted) return null;
  if (enhancement.outcome === 'stopped') return { state: 'rest' };
  if (enhancement.outcome === 'failed') return { state: 'failed', text: now(), why: enhancement.why };
  if (now() !== before) return { state: 'failed', text: now(), why: t('You changed the text meanwhile, so it was left as it is.') };
  $announcement.set(t('The text is enhanced. Undo brings yours back.'));
  return { state: 'enhanced', before, after: enhancement.text };
}
