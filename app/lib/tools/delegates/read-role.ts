import { z } from 'zod';
import { readFrontMatter } from '../files/read-front-matter.ts';
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
  const front = await readFrontMatter(source);
  if (!front.ok) return `${path}: ${front.why}`;
  const fields = frontMatterSchema.safeParse(front.value);
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
    text: withoutHidden(front.body).trim(),
  };
}
