import { maskedContext } from '../masking/recordable.ts';
import type { AgentSessionOptions, PromptContext } from '../session/agent-session.ts';

/** What a session's prompt is made of; a sub-agent learns of itself, too. */
export function withBrief({ ports: { secrets }, promptContext, delegate }: AgentSessionOptions): () => Promise<PromptContext> {
  return async () => {
    const given = (await promptContext?.()) ?? { rules: [], limits: [] };
    const context = secrets === undefined ? given : maskedContext(given, await secrets.masker());
    return delegate === undefined ? context : { ...context, delegate: delegate.brief };
  };
}
