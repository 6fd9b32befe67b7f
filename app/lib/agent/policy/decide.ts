import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import type { ToolIntent } from '../tool-definition.ts';
import { afterOutsideRead } from './after-outside-read.ts';
import { decideChange } from './decide-change.ts';
import { decideCommand } from './decide-command.ts';
import { decideForeign } from './decide-foreign.ts';
import { decideInput } from './decide-input.ts';
import { type PolicyContext, type PolicyDecision, type PolicyPart, single, strictest } from './policy-decision.ts';
import { withinScope } from './within-scope.ts';

/**
 * May this run unasked? In this order: hard blocks, deny rules, guards that must ask, allow rules, the settings of the seed, ask.
 * Where a request has several parts the strictest verdict wins; what is not fully understood asks.
 */
export function decide(intent: ToolIntent, context: PolicyContext): PolicyDecision {
  const alone = decideAlone(intent, context);
  const decision = context.scope == null ? alone : withinScope(alone, intent, context.scope);
  return context.hasReadOutside === true ? afterOutsideRead(decision, intent) : decision;
}

function decideAlone(intent: ToolIntent, context: PolicyContext): PolicyDecision {
  switch (intent.kind) {
    case 'control':
      return intent.asks === undefined
        ? single('auto', 'it touches nothing', 'session', 'none')
        : single('ask', intent.asks.why, intent.asks.about);
    case 'address':
      return single('auto', 'each host is the user’s to allow', intent.address, 'none');
    case 'read':
      return decideRead(intent.paths);
    case 'change':
      return decideChange(intent, context.settings.agent);
    case 'command':
      return decideCommand(intent, context);
    case 'input':
      return decideInput(intent, context);
    case 'foreign':
      return decideForeign(intent);
  }
}

function decideRead(paths: readonly string[]): PolicyDecision {
  const parts = paths.map((path): PolicyPart => {
    const isSecret = isSecretPath(path);
    return {
      text: path,
      verdict: isSecret ? 'ask' : 'auto',
      why: isSecret ? 'it may hold keys or passwords' : 'reading the project is free',
      by: isSecret ? 'guard' : 'none',
    };
  });
  return strictest(parts, 'reading the project is free');
}
