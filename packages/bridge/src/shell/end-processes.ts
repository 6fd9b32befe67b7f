import type { ProcessSignal } from '../machine/machine.ts';

/**
 * Sends a signal to a process, its group, and every process of its session: a shell with job control gives each job its
 * own group. Sessions are found in /proc; on systems without it, the other groups end when the terminal is closed.
 */
const signalScript = `
bridge_pid=$1 bridge_signal=$2
kill "-$bridge_signal" "-$bridge_pid" 2>/dev/null || kill "-$bridge_signal" "$bridge_pid" 2>/dev/null
for bridge_file in /proc/[0-9]*/stat; do
  bridge_line=
  read -r bridge_line 2>/dev/null < "$bridge_file" || continue
  bridge_number=\${bridge_line%% *}
  set -- \${bridge_line##*) }
  [ "$4" = "$bridge_pid" ] && [ "$3" != "$bridge_pid" ] && [ "$1" != Z ] && kill "-$bridge_signal" "$bridge_number"
done 2>/dev/null
:
`;

/** Sends a signal to the group that is now in the foreground, as a terminal does at Ctrl+C. */
const interruptScript = `
bridge_pid=$1 bridge_signal=$2 bridge_group=
if [ -r "/proc/$bridge_pid/stat" ]; then
  read -r bridge_line < "/proc/$bridge_pid/stat"
  set -- \${bridge_line##*) }
  bridge_group=$6
else
  bridge_group=$(ps -o tpgid= -p "$bridge_pid")
  bridge_group=\${bridge_group##* }
fi
[ "\${bridge_group:-0}" -gt 1 ] && kill "-$bridge_signal" "-$bridge_group" || kill "-$bridge_signal" "$bridge_pid"
`;

export interface SignalOrder {
  script: string;
  args: string[];
}

export function signalOrder(pid: number, signal: ProcessSignal, hasTerminal: boolean): SignalOrder {
  const script = hasTerminal && signal === 'SIGINT' ? interruptScript : signalScript;
  return { script, args: [String(pid), signal.slice('SIG'.length)] };
}
