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
 * A script as it runs: it yields steps, is handed what became of each step's calls (in their order), and returns its last
 * words. The server keeps nothing between two requests: a script is run again each time and fed the outcomes that are in the
 * conversation, so its place is where they end. It must therefore depend on nothing but them.
 */
export type ScriptRun<Result = string> = Generator<DemoStep, Result, readonly CallOutcome[]>;

export interface DemoScript {
  prompt: DemoPrompt;
  /** Whether these words, in lower case, ask for it. */
  matches(words: string): boolean;
  /** What it would do, for when it may not: a few sentences. */
  plan: string;
  run(tools: ToolBox): ScriptRun;
}
