import type { AgentSessionOptions, PromptContext } from '../contract/agent-session.ts';
import { maskedContext } from '../masking/recordable.ts';

/** Returns a function that builds the prompt context of a session, including the brief of a sub-agent. */
export function withBrief({ ports: { secrets }, promptContext, delegate }: AgentSessionOptions): () => Promise<PromptContext> {
  return async () => {
    const given = (await promptContext?.()) ?? { rules: [], limits: [] };
    const whole = delegate === undefined ? given : { ...given, delegate: delegate.brief };
    return secrets === undefined ? whole : maskedContext(whole, await secrets.masker());
  };
}
