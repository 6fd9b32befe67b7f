import { useState } from 'react';
import { fillArguments, fillPrompt, promptVariables } from '../../../lib/chat/prompts/prompt-template.ts';
import { parseSlashLine } from '../../../lib/chat/slash-commands/parse-slash-line.ts';
import type { SavedPrompt } from '../../../lib/protocol/prompts/saved-prompt.ts';
import { $projectPrompts } from '../../../lib/stores/project-config.ts';

export interface AskedPrompt {
  title: string;
  text: string;
  /** What was in the box before it. */
  before: string;
  /** The project's file that it is from; null: the user's own. */
  path: string | null;
}

export interface Prompts {
  /** What asks for its variables. */
  asked: AskedPrompt | null;
  /** The project's file that the text in the box is from, while it is that text. */
  from: string | null;
  fill(values: ReadonlyMap<string, string>): void;
  cancel(): void;
  /** One of the user's own, after what is in the box. */
  takeSaved(prompt: SavedPrompt): void;
  /** True: the line names a prompt of the project. Its text takes the line's place, to be read before it is sent. */
  takeLine(line: string): boolean;
}

/** Texts of the user and of the project in the message box. Nothing is sent by them. */
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
