import type { ModelProvider } from '../../lib/models/model-provider.ts';

/** A message about fields as their user knows them: the variables of a server's environment are for whoever runs it. */
export function withoutVariables(message: string, { fields }: Pick<ModelProvider, 'fields'>): string {
  return fields.reduce((text, { variable }) => (variable === undefined ? text : text.replaceAll(` (${variable})`, '')), message);
}
