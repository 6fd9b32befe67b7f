/** Programs that ask whatever follows, and why. Grouped so that the reason is one sentence. */
export const ASKING_PROGRAMS: ReadonlyMap<string, string> = new Map(
  [
    [
      'it runs another command in a way this check does not follow',
      'parallel script expect flock chroot unshare nsenter source . trap alias unalias function coproc at batch crontab entr hyperfine strace ltrace gdb lldb valgrind perf rlwrap faketime firejail proot fakeroot gosu su-exec xvfb-run dbus-run-session direnv dotenv dotenvx env-cmd concurrently npm-run-all npm-run-all2 run-s run-p nodemon onchange chokidar start-server-and-test wait-on tmux screen dtach volta nvm fnm asdf mise uv poetry pipenv pipx uvx bundle rake just task lerna nx execa zx fish csh tcsh pwsh powershell cmd csi git-shell fzf run-parts setarch linux32 linux64 numactl taskset chrt cpulimit systemd-run runcon capsh script.sh osascript open xdg-open start',
    ],
    ['it runs with other rights', 'su pkexec runuser setpriv newgrp sg'],
    [
      'it talks to the network',
      'curl wget nc ncat netcat socat telnet ftp tftp sftp scp rsync nslookup dig host drill ping ping6 traceroute whois openssl http https xh aria2c axel lynx w3m links elinks gh glab hub wrangler vercel netlify firebase surge heroku flyctl fly gcloud gsutil aws az doctl kubectl helm docker podman terraform ansible ssh mosh sshpass rclone mail sendmail mutt smbclient ldapsearch mysql psql mongo mongosh redis-cli ngrok cloudflared localtunnel lt serve-tunnel supabase railway render deno',
    ],
    [
      'it can destroy or move files',
      'unlink shred mkfs fdisk parted wipefs ln link chown chgrp chattr setfacl setfattr mount umount losetup swapon rename install rimraf del-cli trash del trash-cli rmdir',
    ],
    [
      'it writes files past the file approval',
      'sponge split csplit patch ed ex vi vim nvim nano emacs pico micro code unexpand-in-place dos2unix unix2dos rev-in-place recode gzip gunzip bzip2 bunzip2 xz unxz zstd tar zip unzip cpio bsdtar 7z 7za ar unrar jar pax',
    ],
    [
      'it shows or changes the environment, where keys may stand',
      'printenv declare typeset local readonly unset shopt enable hash complete compgen compopt bind history fc ulimit umask let getopts mapfile readarray dirs pushd popd disown-all caller',
    ],
    [
      'it stops programs or the machine',
      'kill pkill killall skill reboot shutdown halt poweroff systemctl service launchctl init telinit fuser',
    ],
    ['it downloads and runs a package', 'npx pnpx bunx dlx degit giget tiged create-react-app create-vite create-next-app'],
    [
      'it installs programs',
      'apt apt-get apk yum dnf brew pacman snap pip pip3 gem cargo go composer conda corepack easy_install choco scoop winget port nix nix-env',
    ],
    [
      'it runs code given on its command line',
      'cmake ninja tclsh wish lua luajit guile sbcl R Rscript julia swift scala groovy jshell java kotlin ghci runghc runhaskell erl elixir iex bc-exec m4 irb',
    ],
    [
      'it asks for a password or a secret',
      'passwd gpg gpg2 pass security keyctl ssh-keygen ssh-add ssh-agent vault op bw age sops keychain',
    ],
    ['it cleans up after git in ways that cannot be undone', 'bfg git-filter-repo git-filter-branch'],
    ['it is a shell', 'sh bash zsh dash ash ksh mksh jsh'],
  ].flatMap(([why, programs]) => (programs ?? '').split(' ').map((program) => [program, why ?? ''] as const)),
);

/** Words that, among those of a program nothing is known of, name a program that it would run. */
export const HARMFUL_WORDS: ReadonlySet<string> = new Set(
  'sh bash zsh dash rm rmdir unlink shred sudo doas curl wget nc ncat eval mkfs chown chmod dd'.split(' '),
);
