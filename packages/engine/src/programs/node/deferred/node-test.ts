import { createReportersModule } from '../builtins/test/reporter-choice.ts';
import { runTestCommand } from '../builtins/test/run-files.ts';
import { createTestModule } from '../builtins/test/test-module.ts';

/** The implementation of `node:test` and `node --test`. */
export const nodeTest = { createTestModule, createReportersModule, runTestCommand };
