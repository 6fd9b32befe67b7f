import type { AgentSessionOptions, PromptContext } from '../contract/agent-session.ts';
import { maskedContext } from '../masking/recordable.ts';

/** What a session's prompt is made of; a sub-agent learns of itself, too. */
export function withBrief({ ports: { secrets }, promptContext, delegate }: AgentSessionOptions): () => Promise<PromptContext> {
  return async () => {
    const given = (await promptContext?.()) ?? { rules: [], limits: [] };
    const whole = delegate === undefined ? given : { ...given, delegate: delegate.brief };
    return secrets === undefined ? whole : maskedContext(whole, await secrets.masker());
  };
}
