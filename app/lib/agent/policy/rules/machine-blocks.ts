import { because, type Reason } from '../../../protocol/texts/reason.ts';
import type { RealMachine } from '../../../runtime/types.ts';
import { type CommandPart, programOf, roughWordsOf } from '../parse/command-part.ts';
import type { StartFolder } from '../paths/whole-tree-changes.ts';
import { harmOfPrivate } from './private-blocks.ts';

const OFF = because('it switches the machine off or restarts it');
const CUT = because('it may cut the connection to the machine');
const FIREWALL = because('it changes the firewall');
const USERS = because('it changes who may use the machine');
const PASSWORD = because('the password of another account is typed by you into the terminal, never by the agent');
const TIMETABLE = because('it deletes every timed job');

const POWER: ReadonlySet<string> = new Set('shutdown reboot halt poweroff telinit init'.split(' '));
const POWER_VERBS =
  /^(?:poweroff|reboot|soft-reboot|halt|kexec|suspend|hibernate|hybrid-sleep|suspend-then-hibernate|rescue|emergency|isolate|default|exit)$/;
/** Services without which nobody reaches the machine any more. */
const LIFELINES =
  /^(?:sshd?|dropbear|networking|network|NetworkManager|systemd-networkd|systemd-resolved|wpa_supplicant|dhcpcd|dhclient|connman|tailscaled|wg-quick@.*)(?:\.(?:service|socket))?$/;
const ENDING_VERBS = /^(?:stop|disable|mask|kill|restart|try-restart|condrestart|revert|clean)$/;
const SERVICE_PROGRAMS: ReadonlySet<string> = new Set('systemctl service rc-service rc-update invoke-rc.d launchctl sv'.split(' '));
const ACCOUNT_PROGRAMS: ReadonlySet<string> = new Set(
  'useradd usermod userdel adduser deluser addgroup delgroup groupadd groupdel groupmod groupmems newusers passwd chpasswd gpasswd chsh visudo vipw vigr dscl'.split(
    ' ',
  ),
);
const FIREWALLS: ReadonlySet<string> = new Set(
  'iptables ip6tables iptables-legacy iptables-nft iptables-restore ip6tables-restore nft ebtables arptables firewall-cmd firewall-offline-cmd ufw pfctl ipset csf'.split(
    ' ',
  ),
);
/** Words with which these programs only print: `iptables -L -n`, `nft list ruleset`, `ufw status`. */
const FIREWALL_LOOKS =
  /^(?:-L|-S|--list\S*|--list-rules|--get-\S+|--query-\S+|--state|list|status|show|version|--version|-V|-s\w*|-n|-v|verbose|numbered|ruleset|raw|\d+|INPUT|OUTPUT|FORWARD|PREROUTING|POSTROUTING|-t|filter|nat|mangle|--line-numbers|-nvL|-vnL|-nL|-Ln|-vL|-Lv|-Lnv|tables?|chains?|sets?|--numeric|--verbose|--permanent|--zone=\S+|inet|ip|ip6)$/;
/** Files that decide who may log in, and with which rights. */
const LOGIN_FILES =
  /(?:^|\/)\.ssh\/(?:authorized_keys2?|rc|environment)$|^\/etc\/(?:passwd|shadow|group|gshadow|sudoers(?:$|\.d\/)|ssh\/|pam\.d\/|security\/|ld\.so\.preload)/;
const WRITERS: ReadonlySet<string> = new Set('tee cp mv install ln rm truncate chmod chown chgrp chattr shred dd rsync sponge'.split(' '));
/**
 * Returns why nobody but the user, in a terminal of their own, may run this on a real machine; null if it may run there with their
 * approval. What is harmful anywhere is in `blocked-commands.ts`.
 */
export function machineHarmOf(part: CommandPart, machine: RealMachine, start: StartFolder): Reason | null {
  const name = (programOf(part) ?? '').replace(/^.*\//, '');
  const words = roughWordsOf(part)
    .slice(1)
    .map((word) => word.replace(/["']/g, ''));
  return (
    harmOfService(name, words) ??
    harmOfNetwork(name, words) ??
    (ACCOUNT_PROGRAMS.has(name) ? USERS : null) ??
    (name === 'crontab' && words.some((word) => /^-\w*r/.test(word)) ? TIMETABLE : null) ??
    (takesPassword(name, words) ? PASSWORD : null) ??
    harmOfFiles(name, words, part) ??
    harmOfPrivate(name, part, machine, start)
  );
}

function harmOfService(name: string, words: readonly string[]): Reason | null {
  if (POWER.has(name)) return OFF;
  if ((name === 'systemctl' || name === 'loginctl') && words.some((word) => POWER_VERBS.test(word))) return OFF;
  if (name === 'xe' || name === 'rtcwake') return OFF;
  if (!SERVICE_PROGRAMS.has(name)) return /^(?:p|k)?kill(?:all)?5?$/.test(name) && words.some((word) => /sshd/.test(word)) ? CUT : null;
  const ends = words.some(
    (word) => ENDING_VERBS.test(word) || word === 'del' || word === 'bootout' || word === 'unload' || word === 'down',
  );
  return ends && words.some((word) => LIFELINES.test(word)) ? CUT : null;
}

function harmOfNetwork(name: string, words: readonly string[]): Reason | null {
  if (FIREWALLS.has(name)) return words.length > 0 && words.every((word) => FIREWALL_LOOKS.test(word)) ? null : FIREWALL;
  if (name === 'ifdown' || name === 'rfkill') return words.some((word) => /^(?:list|--help)$/.test(word)) ? null : CUT;
  if (name === 'ip' && words.some((word) => /^(?:down|flush|del|delete)$/.test(word))) return CUT;
  if (name === 'ifconfig' && words.includes('down')) return CUT;
  if (name === 'nmcli' && words.some((word) => /^(?:off|down|disconnect|delete|d)$/.test(word))) return CUT;
  return null;
}

/** Returns true if the password comes from the command itself: from standard input or from a program. */
function takesPassword(name: string, words: readonly string[]): boolean {
  if (name === 'sshpass') return true;
  if (name !== 'sudo') return false;
  const flags = words.slice(0, Math.max(0, words.findIndex((word) => !word.startsWith('-')) + 1 || words.length));
  return flags.some((word) => /^-[a-zA-Z]*[SA]|^--(?:stdin|askpass)/.test(word));
}

function harmOfFiles(name: string, words: readonly string[], part: CommandPart): Reason | null {
  const redirected = part.redirects.flatMap(({ operator, target }) => (operator.includes('>') ? [target?.text ?? ''] : []));
  const written = [...redirected, ...(WRITERS.has(name) || isInPlace(name, words) ? words : [])];
  return written.some((word) => LOGIN_FILES.test(word.replace(/^of=/, '').replace(/["']/g, ''))) ? USERS : null;
}

function isInPlace(name: string, words: readonly string[]): boolean {
  return /^(?:sed|perl|ruby)$/.test(name) && words.some((word) => /^-[a-zA-Z]*i/.test(word) || word.startsWith('--in-place'));
}
