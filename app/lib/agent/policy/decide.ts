import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { because } from '../../protocol/texts/reason.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';
import { afterOutsideRead } from './after-outside-read.ts';
import { askAgain } from './ask-again.ts';
import { decideChange } from './decide-change.ts';
import { decideCommand } from './decide-command.ts';
import { decideForeign } from './decide-foreign.ts';
import { decideInput } from './decide-input.ts';
import { inWords, type JudgedPart, type Judgement, type PolicyContext, type PolicyDecision, single, strictest } from './policy-decision.ts';
import { withinScope } from './within-scope.ts';

const OF_PROJECT = because('it is a hook that the project’s own file names');

/**
 * Decides whether an intent may run without approval. The order is: hard blocks, deny rules, guards, allow rules, the seed's settings, ask.
 * The strictest verdict of all parts wins; whatever is not fully understood asks.
 */
export function decide(intent: ToolIntent, context: PolicyContext): PolicyDecision {
  const alone = decideAlone(intent, context);
  const scoped = context.scope == null ? alone : withinScope(alone, intent, context.scope);
  const untainted = context.hasReadOutside === true ? afterOutsideRead(scoped, intent) : scoped;
  return inWords(context.isHook === true ? askAgain(untainted, intent, OF_PROJECT) : untainted);
}

function decideAlone(intent: ToolIntent, context: PolicyContext): Judgement {
  switch (intent.kind) {
    case 'control':
      return intent.asks === undefined
        ? single('auto', because('it touches nothing'), 'session', 'none')
        : single('ask', intent.asks.why, intent.asks.about);
    case 'address':
      return single('auto', because('each host is the user’s to allow'), intent.address, 'none');
    case 'read':
      return decideRead(intent.paths, intent.keysIn);
    case 'change':
      return decideChange(intent, context.settings.agent, context.approvedInstructions);
    case 'command':
      return decideCommand(intent, context);
    case 'input':
      return decideInput(intent, context);
    case 'foreign':
      return decideForeign(intent);
  }
}

/** Both the name and the content can indicate that a file holds keys. */
function decideRead(paths: readonly string[], keysIn: readonly string[] = []): Judgement {
  const parts = paths.map((path): JudgedPart => {
    const isSecret = isSecretPath(path) || keysIn.includes(path);
    return {
      text: path,
      verdict: isSecret ? 'ask' : 'auto',
      why: isSecret
        ? because('it may hold keys or passwords, which the model sees if you allow it')
        : because('reading the project is free'),
      by: isSecret ? 'guard' : 'none',
    };
  });
  return strictest(parts, because('reading the project is free'));
}
