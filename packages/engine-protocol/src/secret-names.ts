export interface SecretName {
  /** In the syntax of `name-pattern`; with slashes it is a path that may start anywhere. */
  readonly pattern: string;
  /** The source that says that such a file holds keys. */
  readonly source: string;
  /**
   * Whether a part of the name already identifies the file: `.dev*` must have meant `.dev.vars`, whereas `d*` need not have meant
   * `database.yml`.
   */
  readonly isTelling: boolean;
}

const from = (source: string, patterns: string, isTelling = false): SecretName[] =>
  patterns
    .trim()
    .split(/\s+/)
    .map((pattern) => ({ pattern, source, isTelling: isTelling || /^\.[^*]|^\*\.[^.]*$/.test(pattern) }));

/** Names that are common in projects because of web templates and tools. */
const USUAL: readonly SecretName[] = [
  ...from('documentation of dotenv; github/gitignore: Node', '.env .env[!a-z]* *.env', true),
  ...from('documentation of direnv', '.envrc', true),
  ...from('documentation of Wrangler', '.dev.vars*', true),
  ...from('documentation of npm and Yarn; shhgit', '.npmrc .yarnrc .yarnrc.yml', true),
  ...from('man netrc; shhgit', '.netrc', true),
  ...from('documentation of twine; gitleaks pypi-upload-token', '.pypirc', true),
  ...from('man git-credential-store; shhgit', '.git-credentials', true),
  ...from('documentation of Apache; shhgit', '.htpasswd', true),
  ...from('documentation of PostgreSQL; shhgit', '.pgpass', true),
  ...from('man ssh; shhgit', '.ssh id_rsa* id_dsa* id_ecdsa* id_ed25519*', true),
  ...from('documentation of the AWS CLI; shhgit', '.aws', true),
  ...from('man gpg', '.gnupg', true),
  ...from('documentation of kubectl', '.kube', true),
  ...from('documentation of Docker; leaky-repo', '.docker', true),
  ...from('shhgit; github/gitignore: Android, Java', '*.pem *.key *.p12 *.pfx *.jks *.keystore *.kdbx *.asc', true),
  ...from(
    'shhgit; github/gitignore: Rails; documentation of Streamlit',
    ['credentials', 'secret', 'secrets']
      .flatMap((name) => ['', '.json', '.yml', '.yaml', '.toml', '.txt'].map((end) => name + end))
      .join(' '),
    true,
  ),
  ...from('documentation of Google Cloud', 'service-account*.json service_account*.json serviceaccount*.json', true),
];

const ENVIRONMENTS = 'production prod development dev local staging stage test live preview';

const OF_ENVIRONMENTS: readonly SecretName[] = [
  ...from('documentation of Flask', '.flaskenv'),
  ...from(
    'github/gitignore: Node (.env.*); documentation of env-cmd',
    ENVIRONMENTS.split(' ')
      .map((name) => `env.${name}`)
      .join(' '),
  ),
  ...from(
    'documentation of Docker Compose (env_file)',
    ENVIRONMENTS.split(' ')
      .map((name) => `*.env.${name}`)
      .join(' '),
  ),
  ...from('documentation of env-cmd', '.env-cmdrc*'),
  ...from('cookiecutter-django: .gitignore', '.envs'),
  ...from(
    'copies that editors and people make of .env; nuclei exposed-files',
    'env.bak env.old env.backup env.txt env.save dotenv .dotenv*',
  ),
  ...from('documentation of Azure Functions; github/gitignore: VisualStudio', 'local.settings.json'),
  ...from('documentation of ASP.NET Core (app secrets)', 'appsettings.local.json appsettings.production.json appsettings.development.json'),
  ...from(
    'documentation of Spring Boot (profiles)',
    'application-local.* application-secret* application-secrets* application-prod.properties',
  ),
  ...from('documentation of dynaconf; documentation of act', '.secrets .secrets.* .secret .secret.*'),
];

const OF_CLOUDS: readonly SecretName[] = [
  ...from(
    'documentation of Google OAuth',
    'client_secret*.json client-secret*.json client_secrets*.json oauth_creds.json oauth-creds.json token.json token.pickle',
  ),
  ...from('documentation of the Firebase Admin SDK', '*firebase-adminsdk*.json *serviceaccountkey*.json firebase-tools.json'),
  ...from(
    'documentation of Google Cloud; trufflehog gcp',
    '*service-account*.json *service_account*.json gcp-key*.json gcp_key*.json gcloud-service-key*.json keyfile.json application_default_credentials.json .config/gcloud gcloud/credentials.db gcloud/access_tokens.db .gsutil .boto boto.cfg',
  ),
  ...from('github/gitignore: Android', 'google-services.json key.properties keystore.properties'),
  ...from('documentation of Firebase for Apple platforms', 'googleservice-info.plist'),
  ...from(
    'documentation of AWS',
    'accesskeys.csv *_accesskeys.csv rootkey.csv credentials.csv .aws-credentials aws-credentials* .passwd-s3fs passwd-s3fs .s3curl .elasticbeanstalk/aws_credential_file',
  ),
  ...from('shhgit', '.s3cfg s3cfg .tugboat tugboat doctl/config.yaml .trc'),
  ...from(
    'documentation of the Azure CLI; github/gitignore: VisualStudio',
    '.azure accesstokens.json azureprofile.json *.publishsettings *.azurepubxml *.pubxml.user *.cscfg azureauth.json',
  ),
  ...from(
    'documentation of the OCI, Alibaba, IBM, Scaleway, Linode, Vultr, Exoscale and OVH tools',
    '.oci .aliyun .bluemix .config/scw/config.yaml .config/linode-cli .linode-cli .vultr-cli.yaml .config/exoscale .ovh.conf ovh.conf .hcloud .config/hcloud/cli.toml',
  ),
  ...from('documentation of rclone, B2, MinIO', 'rclone.conf .rclone.conf .b2_account_info .mc/config.json .mcli/config.json'),
  ...from(
    'documentation of the Heroku, Netlify, Vercel, Railway, Fly and Cloudflare tools',
    '.heroku/credentials heroku.json .config/netlify/config.json .netlify/config.json .now/auth.json .railway/config.json .fly/config.yml .wrangler/config .cloudflared .cfg/credentials',
  ),
];

const OF_INFRASTRUCTURE: readonly SecretName[] = [
  ...from(
    'github/gitignore: Terraform',
    '*.tfstate *.tfstate.* *.tfvars *.tfvars.json .terraformrc terraform.rc *.tfrc *.tfrc.json *.tfplan',
  ),
  ...from('documentation of OpenTofu, Terragrunt', '.tofurc *.tofuvars .terraform.d'),
  ...from(
    'documentation of kubectl, K3s, kubeadm',
    'kubeconfig kubeconfig.* kubeconfig-* kubeconfig_* *.kubeconfig *-kubeconfig *-kubeconfig.* *_kubeconfig kube_config* kube-config* k3s.yaml',
  ),
  ...from('documentation of Docker; shhgit', '.dockercfg dockercfg .dockerconfigjson docker-config.json containers/auth.json'),
  ...from(
    'github/gitignore: Ansible (community); documentation of Ansible Vault',
    '.vault_pass* .vault-pass* vault_pass* vault-pass* vaultpass*',
  ),
  ...from('documentation of HashiCorp Vault, Nomad, Consul', '.vault-token vault-token .nomad-token .consul-token'),
  ...from('github/gitignore: Vagrant', '.vagrant'),
  ...from('shhgit; github/gitignore: ChefCookbook', '.chef knife.rb encrypted_data_bag_secret'),
  ...from('documentation of SOPS and age', 'sops/age/keys.txt age-key.txt *.agekey'),
  ...from('documentation of Pulumi, Doppler, Infisical', '.pulumi/credentials.json .doppler .infisical'),
  ...from(
    'documentation of Kubernetes (Secrets)',
    '*-secret.yaml *-secret.yml *-secrets.yaml *-secrets.yml *.secret.yaml *.secret.yml *.secrets.yaml *.secrets.yml',
  ),
  ...from('documentation of ngrok, Tailscale, WireGuard', 'ngrok.yml .ngrok .ngrok2 tailscaled.state wg0.conf wg1.conf wireguard/*.conf'),
  ...from(
    'documentation of GitLab Runner, Buildkite, CircleCI and Travis',
    '.gitlab-runner/config.toml gitlab-runner/config.toml buildkite-agent.cfg .circleci/cli.yml .travis/config.yml',
  ),
];

const OF_KEYS: readonly SecretName[] = [
  ...from(
    'github/gitignore: Swift, Xcode (community); documentation of Apple',
    '*.p8 *.mobileprovision *.provisionprofile *.certsigningrequest',
  ),
  ...from('documentation of PuTTY; leaky-repo', '*.ppk'),
  ...from(
    'shhgit',
    '*_rsa *_dsa *_ed25519 *_ecdsa *.pkcs12 *.keypair *.keyring *.kdb *.psafe3 *.agilekeychain *.keychain *.kwallet *.bek *.tpm *.fve *.ovpn *.tblk *.rdp *.pcap otr.private_key',
  ),
  ...from('documentation of OpenSSH', 'ssh_host_*_key *_ed25519_sk *_ecdsa_sk identity.pub ssh_config'),
  ...from('documentation of Java keytool, Bouncy Castle, Android', '*.jceks *.bks *.bcfks *.pk8 *.upload-keystore'),
  ...from('documentation of Kerberos', '*.keytab krb5cc_*'),
  ...from('man gpg; documentation of GnuPG', '*.gpg *.pgp secring.* private-keys-v1.d'),
  ...from('documentation of 1Password, Apple Keychain, KeePass', '*.1pux *.opvault *.keychain-db *.keyx *.kdbx.bak'),
  ...from('RFC 7517; documentation of jose', '*.jwk *.jwks'),
  ...from(
    'detect-secrets PrivateKeyDetector; gitleaks private-key',
    'private_key private_key.* private-key private-key.txt private-key.der private-key.json privatekey privatekey.* *.private *.priv *.privkey privkey privkey.*',
  ),
  ...from(
    'documentation of geth, Solana, Bitcoin, Truffle',
    'utc--* solana/id.json wallet.dat *.wallet mnemonic.txt .mnemonic seed-phrase.txt',
  ),
  ...from('documentation of Minisign, signify', 'minisign.key.* .minisign signify.sec *.seckey'),
];

const OF_TOOLS: readonly SecretName[] = [
  ...from(
    'documentation of the GitHub and GitLab tools',
    '.config/gh/hosts.yml gh/hosts.yml .config/hub .config/glab-cli .gitcookies .git-credential-cache',
  ),
  ...from('shhgit (without the dot)', 'npmrc netrc _netrc pgpass git-credentials htpasswd'),
  ...from('documentation of Composer; laravel: .gitignore', 'auth.json'),
  ...from('documentation of RubyGems and Bundler', '.gem/credentials .bundle/config .gemrc'),
  ...from('documentation of Cargo', '.cargo/credentials .cargo/credentials.toml'),
  ...from('documentation of pip, Poetry, Conda', 'pip.conf pypoetry/auth.toml .condarc .uv/credentials uv/credentials.toml'),
  ...from(
    'documentation of Maven, Gradle, sbt',
    '.m2/settings.xml .m2/settings-security.xml settings-security.xml .gradle/gradle.properties .ivy2/.credentials .sbt/.credentials .credentials .credentials.*',
  ),
  ...from('documentation of NuGet', '.nuget/nuget.config nuget/nuget.config'),
  ...from('documentation of Hex and Pub', '.hex/hex.config pub-credentials.json'),
  ...from(
    'documentation of Sentry, Coveralls, Transifex, Crowdin',
    '.sentryclirc sentry.properties .coveralls.yml .transifexrc .crowdin.yml .crowdin.yaml',
  ),
  ...from(
    'documentation of Kaggle, Hugging Face, Databricks, Weights & Biases',
    'kaggle.json .kaggle huggingface/token .huggingface/token .databrickscfg wandb/settings .wandb/settings',
  ),
  ...from(
    'documentation of Codex, Claude Code, Gemini CLI, OpenCode, Aider',
    '.codex/auth.json opencode/auth.json .claude.json .aider.conf.yml .openai',
  ),
  ...from('documentation of Clasp, Expo, Surge', '.clasprc.json .expo/state.json .surge'),
  ...from('documentation of PagerDuty, Jira and Slack tools', '.jira.d .slack/credentials.json .pd.yml'),
  ...from(
    'shhgit; leaky-repo',
    'sftp-config.json sftp-config .ftpconfig .remote-sync.json .vscode/sftp.json sftp.json deployment-config.json filezilla.xml recentservers.xml robomongo.json ventrilo_srv.ini proftpdpasswd .idea/webservers.xml webservers.xml',
  ),
  ...from(
    'documentation of FileZilla, WinSCP, lftp, grunt-ftp',
    'sitemanager.xml winscp.ini .lftprc .lftp/bookmarks .ncftp/bookmarks .ftppass ftp-sync.json .ftp.json',
  ),
  ...from('github/gitignore: JetBrains', 'datasources.local.xml .idea/datasources.xml datasources.ids'),
  ...from('shhgit; documentation of DBeaver', 'dbeaver-data-sources.xml .dbeaver-data-sources.xml credentials-config.json .dbeaver'),
  ...from('documentation of curl, Wget, Samba', '.curlrc _curlrc .wgetrc .smbcredentials .credentials-smb'),
  ...from(
    'shhgit; documentation of mutt, msmtp, fetchmail, isync, OfflineIMAP',
    '.muttrc muttrc .esmtprc .msmtprc msmtprc .fetchmailrc .mbsyncrc .offlineimaprc .getmailrc .mailrc',
  ),
  ...from(
    'shhgit',
    '.purple/accounts.xml purple/accounts.xml .irssi/config irssi/config .xchat2/servlist_.conf recon-ng/keys.db jenkins.plugins.publish_over_ssh.bapsshpublisherplugin.xml credentials.xml etc/shadow etc/gshadow etc/master.passwd .exports .extra favorites.plist',
  ),
];

const OF_DATABASES: readonly SecretName[] = [
  ...from('documentation of MySQL', '.my.cnf my.cnf .mylogin.cnf .mysql_secret'),
  ...from('documentation of PostgreSQL', 'pgpass.conf .pg_service.conf pg_service.conf'),
  ...from(
    'documentation of ODBC, Snowflake, ClickHouse, InfluxDB, Cassandra',
    '.odbc.ini .snowsql snowflake/connections.toml .clickhouse-client clickhouse-client.xml .influx_credentials cqlshrc .cassandra',
  ),
  ...from('documentation of MongoDB', '.mongorc.js .mongodb .dbshell'),
  ...from('documentation of Redis, ksql', '.redisclirc users.acl'),
];

const OF_FRAMEWORKS: readonly SecretName[] = [
  ...from('github/gitignore: WordPress; leaky-repo', 'wp-config.php wp-config.php.* wp-config-local.php'),
  ...from('shhgit', 'localsettings.php config.inc.php secret_token.rb carrierwave.rb omniauth.rb database.yml'),
  ...from('github/gitignore: Rails', 'master.key.* config/application.yml config/secrets.yml.key secrets.yml.key'),
  ...from('github/gitignore: Drupal', 'sites/*/settings.php settings.local.php sites/*/settings.local.php'),
  ...from('github/gitignore: Python (Django)', 'local_settings.py'),
  ...from('github/gitignore: Symfony', 'config/parameters.yml config/parameters.ini'),
  ...from('github/gitignore: Magento', 'etc/env.php etc/local.xml'),
  ...from('github/gitignore: Phoenix', '*.secret.exs'),
  ...from('github/gitignore: Joomla; nuclei exposed-files', 'configuration.php.* config.php.bak config.php.old'),
  ...from('documentation of Strapi, Parse, Ghost', 'config.production.json config.secret.json'),
];

const HISTORIES: readonly SecretName[] = [
  ...from(
    'shhgit; man bash, zsh, psql, mysql; github/gitignore: Node, R',
    '.*_history .history .zhistory .*-history .rhistory .bash_sessions bash_history zsh_history sh_history mysql_history psql_history irb_history .renviron',
  ),
  ...from(
    'documentation of fish, PowerShell, less, Vim',
    'fish_history consolehost_history.txt .lesshst .viminfo _viminfo .octave_hist .mongosh',
  ),
];

const BY_WORD: readonly SecretName[] = [
  ...from(
    'leaky-repo; gitleaks generic-api-key',
    '*credentials.json *credentials.yml *credentials.yaml *credentials.xml *credentials.ini *credentials.properties *credentials.txt *credentials.toml',
  ),
  ...from(
    'gitleaks generic-api-key; nuclei exposed-files',
    '*secrets.json *secret.json *secrets.toml secrets.ini secrets.conf secrets.cfg secrets.properties secrets.xml secrets.plist secrets.xcconfig secrets.env.* secrets.local.* secrets.auto.* secrets.prod.* *.secret *.secrets *.credentials',
  ),
  ...from(
    'nuclei exposed-files',
    '*creds.json creds.txt creds.yml creds.yaml creds.xml passwords.txt passwords.csv passwords.json passwords.yml password.txt passwd.txt .passwd .password .passwords .pass *.passwd *.htpasswd',
  ),
  ...from(
    'gitleaks generic-api-key',
    '.apikey .api_key .api-key apikey.txt api_key.txt api-key.txt apikeys.txt api_keys.txt api-keys.txt apikeys.json api_keys.json api-keys.json apikey.json api_key.json .token .tokens *.token token.txt access_token.txt access_token.json access-token.txt .access_token auth_token.txt .auth_token .github_token .gh_token',
  ),
  ...from('documentation of Firefox, Chrome, curl', 'logins.json key3.db key4.db signons.sqlite cookies.sqlite cookies.txt .cookies'),
];

/** Names in a home folder on a real machine; `app/lib/protocol/files/private-paths.ts` says what follows there. */
const OF_PERSONS: readonly SecretName[] = [
  ...from('documentation of pass, NSS, GNOME Keyring, KWallet', '.password-store .pki .local/share/keyrings .local/share/kwalletd'),
  ...from('documentation of Apple; man xauth, iceauth', 'library/keychains .xauthority .iceauthority'),
  ...from(
    'documentation of Firefox, Thunderbird, Chrome, Chromium, Brave, Edge, Vivaldi, Opera',
    '.mozilla .thunderbird .config/google-chrome* .config/chromium .config/bravesoftware .config/microsoft-edge* .config/vivaldi .config/opera snap/firefox snap/chromium',
  ),
  ...['google/chrome', 'firefox'].flatMap((name) =>
    from('documentation of Firefox, Chrome', `library/application_support/${name}`).map((row) => ({
      ...row,
      pattern: row.pattern.replace('_', ' '),
    })),
  ),
  ...from(
    'documentation of the GitHub, 1Password, rclone, KeePassXC, DigitalOcean and Heroku tools',
    '.config/gh .config/op .config/rclone .config/keepassxc .config/doctl .config/heroku',
  ),
  ...from('documentation of Electron (session storage)', '.config/signal .config/slack .config/discord'),
  ...from('man proc, gnome-keyring, gpg-agent', 'proc/*/environ proc/*/task/*/environ run/user/*/keyring run/user/*/gnupg'),
];

/**
 * The names of files and folders that hold keys or passwords. Names that ordinary sources also have are deliberately omitted: see decision
 * 0060.
 */
export const SECRET_TABLE: readonly SecretName[] = [
  ...USUAL,
  ...OF_ENVIRONMENTS,
  ...OF_CLOUDS,
  ...OF_INFRASTRUCTURE,
  ...OF_KEYS,
  ...OF_TOOLS,
  ...OF_DATABASES,
  ...OF_FRAMEWORKS,
  ...OF_PERSONS,
  ...HISTORIES,
  ...BY_WORD,
];
