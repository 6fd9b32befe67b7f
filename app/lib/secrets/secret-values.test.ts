import { expect, test } from 'vitest';
import { secretValuesIn } from './secret-values.ts';

const valuesIn = (path: string, text: string) => secretValuesIn(path, text).map(({ value }) => value);
const RANDOM = 'q8ZK2mT4vX7yB1cD5eF9';

test.each([
  ['.env', `API_KEY=${RANDOM}`],
  ['.env', `export API_KEY="${RANDOM}" # of the test account`],
  ['.env', `  PLAIN = '${RANDOM}'`],
  ['.envrc', `export TOKEN=${RANDOM}`],
  ['.npmrc', `//registry.test/:_authToken=${RANDOM}`],
  ['secrets.json', JSON.stringify({ a: { b: [{ apiKey: RANDOM }] } })],
  ['terraform.tfstate', JSON.stringify({ outputs: { db: { value: RANDOM } } })],
  ['.secrets.toml', `[db]\npassword = "${RANDOM}"`],
  ['secrets.yaml', `stringData:\n  token: ${RANDOM}\n`],
  ['secrets.yaml', `list:\n  - name: a\n    value: "${RANDOM}"\n`],
  ['terraform.tfvars', `tokens = ["a", "${RANDOM}"]`],
  ['.netrc', `machine api.test login me password ${RANDOM}`],
  ['.pgpass', `localhost:5432:db:me:${RANDOM}`],
  ['.htpasswd', `me:$apr1$${RANDOM}`],
  ['.git-credentials', `https://me:${RANDOM}@git.test`],
  ['.docker/config.json', JSON.stringify({ auths: { 'r.test': { auth: btoa(`me:${RANDOM}`) } } })],
  ['.aws/credentials', `[default]\naws_secret_access_key = ${RANDOM}`],
  ['.env', `SQL="Server=db;User Id=sa;Password=${RANDOM};"`],
  ['.env', `WEBHOOK=https://hooks.test/services/T0/B0/${RANDOM}`],
  ['.env', `MULTI="first\n${RANDOM}\nlast"`],
  ['odd.key', `no form at all ${RANDOM} here`],
])('of %s the value in %j is taken', (path, text) => {
  const values = valuesIn(path, text);
  expect(values.some((value) => value.endsWith(RANDOM))).toBe(true);
});

const PLAIN = 'korrekt_9pferd';

test.each([
  ['.env', `SECRET=${PLAIN}#prod`],
  ['.env', `SECRET="it's${PLAIN}" # the "prod" one`, `it's${PLAIN}`],
  ['.env', 'SECRET_KEY=/xA9dK3jf8Qw2LmN5bVc7RtY1uIoP6sDgHjKlZ4x', '/xA9dK3jf8Qw2LmN5bVc7RtY1uIoP6sDgHjKlZ4x'],
  ['.env', 'API_TOKEN=9f8e7d6c5b4a3f2e1d0c.abcdefgh', '9f8e7d6c5b4a3f2e1d0c.abcdefgh'],
  ['.env', 'API_TOKEN=1.0kQ9xT7mB2vZ8r', '1.0kQ9xT7mB2vZ8r'],
  ['.env', 'SMTP_PASSWORD=Tr0ub4dor@3.kQ9x', 'Tr0ub4dor@3.kQ9x'],
  ['.env', 'API_KEY=example9f8Qe7d6Kc5b4a3', 'example9f8Qe7d6Kc5b4a3'],
  ['.env', 'PASSPHRASE="correct horse battery staple"', 'correct horse battery staple'],
  ['.env', `PORT=1\rPASSWORD=${PLAIN}\rHOST=a`],
  ['.env', `db[password]=${PLAIN}`],
  ['.env', `DB_PASSWORT=${PLAIN}`],
  ['.env', `SECRET=\${SECRET:-${RANDOM}}`, RANDOM],
  ['.env', `set -gx PASSWORD ${PLAIN}`],
  ['.env', `ENV PASSWORD ${PLAIN}`],
  ['.env', `DATABASE_URL=postgres://me:a#${PLAIN}@host/db`, `a#${PLAIN}`],
  ['.env', `DATABASE_URL=postgres://me:a/${PLAIN}@host/db`, `a/${PLAIN}`],
  ['.env', `DSN=me:${RANDOM}@tcp(host:3306)/db`, RANDOM],
  ['secrets.yml', `db:\n  password: |\n    ${PLAIN}\n`],
  ['secrets.yml', `db:\n  password:\n    ${PLAIN}\n`],
  ['secrets.yml', `passwords:\n- ${PLAIN}\n- other\n`],
  ['secrets.yml', `db: {user: a, password: ${PLAIN}}`],
  ['secrets.yml', `password: &one ${PLAIN}`],
  ['secrets.yml', `password: !!str ${PLAIN}`],
  ['secrets.yml', `data:\n  password: ${btoa(PLAIN)}\n`],
  ['secrets.toml', `password = """\n${PLAIN}"""\n`],
  ['secrets.toml', `passwords = [\n  "${PLAIN}",\n  "b"\n]\n`],
  ['credentials.xml', `<server><password>${PLAIN}</password></server>`],
  ['credentials.csv', `name,key\nme,${RANDOM}\n`, RANDOM],
  ['secrets/db_password', `${PLAIN}\n`],
  ['.bash_history', `mysql -u root -p${RANDOM}`, RANDOM],
  ['.npmrc', `//registry.test/:_password=${btoa(PLAIN)}`],
])('of %s also the value in %j is taken', (path, text, value = PLAIN) => {
  expect(valuesIn(path, text)).toContain(value);
});

test.each([
  "export const API_KEY = 'Hunter2-hunter9!';",
  'const password: string = "Hunter2-hunter9!";',
  "export default { debug: true, apiKey: 'Hunter2-hunter9!' };",
])('of code the value in %j is taken', (text) => {
  expect(valuesIn('.env.ts', text)).toContain('Hunter2-hunter9!');
});

test('of a private key each line is taken, also where a variable holds it in one line', () => {
  const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7';
  const pem = `-----BEGIN PRIVATE KEY-----\n${line}\n-----END PRIVATE KEY-----\n`;
  expect(valuesIn('server.pem', pem)).toContain(line);
  expect(valuesIn('.env', `KEY="${pem.replaceAll('\n', '\\n')}"`)).toContain(line);
  expect(valuesIn('server.pem', pem.replaceAll('PRIVATE KEY', 'CERTIFICATE'))).not.toContain(`${line}\n`);
});

test('words that settings are made of, places and placeholders are no secrets, whatever their names', () => {
  const settings = `
PORT=3000
NODE_ENV=development
LOG_LEVEL=debug
DEBUG=app:*
HOST=localhost
POSTGRES_PASSWORD=postgres
DB_PASS=password
AUTH_PROVIDER=credentials
AUTH_TYPE=clerk-basic
TOKEN_ENDPOINT=https://login.example.com/oauth/token
KEY_FILE=./certs/server.key
SECRET_PATH=/run/secrets/api
API_KEY=your-api-key-here
STRIPE_SECRET_KEY=sk_test_xxx
JWT_SECRET=changeme
SESSION_SECRET=<generate one>
TOKEN=\${GITHUB_TOKEN}
REGION=us-east-1
VERSION=1.2.3-beta.4
MODEL=gpt-4o-mini-2024-07-18
APP_NAME=my-cool-application-2
EMAIL=somebody@example.com
BASE_URL=https://api.example.com/v1
DATABASE_URL=postgres://postgres:postgres@localhost:5432/app
CACHE_KEY=users
PUBLIC_KEY_ALGORITHM=RSASSA-PSS
MAX_TOKENS=4096
TOKEN_EXPIRY=86400000
`;
  expect(valuesIn('.env', settings)).toEqual([]);
});
