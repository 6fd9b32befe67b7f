import type { ProcessSignal } from '../../machine/machine.ts';

/**
 * Sends a signal to a process, its group, and every process of its session: a shell with job control gives each job a group of its own.
 * Sessions are found in /proc; where there is none, closing the terminal hangs up the others.
 */
const signalScript = `
devonz_pid=$1 devonz_signal=$2
kill "-$devonz_signal" "-$devonz_pid" 2>/dev/null || kill "-$devonz_signal" "$devonz_pid" 2>/dev/null
for devonz_file in /proc/[0-9]*/stat; do
  devonz_line=
  read -r devonz_line 2>/dev/null < "$devonz_file" || continue
  devonz_number=\${devonz_line%% *}
  set -- \${devonz_line##*) }
  [ "$4" = "$devonz_pid" ] && [ "$3" != "$devonz_pid" ] && [ "$1" != Z ] && kill "-$devonz_signal" "$devonz_number"
done 2>/dev/null
:
`;

/** As a terminal does at Ctrl+C: to the group that is in the foreground now. */
const interruptScript = `
devonz_pid=$1 devonz_signal=$2 devonz_group=
if [ -r "/proc/$devonz_pid/stat" ]; then
  read -r devonz_line < "/proc/$devonz_pid/stat"
  set -- \${devonz_line##*) }
  devonz_group=$6
else
  devonz_group=$(ps -o tpgid= -p "$devonz_pid")
  devonz_group=\${devonz_group##* }
fi
[ "\${devonz_group:-0}" -gt 1 ] && kill "-$devonz_signal" "-$devonz_group" || kill "-$devonz_signal" "$devonz_pid"
`;

export interface SignalOrder {
  script: string;
  args: string[];
}

export function signalOrder(pid: number, signal: ProcessSignal, hasTerminal: boolean): SignalOrder {
  const script = hasTerminal && signal === 'SIGINT' ? interruptScript : signalScript;
  return { script, args: [String(pid), signal.slice('SIG'.length)] };
}
