import { describe, expect, it } from 'vitest';
import { holdsKey, keyShapes } from './key-shapes.ts';

const letters = (count: number) => 'aB3dE5gH7jK9mN2pQ4sT6vW8yZ'.repeat(6).slice(0, count);
const hex = (count: number) => '0a1b2c3d4e5f6789'.repeat(12).slice(0, count);
const joined = (...parts: string[]) => parts.join('');

// Concatenated here, so that scanners do not report this file.
const KEYS: Record<string, string> = {
  'a private key': joined('-----BEGIN RSA PRIVATE', ' KEY-----\nProc-Type: 4,ENCRYPTED\n\n', letters(64)),
  'a private key of PuTTY': joined('PuTTY-User-Key', '-File-3: ssh-ed25519'),
  Age: joined('AGE-SECRET', '-KEY-1', letters(58).toUpperCase()),
  AWS: joined('AK', 'IA', 'QWERTY234567ASDF'),
  Alibaba: joined('LT', 'AI', letters(20)),
  Tencent: joined('AK', 'ID', letters(32)),
  Google: joined('AI', 'za', letters(35)),
  'Google OAuth': joined('GOC', 'SPX-', letters(28)),
  'Google OAuth token': joined('ya', '29.', letters(60)),
  Anthropic: joined('sk', '-ant-api03-', letters(90)),
  OpenAI: joined('sk', '-proj-', letters(60)),
  'OpenAI, as before 2024, DeepSeek and others': joined('sk', '-', letters(48)),
  OpenRouter: joined('sk', '-or-v1-', hex(64)),
  Stripe: joined('sk', '_live_', letters(24)),
  'Stripe webhook': joined('wh', 'sec_', letters(32)),
  GitHub: joined('gh', 'p_', letters(36)),
  'GitHub, fine-grained': joined('github', '_pat_', letters(22), '_', letters(59)),
  GitLab: joined('gl', 'pat-', letters(20)),
  Slack: joined('xo', 'xb-', '123456789012-', letters(24)),
  'Slack app': joined('xa', 'pp-1-A012AB-123-', hex(64)),
  'Slack webhook': joined('https://hooks', '.slack.com/services/T', letters(44)),
  npm: joined('np', 'm_', letters(36)),
  PyPI: joined('py', 'pi-AgE', letters(80)),
  RubyGems: joined('ruby', 'gems_', hex(48)),
  Docker: joined('dckr', '_pat_', letters(27)),
  'Hugging Face': joined('h', 'f_', letters(34)),
  Replicate: joined('r', '8_', letters(37)),
  Groq: joined('gs', 'k_', letters(52)),
  xAI: joined('xa', 'i-', letters(80)),
  Perplexity: joined('pp', 'lx-', letters(48)),
  Telegram: joined('123456789', ':AA', letters(33)),
  'Discord webhook': joined('https://discord', '.com/api/webhooks/123456789012345678/', letters(68)),
  SendGrid: joined('S', 'G.', letters(22), '.', letters(43)),
  Mailgun: joined('ke', 'y-', hex(32)),
  Mailchimp: joined(hex(32), '-us', '12'),
  Brevo: joined('xkey', 'sib-', hex(64), '-', letters(16)),
  Resend: joined('r', 'e_', letters(8), '_', letters(24)),
  Twilio: joined('S', 'K', hex(32)),
  Square: joined('sq0', 'atp-', letters(22)),
  Shopify: joined('shp', 'at_', hex(32)),
  DigitalOcean: joined('do', 'p_v1_', hex(64)),
  'Fly.io': joined('fo', '1_', letters(43)),
  'Fly.io macaroon': joined('fm', '2_', letters(120)),
  Heroku: joined('HRKU', '-', letters(60)),
  Vercel: joined('vc', 'p_', letters(56)),
  Netlify: joined('nf', 'p_', letters(40)),
  Cloudflare: joined('v1', '.0-', hex(24), '-', hex(146)),
  Supabase: joined('sb', 'p_', hex(40)),
  PlanetScale: joined('ps', 'cale_tkn_', letters(43)),
  Databricks: joined('da', 'pi', hex(32)),
  'HashiCorp Vault': joined('hv', 's.', letters(90)),
  'Terraform Cloud': joined(letters(14), '.atlas', 'v1.', letters(67)),
  Pulumi: joined('pu', 'l-', hex(40)),
  Doppler: joined('d', 'p.pt.', letters(43)),
  '1Password': joined('op', 's_eyJ', letters(150)),
  Grafana: joined('gl', 'sa_', letters(32), '_', hex(8)),
  'New Relic': joined('NR', 'AK-', letters(27)),
  Sentry: joined('sntry', 'u_', hex(64)),
  Linear: joined('lin', '_api_', letters(40)),
  Notion: joined('nt', 'n_', letters(46)),
  Airtable: joined('pa', 't', letters(14), '.', hex(64)),
  Postman: joined('PM', 'AK-', hex(24), '-', hex(34)),
  Figma: joined('fi', 'gd_', letters(40)),
  Atlassian: joined('ATA', 'TT3', letters(150)),
  Artifactory: joined('AK', 'Cp', letters(69)),
  'Microsoft Azure storage': joined('Account', 'Key=', letters(86), '=='),
  'Azure AD': joined('aB', '3', '8Q~', letters(34)),
};

const ORDINARY = [
  'const sk = skeleton; task-list; risk-assessment-of-the-whole-project-and-more-words',
  'http://localhost:3000/api/webhooks/1',
  'AKIAIOSFODNN7EXAMPLE',
  '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
  '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n',
  'the prefix sk- is a key, ghp_ too, and AKIA',
  'sk-your-key-here sk-ant-... sk_test_ sk_live_xxx npm_config_cache npm_lifecycle_event',
  'integrity sha512-z8d0m5b2O9McPEK1xHG/dWgUBT6EfBDz6wA0F7xSPTWMiQHPqBnzz8jkoSSEzxPtIYTbyrzBwVQzmKV5JVvfw==',
  'background: url(data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk)',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '.sk-circle-animation-of-the-spinner-with-many-parts-and-names { color: red }',
  'secret_santa hf_hub_download re_path pat_match vcs_url key-value-store-with-long-name',
];

describe('shapes of keys', () => {
  it.each(keyShapes.map(({ name }) => name))('finds one of %s, alone, in a line and in JSON', (name) => {
    const key = KEYS[name] ?? '';
    const pattern = keyShapes.find((one) => one.name === name)?.pattern ?? /^/g;
    for (const text of [key, `KEY=${key}\n`, JSON.stringify({ key }), `a text, then ${key}.`]) {
      pattern.lastIndex = 0;
      expect(pattern.test(text), text).toBe(true);
      expect(holdsKey(text), text).toBe(true);
    }
  });

  it.each(ORDINARY)('takes no ordinary text for one: %s', (text) => {
    expect(holdsKey(text)).toBe(false);
  });

  it('says the same when it is asked again', () => {
    const text = KEYS.GitHub ?? '';
    expect([holdsKey(text), holdsKey(text), holdsKey('x')]).toEqual([true, true, false]);
  });

  it('takes time in proportion to the text', () => {
    const begin = joined('-----BEGIN PRIVATE', ' KEY-----\n');
    for (const piece of [begin, 'a', 'A', '0', 'sk-', 'AKIA', ':', '\n', 'A: ', 'A: b\n', '\\n', 'eyJ.', ' ']) {
      expect(holdsKey(piece.repeat(Math.ceil(200_000 / piece.length))), piece).toBe(false);
      expect(holdsKey(begin + piece.repeat(Math.ceil(20_000 / piece.length))), piece).toBe(/[aA0]$/.test(piece));
    }
  });
});
