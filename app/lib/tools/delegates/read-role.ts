import { z } from 'zod';
import { readFrontMatter } from '../files/read-front-matter.ts';
import { withoutHidden } from '../files/without-hidden.ts';

/** A role from a file in `.devonz/agents`. A stranger may have written it, so it can only restrict. */
export interface Role {
  name: string;
  description: string;
  path: string;
  /** Restricts the tools of a call to these; null for no restriction. */
  tools: readonly string[] | null;
  /** Restricts the files that a call may write to these; null for no restriction, empty for none. */
  scope: readonly string[] | null;
  /** The requested model; null for that of the agent. */
  model: string | null;
  /** Instructions on how the role works. */
  text: string;
}

/** Shown to the user as the asking party: letters, digits and joining characters, but not the product name. */
const NAME = /^(?!.*devonz)[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/iu;

/** A list, or names separated by commas. */
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

/** Parses a role; returns a sentence about the problem and its place if the file is invalid. */
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
