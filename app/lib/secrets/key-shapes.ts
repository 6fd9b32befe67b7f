export interface KeyShape {
  /** The issuer or kind of the key. */
  name: string;
  /** Global, to find all keys of a text; anchored at a fixed part, so that a long text takes linear time. */
  pattern: RegExp;
  /** The reference for this format. */
  source: string;
}

/** Before a key: excludes the end of a longer word. */
const BEFORE = '(?<![A-Za-z0-9_])';
const GITLEAKS = 'rules of gitleaks';
const TRUFFLEHOG = 'detectors of trufflehog';
const GITHUB = "GitHub's list of supported secret scanning patterns";

const shape = (name: string, body: string, source: string): KeyShape => ({
  name,
  pattern: new RegExp(`${BEFORE}${body}(?![A-Za-z0-9_])`, 'g'),
  source,
});

/**
 * Formats of keys that identify their issuer. Each has a fixed prefix and enough random characters that ordinary text does not match by
 * chance.
 */
export const keyShapes: readonly KeyShape[] = [
  // Also matches a truncated block, but not the header alone, as in a text about keys.
  {
    name: 'a private key',
    pattern:
      /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\r|\\n|[A-Za-z-]+: [^\n\\]{0,200}(?:\n|\\n|\\r)){0,40}[A-Za-z0-9+/=]{16,}/g,
    source: 'RFC 7468, RFC 4880; gitleaks private-key; detect-secrets PrivateKeyDetector',
  },
  {
    name: 'a private key of PuTTY',
    pattern: /PuTTY-User-Key-File-[1-9]: [a-z0-9-]+/g,
    source: "PuTTY's manual, appendix C (PPK file format); detect-secrets PrivateKeyDetector",
  },
  shape('Age', 'AGE-SECRET-KEY-1[0-9A-Z]{58}', GITLEAKS),
  shape('AWS', '(?:AKIA|ASIA|ABIA|ACCA)(?![A-Z0-9]*EXAMPLE)[A-Z2-7]{16}', GITLEAKS),
  shape('Alibaba', 'LTAI[A-Za-z0-9]{17,21}', GITHUB),
  shape('Tencent', 'AKID[A-Za-z0-9]{32}', GITHUB),
  shape('Google', 'AIza[A-Za-z0-9_-]{35}', GITLEAKS),
  shape('Google OAuth', 'GOCSPX-[A-Za-z0-9_-]{28}', GITHUB),
  shape('Google OAuth token', 'ya29\\.[A-Za-z0-9_-]{40,}', TRUFFLEHOG),
  shape('Anthropic', 'sk-ant-[a-z0-9]{3,12}-[A-Za-z0-9_-]{32,}', GITLEAKS),
  shape('OpenAI', 'sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{32,}', GITLEAKS),
  shape('OpenAI, as before 2024, DeepSeek and others', 'sk-[A-Za-z0-9]{32,}', GITLEAKS),
  shape('OpenRouter', 'sk-or-v1-[0-9a-f]{64}', TRUFFLEHOG),
  shape('Stripe', '(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{10,}', GITLEAKS),
  shape('Stripe webhook', 'whsec_[A-Za-z0-9+/=]{24,}', GITHUB),
  shape('GitHub', 'gh[pousr]_[A-Za-z0-9]{36,}', GITLEAKS),
  shape('GitHub, fine-grained', 'github_pat_[A-Za-z0-9_]{30,}', GITLEAKS),
  shape('GitLab', 'gl(?:pat|dt|rt|ptt|cbt|oas|soat|agent|ft|imt|ffct|wt)-[A-Za-z0-9_-]{20,}', GITLEAKS),
  shape('Slack', 'xox[abeoprs]-[A-Za-z0-9-]{10,}', GITLEAKS),
  shape('Slack app', 'xapp-\\d-[A-Z0-9]+-\\d+-[a-z0-9]{32,}', GITLEAKS),
  shape('Slack webhook', 'https://hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{40,}', GITLEAKS),
  shape('npm', 'npm_[A-Za-z0-9]{36}', GITLEAKS),
  shape('PyPI', 'pypi-AgE[A-Za-z0-9_-]{50,}', GITLEAKS),
  shape('RubyGems', 'rubygems_[0-9a-f]{48}', GITLEAKS),
  shape('Docker', 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,}', TRUFFLEHOG),
  shape('Hugging Face', '(?:hf|api_org)_[A-Za-z0-9]{34,}', GITLEAKS),
  shape('Replicate', 'r8_[A-Za-z0-9]{37}', TRUFFLEHOG),
  shape('Groq', 'gsk_[A-Za-z0-9]{48,}', TRUFFLEHOG),
  shape('xAI', 'xai-[A-Za-z0-9]{70,}', TRUFFLEHOG),
  shape('Perplexity', 'pplx-[A-Za-z0-9]{48}', GITLEAKS),
  shape('Telegram', '\\d{8,10}:AA[A-Za-z0-9_-]{33}', GITLEAKS),
  shape('Discord webhook', 'https://(?:ptb\\.|canary\\.)?discord(?:app)?\\.com/api/webhooks/\\d{17,20}/[A-Za-z0-9_-]{60,}', TRUFFLEHOG),
  shape('SendGrid', 'SG\\.[A-Za-z0-9_-]{20,24}\\.[A-Za-z0-9_-]{39,50}', GITLEAKS),
  shape('Mailgun', 'key-[0-9a-f]{32}', GITLEAKS),
  shape('Mailchimp', '[0-9a-f]{32}-us\\d{1,2}', GITLEAKS),
  shape('Brevo', 'xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}', GITLEAKS),
  shape('Resend', 're_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}', TRUFFLEHOG),
  shape('Twilio', 'SK[0-9a-f]{32}', GITLEAKS),
  shape('Square', '(?:sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}|EAAA[A-Za-z0-9_-]{60})', GITLEAKS),
  shape('Shopify', 'shp(?:at|ca|pa|ss|ua)_[0-9a-fA-F]{32}', GITLEAKS),
  shape('DigitalOcean', 'do[opr]_v1_[0-9a-f]{64}', GITLEAKS),
  shape('Fly.io', 'fo1_[A-Za-z0-9_-]{43}', GITLEAKS),
  shape('Fly.io macaroon', 'fm[12][ar]?_[A-Za-z0-9+/=]{100,}', GITLEAKS),
  shape('Heroku', 'HRKU-[A-Za-z0-9_-]{36,}', GITLEAKS),
  shape('Vercel', 'vc[a-z]_[A-Za-z0-9]{24,}', GITHUB),
  shape('Netlify', 'nf[a-z]_[A-Za-z0-9_-]{36,}', GITHUB),
  shape('Cloudflare', 'v1\\.0-[0-9a-f]{24}-[0-9a-f]{146}', GITLEAKS),
  shape('Supabase', 'sb(?:p|_secret)_[A-Za-z0-9_-]{20,}', GITHUB),
  shape('PlanetScale', 'pscale_(?:tkn|pw|oauth)_[A-Za-z0-9=._-]{32,}', GITLEAKS),
  shape('Databricks', 'dapi[0-9a-f]{32}', GITLEAKS),
  shape('HashiCorp Vault', 'hv[sbr]\\.[A-Za-z0-9_-]{24,}', GITLEAKS),
  shape('Terraform Cloud', '[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,}', GITLEAKS),
  shape('Pulumi', 'pul-[0-9a-f]{40}', GITLEAKS),
  shape('Doppler', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9._-]{40,}', GITLEAKS),
  shape('1Password', 'ops_eyJ[A-Za-z0-9+/=]{100,}', GITLEAKS),
  shape('Grafana', 'gl(?:c|sa)_[A-Za-z0-9+/=_]{32,}', GITLEAKS),
  shape('New Relic', 'NR(?:AK|JS|AL|II)-[A-Za-z0-9_-]{19,}', GITLEAKS),
  shape('Sentry', 'sntry[su]_[A-Za-z0-9+/=_-]{40,}', GITLEAKS),
  shape('Linear', 'lin_api_[A-Za-z0-9]{40}', GITLEAKS),
  shape('Notion', '(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})', GITLEAKS),
  shape('Airtable', 'pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}', GITLEAKS),
  shape('Postman', 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}', GITLEAKS),
  shape('Figma', 'fig[dour]_[A-Za-z0-9_-]{40,}', GITHUB),
  shape('Atlassian', 'ATATT3[A-Za-z0-9_=-]{100,}', GITLEAKS),
  shape('Artifactory', '(?:AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59})', GITLEAKS),
  shape('Microsoft Azure storage', 'AccountKey=[A-Za-z0-9+/]{86}==', 'detect-secrets AzureStorageKeyDetector'),
  shape('Azure AD', '[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}', GITLEAKS),
];

/** Returns whether the text contains something that looks like a real key. */
export function holdsKey(text: string): boolean {
  return keyShapes.some(({ pattern }) => {
    pattern.lastIndex = 0;
    return pattern.test(text);
  });
}
