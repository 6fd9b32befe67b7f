import { because, type Reason } from '../../../protocol/texts/reason.ts';

/** Programs that always ask, grouped by reason. */
const GROUPS: readonly (readonly [why: Reason, programs: string])[] = [
  [
    because('it runs another command in a way this check does not follow'),
    'parallel sem script expect flock chroot unshare nsenter source . trap alias unalias function coproc at batch crontab entr hyperfine strace ltrace gdb lldb gcore valgrind perf rlwrap faketime firejail bwrap proot fakeroot fakechroot gosu su-exec xvfb-run dbus-run-session dbus-launch dbus-send gdbus busctl direnv dotenv dotenvx env-cmd envdir chpst setuidgid softlimit doppler infisical chamber varlock concurrently npm-run-all npm-run-all2 run-s run-p nodemon onchange chokidar watchexec watchman inotifywait fswatch start-server-and-test wait-on pm2 forever foreman honcho supervisord tini dumb-init daemonize start-stop-daemon tmux screen byobu zellij dtach abduco volta nvm fnm asdf mise rtx uv poetry pipenv pipx uvx bundle rake just task nox mage poe poethepoet inv fab doit scons wireit lerna nx execa zx fish csh tcsh rbash pwsh powershell cmd csi git-shell fzf sk run-parts setarch linux32 linux64 i386 x86_64 uname26 numactl taskset chrt cpulimit prlimit choom systemd-run systemd-cat runcon capsh script.sh osascript open xdg-open start gio noglob nocorrect repeat sched autoload emulate zmodload zpty zle bindkey vagrant multipass lima distrobox toolbox flatpak snap-run wine qemu make-first-existing-target logsave run-one run-this-one keep-one-running lckdo mispipe vipe vidir zrun cgexec systemd-inhibit torsocks tsocks catchsegv memusage sotruss scriptlive scriptreplay msgexec msgfilter prove fakeroot-sysv fakeroot-tcp gdbtui pg_virtualenv schroot jexec run-mailcap sensible-editor sensible-pager sensible-browser select-editor editor pager x-www-browser x-terminal-emulator xdg-email zless zmore bzless xzless lzless zstdless perldoc lesspipe lessfile pee ifne ts-run nix-shell devbox pkgx sdiff diff3 vimdiff wscript cscript mshta rundll32 regsvr32',
  ],
  [because('it runs with other rights'), 'su pkexec runuser setpriv newgrp sg run0 runas gsudo'],
  [
    because('it talks to the network'),
    'curl wget curlie httpie nc ncat netcat socat telnet ftp lftp tftp sftp scp rsync nslookup dig host drill dog doggo getent ping ping6 traceroute tracepath mtr nmap masscan tcpdump tshark iperf iperf3 whois openssl gnutls-cli http https xh grpcurl websocat wscat mosquitto_pub kcat aria2c axel yt-dlp youtube-dl lwp-request lwp-download lwp-mirror lynx w3m links elinks chromium google-chrome chrome firefox safari gh glab hub svn hg bzr cvs fossil wrangler vercel now netlify firebase surge heroku flyctl fly gcloud gsutil bq aws az doctl s3cmd mc kubectl helm docker docker-compose podman buildah nerdctl terraform tofu pulumi cdk sst serverless sls amplify eb sam ansible ansible-playbook ssh slogin rsh rlogin mosh autossh sshuttle sshpass ssh-copy-id ssh-keyscan rclone mail mailx sendmail msmtp swaks mutt smbclient ldapsearch mysql mysqldump mysqladmin mariadb psql pg_dump pg_dumpall pg_restore createdb dropdb createuser dropuser pgbench mongo mongosh mongodump mongorestore redis-cli ngrok cloudflared localtunnel lt bore frpc tailscale zerotier-cli serve-tunnel supabase railway render deno gh-pages np release-it semantic-release changeset-publish transmission-cli ipfs croc wormhole proxychains torify tor ztcp certutil bitsadmin ntpdate arp ip ifconfig route iptables nft avahi-browse avahi-publish avahi-resolve GET HEAD POST',
  ],
  [
    because('it can destroy or move files'),
    'dd unlink shred srm wipe mkfs mke2fs mkswap fdisk sfdisk gdisk parted wipefs blkdiscard badblocks hdparm diskutil hdiutil link ln chown chgrp chattr setfacl setfattr xattr mount umount losetup swapon swapoff rename rename.ul prename mmv install rimraf del-cli trash trash-put del trash-cli rmdir mkfifo mknod mktemp tempfile fallocate hardlink erase rd robocopy xcopy format diskpart',
  ],
  [
    because('it writes files past the file approval'),
    'sponge split csplit patch ed red ex vi vim view rvim rview vim.basic nvim nano emacs emacsclient kak hx helix joe jed micro pico mcedit ranger nnn lf vifm tig lazygit gitui code subl unexpand-in-place savelog ucf ucfr ptar streamzip tic infotocap captoinfo msgfmt msgmerge xgettext pygettext3 zic localedef ctags-universal cscope-indexer pngfix png-fix-itxt lex flex bison yacc gencat mandb update-desktop-database gtk-update-icon-cache pandoc dot pdftotext qpdf gs ps2pdf optipng jpegoptim pngquant cwebp svgo dos2unix unix2dos rev-in-place recode gzip gunzip bzip2 bunzip2 bzip2recover lzma unlzma lz4 unlz4 lzop compress uncompress brotli pigz zopfli xz unxz zstd unzstd gzexe znew zforce funzip tar zip unzip zipcloak zipnote zipsplit cpio bsdtar 7z 7za 7zr ar unrar rar jar pax sqlite3 duckdb ctags etags cscope objcopy strip ranlib truncate-file pdftk convert mogrify magick ffmpeg sox',
  ],
  [
    because('it shows or changes the environment, which may hold keys'),
    'printenv declare typeset local readonly integer float unset shopt setopt unsetopt enable hash rehash complete compgen compopt bind history fc ulimit umask let getopts mapfile readarray dirs pushd popd chdir disown-all caller times logout suspend envsubst vared zparseopts functions setx reg',
  ],
  [
    because('it stops programs or the machine'),
    'kill pkill killall killall5 xkill rtcwake ctrlaltdel switch_root pivot_root skill snice renice reboot shutdown halt poweroff systemctl service rc-service launchctl init telinit fuser bg fg disown taskkill sc',
  ],
  [
    because('it downloads and runs a package'),
    'npx pnpx bunx dlx degit giget tiged create-react-app create-vite create-next-app npm-check-updates ncu',
  ],
  [
    because('it installs programs'),
    'apt apt-get aptitude add-apt-repository dpkg rpm apk yum dnf zypper brew pacman yay snap pip pip3 gem cpan cpanm cargo rustup go composer conda mamba corepack easy_install choco scoop winget port nix nix-env luarocks opam cabal stack mvn gradle gradlew ant sbt lein mix dotnet nuget update-alternatives ldconfig msiexec vcpkg conan',
  ],
  [
    because("it changes the system's accounts or settings"),
    'useradd usermod userdel adduser deluser addgroup delgroup groupadd groupdel groupmod groupmems chsh chfn chpasswd gpasswd vipw vigr visudo newusers pwconv sysctl modprobe insmod rmmod hwclock timedatectl hostnamectl localectl loginctl networkctl networksetup setcap getcap setterm defaults dscl spctl csrutil scutil tccutil gsettings dconf debconf dmsetup lvremove vgremove zfs zpool btrfs mdadm cryptsetup grub-install efibootmgr schtasks icacls takeown attrib netsh wmic wall write mesg logger dmesg journalctl',
  ],
  [
    because('it runs code given on its command line, or makes programs'),
    'exiftool mlr gnuplot octave maxima xidel visidata vd dc cmake ninja meson bazel tclsh wish expect-tcl lua luajit guile sbcl R Rscript julia swift swiftc scala groovy jshell java javac kotlin kotlinc ghci ghc runghc runhaskell erl elixir iex bc-exec m4 irb pry ipython jupyter pdb gcc g++ cc c++ c89 c99 clang clang++ tcc cpp as ld ld.so ld.gold ld.bfd gold rustc zig nim gfortran ocaml racket octave php-cgi coffee ts-eval wasmtime wasmer lli',
  ],
  [
    because('it asks for a password or a secret, or shows one'),
    'passwd gpg gpg2 gpg-agent gpgsm gpgconf pass security keyctl ssh-keygen ssh-add ssh-agent vault op bw age sops keychain credential-manager git-credential-manager secret-tool keytool docker-credential-helper pbcopy pbpaste xclip xsel wl-copy wl-paste screencapture',
  ],
  [because('it cleans up after git in ways that cannot be undone'), 'bfg git-filter-repo git-filter-branch'],
  [because('it is a shell'), 'sh bash zsh dash ash ksh mksh jsh'],
];

const ASKING_PROGRAMS: ReadonlyMap<string, Reason> = new Map(
  GROUPS.flatMap(([why, programs]) => programs.split(' ').map((program) => [program, why] as const)),
);

/** Tool families of which some members write files or start programs. */
const FAMILIES =
  /^(?:systemd|dpkg|deb|debconf|dbus|gpg|llvm|lto|gcov|gprofng|gp|lli|pam|fsck|mkfs|e2|e4|ssh|docker|podman|git)[-_.]|^pg_(?!isready$)/;
const INTERPRETER = /^(?:perl|python|pip|ruby|php|lua|node|nodejs|pypy)\d[\w.+-]*$/;

/**
 * Returns why a program always asks; null if it need not. `gcc-12`, `vim.tiny`, `nc.openbsd` and `x86_64-linux-gnu-gcc` count as their base
 * program.
 */
export function askingProgram(name: string): Reason | null {
  const bare = name.replace(/^(?:x86_64|i686|aarch64|arm)-[\w-]*?(?:gnu|musl|mingw32|eabi\w*)-/, '').toLowerCase();
  for (const form of [name, bare, bare.replace(/[-.]?\d+(?:\.\d+)*$/, ''), bare.replace(/[.\d].*$/, ''), bare.replace(FLAVOUR, '')]) {
    const why = ASKING_PROGRAMS.get(form);
    if (why !== undefined) return why;
  }
  if (INTERPRETER.test(bare)) return because('it runs code given on its command line');
  return FAMILIES.test(bare) ? because('it is a tool of a family that this check does not follow') : null;
}

const FLAVOUR = /-(?:openbsd|traditional|static|basic|tiny|gtk3?|nox|athena|dbg|bin|cli|\d[\w.]*)$/;

/** Operands of an unknown program that name a program it would run. */
export const HARMFUL_WORDS: ReadonlySet<string> = new Set(
  'sh bash zsh dash rm rmdir unlink shred sudo doas curl wget nc ncat eval mkfs chown chmod dd'.split(' '),
);

/** First words of an unknown program that suggest it reaches outside or cannot be undone. */
export const OUTWARD_WORDS: ReadonlySet<string> = new Set(
  'publish unpublish deploy undeploy release upload login logout destroy drop wipe purge nuke uninstall'.split(' '),
);
