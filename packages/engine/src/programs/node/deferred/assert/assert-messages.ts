import type { AssertionMessages } from '../../builtins/assert/assertion-messages.ts';
import { createCallTracker } from './call-tracker.ts';
import { describeFailure } from './describe-failure.ts';
import { joinStacks } from './join-stacks.ts';

/** The messages of failed assertions, and `assert.CallTracker`. */
export const assertMessages: AssertionMessages = { describeFailure, createCallTracker, joinStacks };
