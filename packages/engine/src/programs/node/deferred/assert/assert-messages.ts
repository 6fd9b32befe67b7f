import type { AssertionMessages } from '../../builtins/assert/assertion-messages.ts';
import { createCallTracker } from './call-tracker.ts';
import { describeFailure } from './describe-failure.ts';
import { joinStacks } from './join-stacks.ts';

/** What an assertion says when it fails, and `assert.CallTracker`. */
export const assertMessages: AssertionMessages = { describeFailure, createCallTracker, joinStacks };
