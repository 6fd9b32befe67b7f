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
