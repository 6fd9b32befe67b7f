/**
 * Runs as root of new namespaces (mounts, process numbers, network): creates a root in which only the throwaway folder is writable, and
 * becomes the runner in it, without privileges. Arguments: the folder with `run`, the path of Node, and whether it is root outside.
 */
export const ENTER_SCRIPT = String.raw`set -e
folder=$1 node=$2 who=$3
mount --make-rprivate /
root=$folder/root
mkdir -p "$root"
mount -t tmpfs -o mode=755,strictatime,size=256m tmpfs "$root"
cd "$root"
for name in usr bin sbin lib lib32 lib64 libx32 nix; do
  if [ -L "/$name" ]; then ln -s "$(readlink "/$name")" "$name"
  elif [ -d "/$name" ]; then
    mkdir "$name"
    mount --bind "/$name" "$name"
    mount -o remount,bind,ro "$name"
  fi
done
mkdir -p etc dev proc tmp home run/programs run/log
if [ -d /etc/alternatives ]; then mkdir etc/alternatives; mount --bind /etc/alternatives etc/alternatives; mount -o remount,bind,ro etc/alternatives; fi
printf 'root:x:0:0:root:/:/bin/sh\nnobody:x:65534:65534:nobody:/home/user:/bin/bash\n' >etc/passwd
printf 'root:x:0:\nnogroup:x:65534:\n' >etc/group
for name in null zero full random urandom tty; do : >"dev/$name"; mount --bind "/dev/$name" "dev/$name"; done
mount -t proc proc proc
ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin
ln -s /proc/self/fd/1 dev/stdout
ln -s /proc/self/fd/2 dev/stderr
chmod 1777 tmp
: >run/node
mount --bind "$node" run/node
mount --bind "$folder/run/programs" run/programs
mount -o remount,bind,ro run/programs
cp "$folder/run/runner.mjs" run/runner.mjs
chmod 755 home run/log
if [ "$who" = root ]; then
  chown 65534:65534 home run/log
  rights='--reuid=65534 --regid=65534 --clear-groups'
else rights=; fi
cd /
# Nothing of the machine's own tree stays within reach once the root is another.
exec chroot "$root" /usr/bin/setpriv $rights --bounding-set=-all --inh-caps=-all --no-new-privs /run/node /run/runner.mjs
`;
