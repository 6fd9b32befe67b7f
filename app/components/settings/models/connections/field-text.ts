import { t } from '../../../../lib/i18n/t.ts';

/** Translations of the names and hints of provider fields, which the server lists in English. */
const TEXTS: Readonly<Record<string, () => string>> = {
  'API key': () => t('API key'),
  'Base URL': () => t('Base URL'),
  Models: () => t('Models'),
  Context: () => t('Context'),
  'Resource name': () => t('Resource name'),
  'API version': () => t('API version'),
  API: () => t('API'),
  Deployments: () => t('Deployments'),
  Region: () => t('Region'),
  'Access key ID': () => t('Access key ID'),
  'Secret access key': () => t('Secret access key'),
  'Session token': () => t('Session token'),
  'Extra headers': () => t('Extra headers'),
  'As this server reaches it: http://127.0.0.1:11434 where both run on one machine.': () =>
    t('As this server reaches it: {address} where both run on one machine.', { address: 'http://127.0.0.1:11434' }),
  'As this server reaches it: http://127.0.0.1:1234 where both run on one machine.': () =>
    t('As this server reaches it: {address} where both run on one machine.', { address: 'http://127.0.0.1:1234' }),
  'Empty where it needs none.': () => t('Empty where it needs none.'),
  'Empty where the endpoint needs none.': () => t('Empty where the endpoint needs none.'),
  'NAME of https://NAME.openai.azure.com. Empty where a base URL is set.': () =>
    t('NAME of https://NAME.openai.azure.com. Empty where a base URL is set.'),
  'The endpoint as the portal shows it, in place of the resource name.': () =>
    t('The endpoint as the portal shows it, in place of the resource name.'),
  'Empty: v1. A dated one, such as 2024-10-21, uses the addresses of deployments.': () =>
    t('Empty: v1. A dated one, such as 2024-10-21, uses the addresses of deployments.'),
  'Empty: Responses; Chat Completions with a dated API version.': () => t('Empty: Responses; Chat Completions with a dated API version.'),
  'Empty: Responses at OpenAI itself, Chat Completions elsewhere.': () =>
    t('Empty: Responses at OpenAI itself, Chat Completions elsewhere.'),
  'Names with commas between them.': () => t('Names with commas between them.'),
  'Names with commas between them. Empty: the endpoint is asked.': () => t('Names with commas between them. Empty: the endpoint is asked.'),
  'Such as us-east-1.': () => t('Such as us-east-1.'),
  'A Bedrock API key, or below an access key.': () => t('A Bedrock API key, or below an access key.'),
  'Only of temporary credentials.': () => t('Only of temporary credentials.'),
  'Only for a private endpoint; empty: the region’s own.': () => t('Only for a private endpoint; empty: the region’s own.'),
  'What comes before /chat/completions, such as https://llm.example.com/v1': () =>
    t('What comes before /chat/completions, such as https://llm.example.com/v1'),
  'Name: value, with ; between several.': () => t('Name: value, with ; between several.'),
};

/** Translates the text into the user's language; an unknown text, from a newer server, is returned unchanged. */
export function fieldText(text: string): string {
  const known = new Map(Object.entries(TEXTS)).get(text);
  if (known !== undefined) return known();
  const address = /^Empty: (https:\/\/\S+)$/.exec(text)?.[1];
  if (address !== undefined) return t('Empty: {address}', { address });
  const provider = /^Names with commas between them\. Empty: (.+) is asked\.$/.exec(text)?.[1];
  if (provider !== undefined) return t('Names with commas between them. Empty: {provider} is asked.', { provider });
  const tokens = /^Tokens of room that a model is given\. Empty: (\d+)\. More takes more memory\.$/.exec(text)?.[1];
  return tokens === undefined ? text : t('Tokens of room that a model is given. Empty: {tokens}. More takes more memory.', { tokens });
}
