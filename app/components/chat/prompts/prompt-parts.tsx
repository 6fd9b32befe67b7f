import { Suspense } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import type { Prompts } from './use-prompts.ts';

const PromptForm = lazyPart(() => import('./prompt-form.tsx').then((module) => ({ default: module.PromptForm })));

/** Shows the form for a prompt's variables, and the origin of the text in the box. */
export function PromptParts({ prompts }: { prompts: Prompts }) {
  return (
    <>
      {prompts.from !== null && (
        <p role="status" className="message-note">
          {t('This text is from {from} of the project. Read it before you send it.', { from: prompts.from })}
        </p>
      )}
      {prompts.asked !== null && (
        <Suspense fallback={null}>
          <PromptForm asked={prompts.asked} onFill={prompts.fill} onClose={prompts.cancel} />
        </Suspense>
      )}
    </>
  );
}
