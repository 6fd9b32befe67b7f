import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SecretMask } from './mask-secrets.ts';
import { secretValuesIn } from './secret-values.ts';

/** Settings as in real projects: keys of many issuers, weak passwords, and words that are not secret. */
const ENVIRONMENT = `
NODE_ENV=development
PORT=3000
HOST=0.0.0.0
LOG_LEVEL=debug
APP_NAME=todo-list
NEXT_PUBLIC_API_URL=http://localhost:3000/api
DATABASE_URL=postgresql://postgres:postgres@localhost:5432/mydb?schema=public
REDIS_URL=redis://default:mypassword1@localhost:6379
POSTGRES_USER=postgres
POSTGRES_PASSWORD=postgres
MONGO_PASSWORD=rootpassword
ADMIN_PASSWORD=admin1234
TEST_USER_PASSWORD=Password123!
JWT_SECRET=supersecretjwtkey
SESSION_SECRET=keyboard cat
COOKIE_SECRET=super-secret-cookie
NEXTAUTH_SECRET=Vb3R1f7mQz0Lk9xT2aYc8HsWdJ4uGoPe
AUTH_PROVIDER=credentials
AUTH_URL=http://localhost:3000
STRIPE_SECRET_KEY=sk_test_51Hq8ZK2mT4vX7yB1cD5eF9gH3jL6nP0rS2tU4w
STRIPE_WEBHOOK_SECRET=whsec_q8ZK2mT4vX7yB1cD5eF9
OPENAI_API_KEY=sk-proj-q8ZK2mT4vX7yB1cD5eF9gH3jL6nP0rS2tU4w
GITHUB_TOKEN=ghp_q8ZK2mT4vX7yB1cD5eF9gH3jL6nP0rS2tU4w
AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE
AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY
AWS_REGION=us-east-1
S3_BUCKET=my-app-uploads
SMTP_HOST=smtp.example.com
SMTP_USER=apikey
SMTP_PASS=SG.q8ZK2mT4vX7yB1cD5eF9.gH3jL6nP0rS2tU4w
EMAIL_FROM=noreply@example.com
GOOGLE_CLIENT_ID=123456789012-abcdefghijklmnop.apps.googleusercontent.com
GOOGLE_CLIENT_SECRET=GOCSPX-q8ZK2mT4vX7yB1cD5eF9
CACHE_KEY_PREFIX=components
TOKEN_TYPE=authorization
KEY_STORAGE=localStorage
SECRET_MANAGER=environment
ENCRYPTION_KEY=0123456789abcdef0123456789abcdef
FEATURE_TOKEN=true
PIN_SECRET=12345678
API_KEY=test
SALT=development
`;

const mask = new SecretMask(secretValuesIn('.env', ENVIRONMENT));
/** Tests of masks and keys contain such values themselves. */
const OF_KEYS = /secret|mask|key-shapes|red-team|policy-fuzz|node_modules|\.env/;

test('of two thousand ordinary outputs at most two are touched', () => {
  const outputs: string[] = [];
  const places = [
    'docs',
    'tests/fixtures',
    'templates',
    'app/lib/tools',
    'app/lib/chat',
    'packages/engine/src',
    'app/components',
    'app/lib',
  ];
  for (const place of places) {
    const files = filesIn(place);
    const share = Math.ceil(files.length / 300);
    for (const file of files.filter((_, at) => at % share === 0)) outputs.push(...outputsOf(file));
  }
  expect(outputs.length).toBeGreaterThan(2_000);
  const sample = outputs.filter((_, at) => at % Math.floor(outputs.length / 2_000) === 0).slice(0, 2_000);
  const touched = sample.filter((output) => mask.mask(output) !== output);
  expect(
    touched.length,
    touched
      .map((output) => mask.mask(output))
      .join('\n----\n')
      .slice(0, 2_000),
  ).toBeLessThanOrEqual(2);
});

/** Returns the file as tools would show it: with line numbers, as search results, as a dump, as JSON. */
function outputsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8').slice(0, 20_000);
  const lines = text.split('\n');
  return [
    text,
    lines.map((line, at) => `${String(at + 1).padStart(6)}\t${line}`).join('\n'),
    lines.flatMap((line, at) => (at % 3 === 0 ? [`${file}:${at + 1}:${line}`] : [])).join('\n'),
    JSON.stringify({ status: 'completed', exitCode: 0, output: text.slice(0, 8_000) }),
    Buffer.from(text.slice(0, 3_000)).toString('base64'),
    Buffer.from(text.slice(0, 1_500)).toString('hex'),
  ];
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]sx?|md|json|txt|html|css|snap|jsonl)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !OF_KEYS.test(file))
    .sort();
}
