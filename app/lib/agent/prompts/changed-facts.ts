import type { ProjectFact } from './project-facts.ts';

/**
 * Describes what has changed since a model was sent `before`; null if nothing has. The system prompt itself stays as it was, because any
 * change would invalidate the whole prompt cache.
 */
export function changedFacts(before: readonly ProjectFact[], now: readonly ProjectFact[]): string | null {
  const known = new Map(before.map((fact) => [fact.key, fact]));
  const current = new Set(now.map(({ key }) => key));
  const said = now.flatMap((fact) => changeOf(known.get(fact.key), fact) ?? []);
  const gone = before.filter(({ key }) => !current.has(key)).map(({ title }) => title);
  if (gone.length > 0) said.push(`No longer in force: ${gone.join(', ')}.`);
  return said.length === 0 ? null : `This has changed:\n\n${said.join('\n\n')}`;
}

function changeOf(before: ProjectFact | undefined, { title, text }: ProjectFact): string | null {
  if (before?.text === text) return null;
  const isLonger = before !== undefined && text.startsWith(`${before.text}\n`);
  return isLonger ? `Added to ${title}:\n${text.slice(before.text.length).trim()}` : text;
}
