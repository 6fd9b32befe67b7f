import { z } from 'zod';
import { errorMessage } from '../../protocol/error-message.ts';
import { withoutHidden } from '../files/without-hidden.ts';

/** What a file of `.devonz/agents` says of a role. A stranger may have written it: it can only take away. */
export interface Role {
  name: string;
  description: string;
  path: string;
  /** Of the tools that a call gives, only these; null: all. */
  tools: readonly string[] | null;
  /** Of the files that a call lets it write, only these; null: all, empty: none. */
  scope: readonly string[] | null;
  /** The model that it wants; null: that of the agent. */
  model: string | null;
  /** How it works. */
  text: string;
}

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const LONGEST_FRONT_MATTER = 8_000;
/** It is shown as who asks: letters, digits and what joins them, and not the name of the product. */
const NAME = /^(?!.*devonz)[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/iu;

/** A list, or words with commas between. */
const namesSchema = z.union([
  z.array(z.string().min(1).max(400)).max(60),
  z
    .string()
    .max(8_000)
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
]);

const frontMatterSchema = z.object({
  name: z.string().optional(),
  description: z.string().max(2_000).default(''),
  tools: namesSchema.optional(),
  scope: namesSchema.optional(),
  model: z.string().min(1).max(200).optional(),
});

/** A role, or a sentence that says what is wrong with its file and where. */
export async function readRole(path: string, source: string): Promise<Role | string> {
  const fileName = (path.split('/').at(-1) ?? '').replace(/\.md$/, '');
  const match = FRONT_MATTER.exec(source);
  const front = match?.[1] ?? '';
  if (match === null && /^---[ \t]*\r?\n/.test(source))
    return `${path} begins with "---" and has no second line "---" that ends its settings.`;
  if (front.length > LONGEST_FRONT_MATTER) return `${path}: its settings have more than ${LONGEST_FRONT_MATTER} characters.`;
  const settings = await parsed(front);
  if (!settings.ok) return `${path}: its settings are no YAML: ${settings.why}`;
  const fields = frontMatterSchema.safeParse(settings.value ?? {});
  if (!fields.success) {
    const [issue] = fields.error.issues;
    return `${path}: ${issue?.path.join('.') || 'its settings'}: ${issue?.message ?? 'not valid'}.`;
  }
  const { name = fileName, description, tools = null, scope = null, model = null } = fields.data;
  if (!NAME.test(name)) {
    return `${path}: ${JSON.stringify(name.slice(0, 60))} is no name for a role: at most 40 letters, digits, blanks, ".", "_" and "-".`;
  }
  return {
    name,
    description: withoutHidden(description),
    path,
    tools,
    scope,
    model,
    text: withoutHidden(source.slice(match?.[0].length ?? 0)).trim(),
  };
}

/** YAML is loaded with the first role. */
async function parsed(text: string): Promise<{ ok: true; value: unknown } | { ok: false; why: string }> {
  const { parse } = await import('yaml');
  try {
    return { ok: true, value: parse(text, { maxAliasCount: 10, logLevel: 'error' }) };
  } catch (error) {
    return { ok: false, why: errorMessage(error).split('\n')[0] ?? '' };
  }
}
