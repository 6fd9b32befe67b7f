import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import { TOOL_NAMES } from '../../lib/protocol/tool-names.ts';
import type { CallOutcome } from './call-outcome.server.ts';
import { readCommandReport } from './command-report.server.ts';
import { type Exchange, type PastStep, readConversation } from './conversation.server.ts';
import { demoScripts } from './demo-scripts.server.ts';
import type { DemoCall, DemoScript, ScriptRun } from './demo-step.server.ts';
import { ScriptEnding } from './script-ending.server.ts';
import { cannotDoMoreText, introductionText, lostPlaceText, thanksText, withoutToolsText } from './speech.server.ts';
import type { ToolBox } from './tool-box.server.ts';

/** The demo's answer: text, and the calls it makes. */
export interface DemoTurn {
  text: string;
  calls: readonly DemoCall[];
}

/** No script can be played without these tools. */
const NEEDED_TOOLS = [TOOL_NAMES.listDirectory, TOOL_NAMES.writeFile, TOOL_NAMES.runCommand];

const CONTINUE = /^(?:please\s+)?(?:continue|go on|carry on|resume|proceed|retry|try (?:it )?again|again|once more)\b/;
const THANKS = /^(?:thanks|thank you|thx|great|nice|cool|perfect|awesome|ok|okay|good|well done)\b/;

/** Returns the demo's next answer. It depends only on the conversation and the offered tools. */
export function nextTurn(prompt: LanguageModelV3Prompt, tools: ToolBox): DemoTurn {
  const exchanges = readConversation(prompt);
  const scene = currentScene(exchanges);
  switch (scene.kind) {
    case 'unknown':
      return say(introductionText(scene.words));
    case 'thanks':
      return say(thanksText());
    case 'wish':
      return say(cannotDoMoreText(scene.script.prompt));
    case 'script':
      if (!tools.hasAll(NEEDED_TOOLS)) return say(withoutToolsText(scene.script));
      return replay(scene.script.run(tools), scene.steps);
  }
}

type Scene =
  | { kind: 'unknown'; words: string }
  | { kind: 'thanks' }
  /** A request after a script that the script cannot fulfil. */
  | { kind: 'wish'; script: DemoScript }
  | { kind: 'script'; script: DemoScript; steps: readonly PastStep[] };

interface Play {
  script: DemoScript;
  steps: PastStep[];
}

/**
 * Walks through the conversation: each message starts a script, continues the last one, or asks for something that no
 * script can do.
 */
function currentScene(exchanges: readonly Exchange[]): Scene {
  let scene: Scene = { kind: 'unknown', words: '' };
  let play: Play | null = null;
  for (const { text, steps } of exchanges) {
    const next = playAfter(play, text.toLowerCase());
    if (next !== null) {
      next.steps.push(...steps);
      play = next;
      scene = { kind: 'script', ...next };
    } else if (THANKS.test(text.toLowerCase())) scene = play === null ? { kind: 'unknown', words: text } : { kind: 'thanks' };
    else scene = play === null ? { kind: 'unknown', words: text } : { kind: 'wish', script: play.script };
  }
  return scene;
}

/** Returns the play that these words start or continue, or null if they do neither. */
function playAfter(play: Play | null, words: string): Play | null {
  if (play !== null && CONTINUE.test(words)) return { script: play.script, steps: withoutFailedStep(play.steps) };
  const script = demoScripts.find((candidate) => candidate.matches(words));
  if (script === undefined) return null;
  // "Make the todo list blue" names the played script, but asks for something it cannot do.
  if (script === play?.script && !asksForItAfresh(words, script)) return null;
  return { script, steps: [] };
}

function asksForItAfresh(words: string, script: DemoScript): boolean {
  return words.startsWith(script.prompt.toLowerCase()) || /\b(?:again|afresh|anew|from scratch|start over)\b/.test(words);
}

/** "Continue" after a denial or a failure: the script asks again for the part that is missing. */
function withoutFailedStep(steps: readonly PastStep[]): PastStep[] {
  const hasFailed = steps.at(-1)?.calls.some(({ outcome }) => !wentWell(outcome)) ?? false;
  return hasFailed ? steps.slice(0, -1) : [...steps];
}

function wentWell(outcome: CallOutcome): boolean {
  if (outcome.kind !== 'done') return false;
  const report = readCommandReport(outcome.value);
  return report.status === 'running' || (report.status === 'completed' && report.exitCode === 0);
}

function replay(run: ScriptRun, steps: readonly PastStep[]): DemoTurn {
  try {
    let state = run.next([]);
    for (const step of steps) {
      if (state.done === true) break;
      if (!isSameStep(state.value.calls, step)) return say(lostPlaceText());
      state = run.next(step.calls.map(({ outcome }) => outcome));
    }
    return state.done === true ? say(state.value) : state.value;
  } catch (error) {
    if (error instanceof ScriptEnding) return say(error.lastWords);
    throw error;
  }
}

function isSameStep(calls: readonly DemoCall[], step: PastStep): boolean {
  return calls.length === step.calls.length && calls.every((call, index) => call.toolName === step.calls[index]?.toolName);
}

function say(text: string): DemoTurn {
  return { text, calls: [] };
}
