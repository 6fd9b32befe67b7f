import type { AgentSessionOptions, PromptContext } from '../session/agent-session.ts';

/** What a session's prompt is made of; a sub-agent learns of itself, too. */
export function withBrief({ promptContext, delegate }: AgentSessionOptions): () => Promise<PromptContext> {
  return async () => {
    const context = (await promptContext?.()) ?? { rules: [], limits: [] };
    return delegate === undefined ? context : { ...context, delegate: delegate.brief };
  };
}
