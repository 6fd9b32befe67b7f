import { DEMO_PROMPTS } from '../../lib/protocol/start/demo-prompts.ts';
import type { DemoScript } from './demo-step.server.ts';

const PROMPT_LIST = DEMO_PROMPTS.map((prompt) => `- ${prompt}`).join('\n');

const HOW_TO_GET_A_MODEL =
  'For a real model, open Settings → Models and add a provider with a key of your own, or use what this server offers there. If the server is yours, you can also put `OPENAI_API_KEY=…` or `GOOGLE_GENERATIVE_AI_API_KEY=…` into the file `.dev.vars` beside `package.json` and restart it. Then choose the model below the message box.';

/** Returns the answer to anything for which the demo has no script. */
export function introductionText(words: string): string {
  const quoted = words === '' ? 'that' : `“${words.length > 80 ? `${words.slice(0, 80)}…` : words}”`;
  return `I am a script, not an AI: I cannot work on ${quoted}. What I can do is show how Devonz works, with the real tools and your approval. Send one of these:\n\n${PROMPT_LIST}\n\n${HOW_TO_GET_A_MODEL}`;
}

export function thanksText(): string {
  return `You are welcome. I am a script, so this is as far as I go. The files are yours: open them in the editor, change them, and look at the Preview tab. I can also show one of these:\n\n${PROMPT_LIST}\n\n${HOW_TO_GET_A_MODEL}`;
}

/** Returns the answer to a request after a script has been played: scripts cannot be changed. */
export function cannotDoMoreText(played: string): string {
  return `I am a script without AI: I played “${played}” word for word, and cannot take wishes about it. You can change the files yourself in the editor. Say “continue” if something was left undone, or send one of these:\n\n${PROMPT_LIST}\n\n${HOW_TO_GET_A_MODEL}`;
}

/** Describes the steps, for chat and plan mode, in which nothing may be written or run. */
export function withoutToolsText(script: DemoScript): string {
  return `I have no tools that write or run here, so I only say what I would do.\n\n${script.plan}\n\nSwitch to agent mode without plan mode and send “${script.prompt}” again, and I do it. (I am a script, not an AI.)`;
}

export function lostPlaceText(): string {
  return `I have lost my place: this conversation does not fit the script I was playing, and being a script I cannot improvise. Start a new chat with one of these:\n\n${PROMPT_LIST}`;
}

/** Returns the end of every early exit, which lists the user's options. */
export function choicesText(...choices: string[]): string {
  const all = [
    ...choices,
    'Say “continue” and I ask for the same thing again.',
    `Send another of my prompts: ${DEMO_PROMPTS.map((prompt) => `“${prompt}”`).join(', ')}.`,
  ];
  return `What you can do:\n\n${all.map((choice) => `- ${choice}`).join('\n')}`;
}

export function denialText(what: string, reason: string | null): string {
  return reason === null
    ? `You denied ${what}, so it did not happen.`
    : `You denied ${what}, with the reason “${reason}”, so it did not happen.`;
}

/** Returns the end of an output as a code block, because the last lines contain the error. */
export function outputBlock(output: string): string {
  const lines = output
    .trim()
    .split('\n')
    .slice(-12)
    .map((line) => line.slice(0, 300));
  return lines.join('').trim() === ''
    ? 'It printed nothing.'
    : `Its last output:\n\n\`\`\`\n${lines.join('\n').replaceAll('```', "'''")}\n\`\`\``;
}
