export interface ProtectedName {
  /** In the syntax of `name-pattern`; with slashes it is a path that may start anywhere. */
  readonly pattern: string;
  readonly why: string;
  /** The source that says that a program runs the file, or an agent follows it, without asking the user. */
  readonly source: string;
}

const GIT_FILES = "it changes git's own files, where hooks can run programs";
const VERSIONS = 'it changes the files of a version control, where hooks can run programs';
const HOOK = 'it changes a git hook, which runs programs';
const EDITOR = 'it changes the settings of an editor, which can run programs';
const AGENT = 'it changes the settings of another agent, which can run programs';
const SERVER = 'it changes what runs on the server of the repository';
const DEPLOYMENT = 'it changes what runs on its own once the project is pushed';
const GIT = 'it changes which programs git runs';
const SHELL = 'it changes what a shell runs when it starts';
const START = 'it changes what a program runs when it starts';

const named = (why: string, source: string, patterns: string): ProtectedName[] =>
  patterns
    .trim()
    .split(/\s+/)
    .map((pattern) => ({ pattern, why, source }));

/** Files that agents follow like instructions of the user. */
export const INSTRUCTIONS: readonly ProtectedName[] = [
  ...named("it changes the agent's own rules", 'documentation of Devonz', 'agents.md'),
  ...named(
    'it changes the instructions of another agent',
    "github/gitignore: Agents; each agent's documentation",
    'claude.md claude.local.md gemini.md qwen.md warp.md crush.md agent.md agents.override.md agents.local.md codex.md iflow.md codebuddy.md copilot-instructions.md .copilot-instructions* *.instructions.md *.chatmode.md *.prompt.md *.agent.md skill.md',
  ),
  ...named(
    'it changes the instructions of another agent',
    'github/gitignore: Agents; documentation of Cursor, Windsurf, Cline, Roo Code, Goose, Zed, Augment, Replit',
    '.cursorrules .windsurfrules .clinerules .clinerules-* .roorules .roorules-* .goosehints .rules .airules airules.md .ai-rules* .continuerules .codexrules .clauderules .augment-guidelines .replit.md replit.md .openhands_instructions .devinrules .traerules .kilocoderules .codeiumrules .aider.instructions.md',
  ),
];

/** Folders with these names are protected, along with everything in them. */
export const PROTECTED_FOLDERS: readonly ProtectedName[] = [
  ...named(GIT_FILES, 'man githooks', '.git'),
  ...named(HOOK, 'documentation of husky; man git-config (core.hooksPath)', '.husky .githooks .git-hooks .hooks'),
  ...named("it changes Devonz' own settings", 'docs/project-file.md', '.devonz'),
  ...named(EDITOR, 'documentation of VS Code, JetBrains, Fleet, Zed, dev containers', '.vscode .idea .fleet .zed .devcontainer .run'),
  ...named(
    EDITOR,
    'documentation of Visual Studio, Eclipse, Theia, Helix, Nova, Vim, Emacs',
    '.vs .settings .externaltoolbuilders .theia .helix .nova .vim .nvim .emacs.d .sublime .metals',
  ),
  ...named(EDITOR, 'documentation of Firebase Studio, CodeSandbox, Gitpod and Ona', '.idx .codesandbox .gitpod .ona .coder'),
  ...named(AGENT, 'documentation of Claude Code, Cursor', '.claude .cursor'),
  ...named(
    AGENT,
    "github/gitignore: Agents; each agent's documentation",
    '.gemini .codex .roo .kiro .cline .clinerules .continue .windsurf .amazonq .aws-q .junie .trae .kilocode .qwen .opencode .goose .augment .openhands .tabnine .warp .crush .codeium .copilot .factory .devin .agent .agents .aider .amp .zencoder .firebender .rovodev .qodo .void .sourcegraph .cody .codebuddy .lingma .iflow .antigravity .mcp .vibe .kimi .grok .deepseek .amazon-codewhisperer .pearai .plandex .mentat .sweep .greptile .coderabbit .forge .rulesync .ruler .air .mux .pi .gptme',
  ),
  ...named(
    SERVER,
    'documentation of GitHub, GitLab, CircleCI and others',
    '.github .gitlab .circleci .buildkite .woodpecker .gitea .forgejo .semaphore .teamcity',
  ),
  ...named(
    SERVER,
    'documentation of Azure Pipelines, Tekton, Harness, Codefresh, Drone, Jenkins, Builds.sr.ht',
    '.azure-pipelines .azuredevops .pipelines .tekton .harness .codefresh .drone .jenkins .builds .screwdriver .cirrus .evergreen .space .onedev',
  ),
  ...named(
    DEPLOYMENT,
    'documentation of Elastic Beanstalk, DigitalOcean, Platform.sh, Upsun, OpenShift, Dokku',
    '.ebextensions .elasticbeanstalk .platform .do .upsun .openshift .dokku .scalingo .magento .ddev .lando',
  ),
  ...named('it changes the package manager itself', 'documentation of Yarn', '.yarn'),
  ...named('it changes an installed package', 'documentation of npm', 'node_modules'),
  ...named(
    START,
    'documentation of Cargo, Maven, mise, Bundler, GHCi, Julia',
    '.cargo .mvn .mise .config/mise .bundle .rtx .julia .ipython .jupyter .gradle/init.d',
  ),
  ...named(
    SHELL,
    'documentation of fish, Nushell, systemd; the XDG autostart specification',
    '.config/fish .config/nushell .config/systemd .config/autostart .oh-my-zsh .zsh .bash_completion.d',
  ),
  ...named(VERSIONS, 'documentation of Mercurial, Subversion, Bazaar, Jujutsu, Sapling, Darcs', '.hg .svn .bzr .jj .sl _darcs'),
];

export const PROTECTED_FILES: readonly ProtectedName[] = [
  ...INSTRUCTIONS,
  ...named('git would take its folder for a repository, whose settings can run programs', 'man gitrepository-layout', 'head'),
  ...named(
    GIT,
    'man gitattributes, gitmodules, git-config',
    '.gitattributes .gitmodules .gitconfig .config/git/config git/attributes .gitconfig.* .gitconfig-*',
  ),
  ...named('it changes what an installation runs', 'documentation of pnpm', '.pnpmfile.cjs .pnpmfile.mjs pnpmfile.js'),
  ...named(
    'it changes what runs with every program of the project',
    'documentation of Yarn, Bun',
    '.pnp.cjs .pnp.js .pnp.loader.mjs bunfig.toml',
  ),
  ...named(
    HOOK,
    'documentation of lefthook, pre-commit, lint-staged, husky, simple-git-hooks, overcommit',
    'lefthook.* .lefthook.* lefthook-local.* .lefthook-local.* .pre-commit-config.* .lintstagedrc* lint-staged.config.* .huskyrc* husky.config.* .simple-git-hooks.* simple-git-hooks.* .overcommit.yml',
  ),
  ...named(
    HOOK,
    'documentation of hk, prek, CaptainHook, GrumPHP, yorkie, Rhusky, commitizen',
    'hk.pkl prek.toml captainhook.json captainhook.config.json grumphp.yml grumphp.yml.dist grumphp.yaml .pre-commit-hooks.* .rusty-hook.toml .nano-staged.* .nano-staged.json nano-staged.* .czrc .talismanrc git-hooks.*',
  ),
  ...named(VERSIONS, 'documentation of Mercurial', '.hgrc .hgsub'),
  ...named(
    EDITOR,
    'documentation of dev containers, VS Code, Vim, Neovim, Emacs',
    '.devcontainer.json *.code-workspace .exrc .vimrc .nvimrc .nvim.lua .dir-locals.el',
  ),
  ...named(
    EDITOR,
    'documentation of Emacs, Vim, Sublime Text, Eclipse, Kate, JetBrains',
    '.dir-locals-2.el .emacs .gvimrc .lvimrc .local.vimrc .vimrc.local .lnvim.lua .nvim-local.lua .ideavimrc *.sublime-project *.sublime-workspace .project .classpath .kateproject .projectile .spacemacs .ycm_extra_conf.py .vimspector.json *.run.xml',
  ),
  ...named(
    EDITOR,
    'documentation of Gitpod, Replit, StackBlitz, CodeSandbox, Glitch, Devfile',
    '.gitpod.* .replit replit.nix .stackblitzrc sandbox.config.json glitch.json devfile.yaml .devfile.yaml devfile.yml .devfile.yml',
  ),
  ...named(AGENT, 'documentation of the Model Context Protocol', '.mcp.json'),
  ...named(
    AGENT,
    'documentation of OpenCode, Crush, Gemini CLI, Cline, Roo Code, Aider, Continue; github/gitignore: Agents',
    'mcp.json mcp.jsonc mcp.toml mcp.yaml mcp_config.json mcp_settings.json mcp-config.json cline_mcp_settings.json .mcp.* opencode.json opencode.jsonc .opencode.json crush.json .crush.json cline.json .claude.json .cursor.json .cursor-settings.yaml .roomodes .kilocodemodes .aider.conf.* .aider.model.settings.* .continuerc.json .qwen.json .amprc .codebuff.json codebuff.json .plandex.json .gptme.toml gptme.toml .tabnine_root',
  ),
  ...named(
    AGENT,
    'documentation of CodeRabbit, PR-Agent, Sourcery, Greptile, Sweep, Ellipsis',
    '.coderabbit.yaml .coderabbit.yml .pr_agent.toml .sourcery.yaml greptile.json sweep.yaml ellipsis.yaml .cubic.yaml .qodo_merge.toml',
  ),
  ...named(
    SERVER,
    'documentation of each CI service',
    '.gitlab-ci.* .travis.yml .travis.yaml .drone.yml .drone.yaml .drone.star .drone.jsonnet .woodpecker.* .cirrus.yml .cirrus.star .appveyor.yml appveyor.yml azure-pipelines* bitbucket-pipelines.* jenkinsfile* codemagic.yaml cloudbuild.yaml cloudbuild.yml buildspec.yml buildspec.yaml .build.yml wercker.yml .wercker.yml .scrutinizer.yml',
  ),
  ...named(
    SERVER,
    'documentation of AWS, Google, Bitrise, Codefresh, Screwdriver, Concourse, Semaphore, Earthly, Xcode Cloud, Shippable',
    'appspec.yml appspec.yaml buildspec.*.yml buildspec-*.yml cloudbuild.*.yaml cloudbuild-*.yaml bitrise.yml bitrise.yaml codefresh.yml codefresh.yaml screwdriver.yaml .semaphore.yml codeship-services.yml codeship-steps.yml shippable.yml .shippable.yml ci_post_clone.sh ci_pre_xcodebuild.sh ci_post_xcodebuild.sh .magnum.yml .buildbot.yml .sourcehut.yml .space.kts .onedev-buildspec.yml .build.yaml .cirrus.yaml .circle.yml circle.yml .taskcluster.yml .zuul.yaml zuul.yaml .packit.yaml .copr.yml .readthedocs.yaml .readthedocs.yml readthedocs.yml dependabot.yml',
  ),
  ...named(
    SERVER,
    'documentation of Renovate, Mergify, Kodiak, semantic-release, release-it',
    'renovate.json renovate.json5 .renovaterc .renovaterc.* .mergify.yml .mergify.yaml .kodiak.toml bors.toml .releaserc .releaserc.* release.config.* .release-it.* .goreleaser.*',
  ),
  ...named(
    DEPLOYMENT,
    'documentation of Netlify, Vercel, Render, Amplify, Platform.sh',
    'netlify.toml vercel.json render.yaml amplify.yml .platform.app.yaml',
  ),
  ...named(
    DEPLOYMENT,
    'documentation of Firebase, Fly.io, Cloudflare, Vercel, Railway, Heroku, Nixpacks, Koyeb, Zeabur, CapRover, Serverless, Azure',
    'firebase.json .firebaserc fly.toml fly.*.toml wrangler.* vercel.ts vercel.js vercel.mjs vercel.toml now.json railway.json railway.toml railpack.json nixpacks.toml nixpacks.json heroku.yml procfile procfile.* koyeb.yaml zeabur.json zbpack.json zbpack.*.json captain-definition serverless.yml serverless.yaml serverless.json serverless.ts serverless.js azure.yaml azure.yml samconfig.toml app.yaml render.yml amplify.yaml dagger.json sst.config.* alchemy.run.* .do.yaml gigalixir.* .clever.json clevercloud.json nginx.conf.sigil aptfile .slugignore .buildpacks project.toml skaffold.yaml tiltfile scalingo.json .cfignore .lando.* .upsun.yaml dokploy.json coolify.json kamal.yml deploy.rb',
  ),
  ...named(DEPLOYMENT, 'documentation of Docker Compose', 'docker-compose.override.* compose.override.*'),
  ...named(
    SHELL,
    'man bash, zsh, readline',
    '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .inputrc',
  ),
  ...named(
    SHELL,
    'man zsh, tcsh, ksh, X, tmux, screen, pam_env; shhgit',
    '.zlogout .zimrc .zsh_aliases .cshrc .tcshrc .login .logout .kshrc .mkshrc .shrc .shinit .xonshrc config.fish .xinitrc .xsession .xsessionrc .xprofile .pam_environment .tmux.conf .screenrc .tmuxinator.yml .functions .aliases .bash_completion .bash_prompt .forward .procmailrc .crontab crontab autorun.inf',
  ),
  ...named(
    START,
    'documentation of mise, direnv, devbox, devenv, Nix',
    'mise.toml .mise.toml mise.*.toml .mise.*.toml mise/config.toml .rtx.toml .direnvrc direnvrc devbox.json devenv.nix devenv.yaml .devenv.* flake.nix shell.nix',
  ),
  ...named(
    START,
    'documentation of pytest, CPython, IPython',
    'conftest.py sitecustomize.py usercustomize.py *.pth .pythonrc .pythonrc.py .pythonstartup .pdbrc ipython_config.py jupyter_*_config.py pyrightconfig.local.json',
  ),
  ...named(
    START,
    'documentation of GDB, LLDB, Ruby, GHC, OCaml, R, SQLite, PostgreSQL, MongoDB',
    '.gdbinit .lldbinit .irbrc .pryrc .rspec .ghci .ocamlinit .rprofile rprofile.site .renviron .sqliterc .psqlrc .mongoshrc.js .guile .octaverc startup.jl .radare2rc .jshintrc.js .rdebugrc .byebugrc',
  ),
  ...named(
    START,
    'documentation of Cargo, rustup, Gradle, sbt, Bazel, Buck',
    'rust-toolchain rust-toolchain.toml gradle-wrapper.properties gradle-wrapper.jar maven-wrapper.properties init.gradle init.gradle.kts .sbtopts .jvmopts .bazelrc .bazeliskrc .bazelversion user.bazelrc .buckconfig .buckconfig.local',
  ),
];
