import { z } from 'zod';
import { t } from '../../i18n/t.ts';
import type { ProjectPrompt } from '../../protocol/prompts/project-prompt.ts';
import { readFrontMatter } from '../../tools/files/read-front-matter.ts';
import { withoutHidden } from '../../tools/files/without-hidden.ts';
import { SLASH_COMMANDS } from '../slash-commands/slash-command-list.ts';
import { takesArguments } from './prompt-template.ts';

export const PROMPTS_FOLDER = '.devonz/prompts/';
/** Characters. */
const LONGEST_PROMPT = 20_000;
const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;

const frontMatterSchema = z.object({ description: z.string().max(500).default(''), arguments: z.string().max(200).optional() });

/** The prompt, or a sentence that says what is wrong in its file and where. */
export async function readProjectPrompt(path: string, source: string): Promise<ProjectPrompt | string> {
  const name = path.slice(PROMPTS_FOLDER.length).replace(/\.md$/, '');
  if (!NAME.test(name)) return t('{path}: its name can have small letters, digits, "-" and "_", at most 40.', { path });
  if (SLASH_COMMANDS.some((command) => command.name === name)) {
    return t('{path}: /{name} is a command of Devonz, which no project replaces. Give the file another name.', { path, name });
  }
  if (source.length > LONGEST_PROMPT) return t('{path} has more than {most} characters.', { path, most: LONGEST_PROMPT });
  const front = await readFrontMatter(source);
  if (!front.ok) return t('{path}, line {line}: {why}', { path, line: front.line, why: front.why });
  const settings = frontMatterSchema.safeParse(front.value);
  if (!settings.success) {
    const [issue] = settings.error.issues;
    return t('{path}, line {line}: {field}: {why}.', {
      path,
      line: lineOf(source, issue?.path[0]),
      field: issue?.path.join('.') || t('its settings'),
      why: issue?.message ?? t('not valid'),
    });
  }
  const text = withoutHidden(front.body).trim();
  if (text === '') return t('{path} has no text after its settings.', { path });
  const { description, arguments: args = takesArguments(text) ? '<arguments>' : '' } = settings.data;
  return { name, path, description: withoutHidden(description), args: withoutHidden(args), text };
}

function lineOf(source: string, field: PropertyKey | undefined): number {
  const line = source.split('\n').findIndex((each) => each.startsWith(`${String(field)}:`));
  return Math.max(0, line) + 1;
}
