import type { JSONValue } from '@ai-sdk/provider';
import type { DemoPrompt } from '../../lib/protocol/start/demo-prompts.ts';
import type { CallOutcome } from './call-outcome.server.ts';
import type { ToolBox } from './tool-box.server.ts';

export interface DemoCall {
  toolName: string;
  input: { [key: string]: JSONValue };
}

/** One answer of the demo that calls tools. An answer without calls is the end of a script, and is a plain string. */
export interface DemoStep {
  text: string;
  calls: readonly DemoCall[];
}

/**
 * A running script: it yields steps, receives the outcomes of each step's calls in order, and returns its last words. The server keeps no
 * state between two requests: each time it runs the script from the start with the outcomes from the conversation, up to the current step.
 * The script must therefore depend on nothing else.
 */
export type ScriptRun<Result = string> = Generator<DemoStep, Result, readonly CallOutcome[]>;

export interface DemoScript {
  prompt: DemoPrompt;
  /** Whether these words, in lower case, ask for this script. */
  matches(words: string): boolean;
  /** A few sentences about the steps, shown if the script may not run them. */
  plan: string;
  run(tools: ToolBox): ScriptRun;
}
