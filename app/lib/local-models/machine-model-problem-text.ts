import { t } from '../i18n/t.ts';
import type { LocalProblem } from '../protocol/models/local-look.ts';

/** Says why a real machine's Ollama offers no models, and what to type there; null if the reason is one of this browser. */
export function machineModelProblemText(problem: LocalProblem, { name, hasProgram }: { name: string; hasProgram: boolean }): string | null {
  switch (problem) {
    case 'silent':
      return t('{name} cannot be asked: the bridge to that machine does not answer.', { name });
    case 'blocked':
      return t('{name} cannot be asked: the bridge to that machine is too old for it. Update it, and start it again.', { name });
    case 'other-kind':
      return hasProgram
        ? t('{name} is installed, but does not run. Type “ollama serve” in a terminal there.', { name })
        : t('{name} does not answer. If it is installed there, type “ollama serve” in a terminal.', { name });
    case 'empty':
      return t('{name} has no model that can chat. Type “ollama pull phi3” in a terminal there.', { name });
    case 'denied':
    case 'insecure':
      return null;
  }
}
