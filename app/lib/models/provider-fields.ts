import type { ConnectionField } from './connection.ts';

/** Fields that most providers have, always under the same name, because errors and forms refer to fields by name. */
export function apiKeyField(variable: string | undefined, more: Partial<Pick<ConnectionField, 'label' | 'hint'>> = {}): ConnectionField {
  return { name: 'apiKey', label: 'API key', isSecret: true, ...(variable === undefined ? {} : { variable }), ...more };
}

export function baseUrlField(variable: string, defaultBaseUrl: string): ConnectionField {
  return { name: 'baseUrl', label: 'Base URL', isSecret: false, variable, hint: `Empty: ${defaultBaseUrl}` };
}

export function modelsField(variable: string | undefined, whoIsAsked: string): ConnectionField {
  const hint = `Names with commas between them. Empty: ${whoIsAsked} is asked.`;
  return { name: 'models', label: 'Models', isSecret: false, ...(variable === undefined ? {} : { variable }), hint };
}
