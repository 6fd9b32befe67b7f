import { useState } from 'react';
import { fillArguments, fillPrompt, promptVariables } from '../../../lib/chat/prompts/prompt-template.ts';
import { parseSlashLine } from '../../../lib/chat/slash-commands/parse-slash-line.ts';
import type { SavedPrompt } from '../../../lib/protocol/prompts/saved-prompt.ts';
import { $projectPrompts } from '../../../lib/stores/project-config.ts';

export interface AskedPrompt {
  title: string;
  text: string;
  /** The content of the box before it. */
  before: string;
  /** The project file that it is from, or `null` for the user's own. */
  path: string | null;
}

export interface Prompts {
  /** The prompt whose variables are being asked for. */
  asked: AskedPrompt | null;
  /** The project file that the text in the box is from, as long as the text is unchanged. */
  from: string | null;
  fill(values: ReadonlyMap<string, string>): void;
  cancel(): void;
  /** Inserts one of the user's own prompts after the text in the box. */
  takeSaved(prompt: SavedPrompt): void;
  /** Returns true if the line names a prompt of the project. Its text replaces the line, so that the user can read it before sending. */
  takeLine(line: string): boolean;
}

/** Inserts prompts of the user and of the project into the message box. Never sends anything. */
export function usePrompts(text: string, setText: (text: string) => void): Prompts {
  const [asked, setAsked] = useState<AskedPrompt | null>(null);
  const [shown, setShown] = useState<{ path: string; text: string } | null>(null);

  function put(prompt: AskedPrompt, filled: string) {
    const whole = prompt.before.trim() === '' ? filled : `${prompt.before}\n${filled}`;
    setText(whole);
    setShown(prompt.path === null ? null : { path: prompt.path, text: whole });
    setAsked(null);
  }
  function take(prompt: AskedPrompt) {
    if (promptVariables(prompt.text).length > 0) setAsked(prompt);
    else put(prompt, prompt.text);
  }
  return {
    asked,
    from: shown?.text === text ? shown.path : null,
    fill: (values) => asked !== null && put(asked, fillPrompt(asked.text, values)),
    cancel: () => setAsked(null),
    takeSaved: (prompt) => take({ title: prompt.name, text: prompt.text, before: text, path: null }),
    takeLine(words) {
      const line = parseSlashLine(words);
      const prompt = $projectPrompts.get().prompts.find(({ name }) => name === line?.name);
      if (line === null || prompt === undefined) return false;
      take({ title: `/${prompt.name}`, text: fillArguments(prompt.text, line.args), before: '', path: prompt.path });
      return true;
    },
  };
}
