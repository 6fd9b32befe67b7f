import type { Connection, ConnectionField } from '../../lib/models/connection.ts';
import type { ModelProvider } from '../../lib/models/model-provider.ts';
import { type GivenConnection, LONGEST_VALUE } from '../../lib/protocol/models/connections.ts';
import { because, type Reason } from '../../lib/protocol/texts/reason.ts';
import { type Checked, refuseBecause } from '../../lib/step/refusal.ts';
import { connectionId } from './connection-id.server.ts';

export interface Known {
  /** Providers whose connections users may enter. */
  providers: readonly ModelProvider[];
  /** Ids that a new connection cannot have: those of all providers. */
  reserved: readonly string[];
  /** Connections that this user already has. */
  connections: readonly Connection[];
}

/** The characters that a header allows; spaces are excluded, because they come from careless pasting. */
const KEY = /^[\x21-\x7e]+$/;
const CONTROLS = /\p{Cc}/u;

/** Reads the connection that a form describes. A secret that the form omits keeps its existing value. */
export function readGivenConnection(given: GivenConnection, { providers, reserved, connections }: Known): Checked<Connection> {
  const provider = providers.find(({ id }) => id === given.providerId);
  if (provider === undefined)
    return wrong('providerId', because('This server knows no provider {id}.', { id: JSON.stringify(given.providerId) }));
  const before = connections.find(({ id }) => id === given.id);
  if (given.id !== undefined && before === undefined) {
    const why = because('This connection is gone: removed in another tab, perhaps. Enter it again.');
    return refuseBecause({ status: 409, code: 'connection_gone' }, why);
  }
  const others = connections.filter(({ id }) => id !== given.id);
  if (others.some(({ name }) => name.toLowerCase() === given.name.toLowerCase())) {
    return wrong(
      'name',
      because('There is a connection called “{name}” already. Choose another name, or edit that one.', { name: given.name }),
    );
  }
  const values = readValues(given, provider, before);
  if (!values.ok) return values;
  if (!provider.isComplete(values.value))
    return wrong('values', because('{provider} needs more: fill in {fields}.', { provider: provider.name, fields: labelsOf(provider) }));
  const taken = [...others.map(({ id }) => id), ...reserved.filter((id) => id !== provider.id)];
  const id = given.id ?? connectionId(given.name, provider, taken);
  return { ok: true, value: { id, providerId: provider.id, name: given.name, values: values.value, owner: 'user' } };
}

function readValues(given: GivenConnection, provider: ModelProvider, before: Connection | undefined): Checked<Map<string, string>> {
  const values = new Map<string, string>();
  for (const field of provider.fields) {
    const text = new Map(Object.entries(given.values)).get(field.name);
    if (text === undefined) continue;
    const read = field.isSecret ? readKey(text, field) : readText(text, field);
    if (!read.ok) return read;
    if (read.value !== '') values.set(field.name, read.value);
  }
  if (before === undefined) return { ok: true, value: values };
  const secrets = provider.fields.filter(({ isSecret, name }) => isSecret && !(name in given.values) && before.values.has(name));
  const [first] = secrets;
  if (first !== undefined && !goesToTheSame(values, before, provider)) {
    return wrong(
      first.name,
      because('Enter “{field}” again: the one that is kept was given for another address.', { field: { text: first.label } }),
    );
  }
  for (const { name } of secrets) values.set(name, before.values.get(name) ?? '');
  return { ok: true, value: values };
}

/**
 * A stored key is reused only for the address it was entered for. Otherwise an attacker who can change the address
 * would get the key.
 */
function goesToTheSame(values: ReadonlyMap<string, string>, before: Connection, provider: ModelProvider): boolean {
  if (before.providerId !== provider.id) return false;
  const places = provider.fields.filter(({ isSecret, name, choices }) => !isSecret && choices === undefined && name !== 'models');
  return places.every(({ name }) => placeOf(values.get(name)) === placeOf(before.values.get(name)));
}

/** Returns the origin of an address, because different paths of one origin have the same owner. */
function placeOf(value: string | undefined): string {
  return value !== undefined && URL.canParse(value) ? new URL(value).origin : (value ?? '');
}

/** Extracts the key from pasted text, which may include quotes, `Bearer `, a whole line of an `.env` file, and spaces. */
function readKey(text: string, field: ConnectionField): Checked<string> {
  const key = text
    .trim()
    .replace(/^(?:export\s+)?[A-Z][A-Z0-9_]*=/, '')
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .replace(/^Bearer\s+/i, '')
    .trim();
  if (key === '' || KEY.test(key)) return { ok: true, value: key };
  return wrong(field.name, because('“{field}” has blanks, line breaks or letters that no key has. Copy it again, alone.', labelled(field)));
}

function readText(text: string, field: ConnectionField): Checked<string> {
  const value = text.trim();
  if (value === '') return { ok: true, value };
  if (CONTROLS.test(value) || value.length > LONGEST_VALUE)
    return wrong(field.name, because('“{field}” is not one line of text.', labelled(field)));
  if (field.choices !== undefined && !field.choices.includes(value)) {
    return wrong(
      field.name,
      because('“{field}” is one of {choices}, or empty.', { ...labelled(field), choices: field.choices.join(', ') }),
    );
  }
  return /url$/i.test(field.name) ? readAddress(value, field) : { ok: true, value };
}

function readAddress(value: string, field: ConnectionField): Checked<string> {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return wrong(field.name, because('“{field}” is not an address. It starts with https:// or http://.', labelled(field)));
  }
  if (url.username !== '' || url.password !== '') {
    return wrong(
      field.name,
      because('“{field}” holds a name or a password, which do not belong in an address. Enter them as the key.', labelled(field)),
    );
  }
  return { ok: true, value };
}

function labelsOf(provider: ModelProvider): Reason {
  const labels = provider.fields.filter(({ name, choices }) => choices === undefined && name !== 'models').map(({ label }) => label);
  return labels
    .map((label): Reason => because('“{field}”', { field: { text: label } }))
    .reduce((all, next) => because('{all}, {next}', { all, next }));
}

/** Field labels are catalogue keys themselves. */
function labelled({ label }: ConnectionField) {
  return { field: { text: label } };
}

function wrong(field: string, why: Reason) {
  return refuseBecause({ status: 400, code: 'invalid_connection', field }, why);
}
