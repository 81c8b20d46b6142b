#!/usr/bin/env bash
# Sets up a WordPress site, filled with content, on 127.0.0.1: MariaDB, PHP's own server, and everything in one folder.
# `npm run real-site` calls it.
set -euo pipefail
umask 077

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
source=''; dir=./real-site; port=''; permalinks=''; workers=''; action=start

usage() {
  cat <<'EOF'
usage: site.sh [--wordpress DIR_OR_TAR] [--dir DIR] [--port N] [--permalinks plain|pretty] [--workers N]
       site.sh --stop [--dir DIR]
       site.sh --packages             says in one line which packages of the system are missing; exit 2 then

--wordpress    an unpacked WordPress, or a tar of one; needed the first time only
               (without it: /usr/share/wordpress of Debian's package, where installed)
--dir          everything is in there (./real-site)
--port         on 127.0.0.1 (8890)
--permalinks   plain: index.php?rest_route=/…   pretty: /wp-json/… as well (plain)
--workers      requests at once (8)
A second call starts an existing site again; what is given then, is changed.
EOF
}
say() { printf '%s\n' "$*"; }
die() { printf 'site.sh: %s\n' "$*" >&2; exit 1; }

while (($#)); do
  case $1 in
    --wordpress | --dir | --port | --permalinks | --workers) (($# > 1)) || die "$1 needs a value" ;;
  esac
  case $1 in
    --wordpress) source=$2; shift 2 ;;
    --dir) dir=$2; shift 2 ;;
    --port) port=$2; shift 2 ;;
    --permalinks) permalinks=$2; shift 2 ;;
    --workers) workers=$2; shift 2 ;;
    --stop) action=stop; shift ;;
    --packages) action=packages; shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; die "unknown option $1" ;;
  esac
done
[[ $port =~ ^([1-9][0-9]{0,4})?$ ]] && ((${port:-1} < 65536)) || die "--port $port is no port"
[[ $workers =~ ^([1-9][0-9]?)?$ ]] || die "--workers takes 1 to 99"
[[ $permalinks =~ ^(plain|pretty)?$ ]] || die "--permalinks takes plain or pretty"
# --- What is needed

missing=()
modules=$(php -m 2>/dev/null) || missing+=(php-cli)
for pair in mysqli:mysql gd:gd dom:xml mbstring:mbstring curl:curl intl:intl zip:zip; do
  grep -qix "${pair%%:*}" <<<"$modules" || missing+=("php-${pair#*:}")
done
for tool in mariadbd mariadb-install-db mariadb; do
  PATH=$PATH:/usr/sbin command -v "$tool" >/dev/null || { missing+=(mariadb-server-core mariadb-client); break; }
done
if ((${#missing[@]})); then
  say "real-site: packages are missing (${missing[*]}): apt-get install -y --no-install-recommends php-cli php-mysql php-gd php-xml php-mbstring php-curl php-intl php-zip mariadb-server-core mariadb-client" >&2
  exit 2
fi
[[ $action != packages ]] || exit 0
PATH=$PATH:/usr/sbin

dir=$(realpath -m -- "$dir")
[[ $dir =~ ^/[A-Za-z0-9._/+@-]+$ ]] || die "--dir $dir: letters, digits and ._+@- only, please"
socket=$dir/run/db.sock
((${#socket} < 104)) || die "--dir $dir is too long for the name of a socket"
pids=$dir/run/pids

# --- Processes: each is kept with its time of start, so that a reused number is never taken for ours.

started_at() { # PID -> ticks since boot; fails where there is none, or only a zombie
  local stat
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
  read -r -a stat <<<"${stat##*) }"
  [[ ${stat[0]} != Z ]] && printf '%s\n' "${stat[19]}"
}
keep_pid() { printf '%s %s %s\n' "$1" "$2" "$(started_at "$2")" >>"$pids"; }
alive() { # NAME -> the PIDs of that name that still run
  local name pid start
  [[ -f $pids ]] || return 0
  while read -r name pid start; do
    [[ $name == "$1" && $(started_at "$pid") == "$start" ]] && printf '%s\n' "$pid"
  done <"$pids" || true
}
children() { # PID -> its children
  local file stat
  for file in /proc/[0-9]*/stat; do
    stat=$(cat "$file" 2>/dev/null) || continue
    read -r -a stat <<<"${stat##*) }"
    [[ ${stat[1]} != "$1" ]] || { file=${file%/stat}; printf '%s\n' "${file#/proc/}"; }
  done
}
end() { # NAME SECONDS
  local found=() i
  mapfile -t found < <(alive "$1")
  ((${#found[@]})) || return 0
  kill -TERM "${found[@]}" 2>/dev/null || true
  for ((i = 0; i < $2 * 10; i++)); do
    [[ -n $(alive "$1") ]] || return 0
    sleep 0.1
  done
  return 1
}
stop_web() {
  end web 10 || { mapfile -t left < <(alive web); kill -KILL "${left[@]}" 2>/dev/null || true; }
  [[ ! -f $pids ]] || sed -i '/^web /d' "$pids"
}
stop_all() {
  stop_web
  end db 60 || die "the database (PID $(alive db | tr '\n' ' ')) does not end; see $dir/log/db.log"
  rm -f "$pids"
}

if [[ $action == stop ]]; then
  [[ -f $dir/.real-site ]] || die "$dir is no site of this script"
  stop_all
  say "stopped; nothing of $dir runs any more"
  exit 0
fi

if [[ -d $dir && ! -f $dir/.real-site && -n $(ls -A "$dir") ]]; then
  die "$dir is there, and is no site of this script"
fi
mkdir -p "$dir"
touch "$dir/.real-site"
exec 9>"$dir/.lock"
flock -n 9 || die "another site.sh is at work in $dir"

first=true
[[ ! -f $dir/.installed ]] || first=false
# What was chosen at an earlier start stays, unless something else is asked for.
if [[ -f $dir/settings ]]; then
  read -r old_port old_permalinks old_workers <"$dir/settings"
else
  old_port=8890 old_permalinks=plain old_workers=8
fi
port=${port:-$old_port} permalinks=${permalinks:-$old_permalinks} workers=${workers:-$old_workers}

# --- Starting

php_settings=(
  -d opcache.enable=1 -d opcache.enable_cli=1 -d opcache.memory_consumption=192
  -d opcache.max_accelerated_files=20000 -d opcache.revalidate_freq=60 -d opcache.jit=0
  -d memory_limit=256M -d upload_max_filesize=16M -d post_max_size=17M -d max_execution_time=120
  -d display_errors=0 -d log_errors=1 -d html_errors=0 -d error_log="$dir/log/php.log"
  -d sendmail_path=/bin/true -d date.timezone=UTC
)
in_wordpress() { php "${php_settings[@]}" -d opcache.enable_cli=0 "$here/seed.php" "$dir" "$port" "$@" 9>&-; }
sql() { mariadb --no-defaults --socket="$socket" --user=root "$@" 9>&-; }

start_db() {
  [[ -z $(alive db) ]] || return 0
  rm -f "$socket"
  setsid mariadbd --defaults-file="$dir/run/my.cnf" </dev/null >>"$dir/log/db.log" 2>&1 9>&- &
  keep_pid db $!
  local i
  for ((i = 0; i < 600; i++)); do
    sql --execute='SELECT 1' >/dev/null 2>&1 && return 0
    [[ -n $(alive db) ]] || break
    sleep 0.1
  done
  tail -n 20 "$dir/log/db.log" >&2
  die "the database does not start; see $dir/log/db.log"
}
port_is_free() {
  ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || die "port $port is taken; choose another with --port"
}
start_web() {
  [[ -z $(alive web) ]] || return 0
  port_is_free
  PHP_CLI_SERVER_WORKERS=$workers setsid php "${php_settings[@]}" -q -S "127.0.0.1:$port" -t "$dir/site" \
    "$here/router.php" </dev/null >>"$dir/log/web.log" 2>&1 9>&- &
  local web=$! i child
  keep_pid web "$web"
  for ((i = 0; i < 300; i++)); do
    if php -r 'exit(@file_get_contents($argv[1]) === false ? 1 : 0);' \
      "http://127.0.0.1:$port/index.php?rest_route=/oembed/1.0" 2>/dev/null; then
      # A worker may answer before its siblings are there.
      for ((i = 0; i < 50 && workers > 1; i++)); do
        (($(children "$web" | wc -l) < workers)) || break
        sleep 0.1
      done
      for child in $(children "$web"); do keep_pid web "$child"; done
      return 0
    fi
    [[ -n $(alive web) ]] || break
    sleep 0.2
  done
  for child in $(children "$web"); do keep_pid web "$child"; done
  tail -n 20 "$dir/log/web.log" >&2
  die "the web server does not answer; see $dir/log and $dir/debug.log"
}

begun=$SECONDS
finished=false
trap '$finished || { say "site.sh: not finished; ending what was started" >&2; trap - EXIT; stop_all; }' EXIT
trap 'exit 130' INT TERM

if $first; then
  if [[ -z $source ]]; then
    [[ -f /usr/share/wordpress/wp-load.php ]] ||
      die 'no WordPress: give --wordpress DIR_OR_TAR, set TOUCHSTONE_WORDPRESS, or install the package wordpress'
    source=/usr/share/wordpress
  fi
  [[ -e $source ]] || die "--wordpress $source: no such file or folder"
  stop_all # of an earlier attempt that was cut short
  port_is_free
  rm -rf "$dir"/{site,unpacked,db,run,log,debug.log,settings,seed.json,site.env}
  mkdir -p "$dir"/{unpacked,run,log}

  say "unpacking $source"
  if [[ -d $source ]]; then
    # Debian's package has links to libraries elsewhere: follow them, and do without those that lead nowhere.
    cp -rL -- "$source/." "$dir/unpacked" 2>"$dir/log/unpack.log" || say "  not all could be copied; see $dir/log/unpack.log"
  else
    tar -xf "$source" --no-same-owner -C "$dir/unpacked"
  fi
  root=$(find "$dir/unpacked" -maxdepth 2 -name wp-load.php -print -quit)
  [[ -n $root ]] || die "$source holds no WordPress (no wp-load.php)"
  mv "$(dirname "$root")" "$dir/site"
  rm -rf "$dir/unpacked" "$dir/site/wp-config.php" "$dir/site/wp-content/uploads"
  rm -f "$dir"/site/wp-content/{object-cache,advanced-cache,db}.php
  mkdir -p "$dir/site/wp-content/uploads"

  say 'making the database'
  cat >"$dir/run/my.cnf" <<EOF
[mariadbd]
datadir=$dir/db
socket=$socket
pid-file=$dir/run/db.pid
user=$(id -un)
skip-networking
skip-log-bin
skip-name-resolve
character-set-server=utf8mb4
innodb_buffer_pool_size=256M
innodb_log_file_size=48M
innodb_flush_log_at_trx_commit=2
performance_schema=OFF
EOF
  mariadb-install-db --defaults-file="$dir/run/my.cnf" --user="$(id -un)" --skip-test-db \
    --auth-root-authentication-method=normal </dev/null >"$dir/log/db-install.log" 2>&1 9>&- ||
    { tail -n 20 "$dir/log/db-install.log" >&2; die 'mariadb-install-db failed'; }
  start_db
  secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
  db_password=$(secret)
  sql <<EOF
CREATE DATABASE wordpress CHARACTER SET utf8mb4;
CREATE USER 'wordpress'@'localhost' IDENTIFIED BY '$db_password';
GRANT ALL ON wordpress.* TO 'wordpress'@'localhost';
EOF
  {
    cat <<EOF
<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'wordpress');
define('DB_PASSWORD', '$db_password');
define('DB_HOST', 'localhost:$socket');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('WP_DEBUG_LOG', '$dir/debug.log');
EOF
    for key in AUTH_KEY SECURE_AUTH_KEY LOGGED_IN_KEY NONCE_KEY AUTH_SALT SECURE_AUTH_SALT LOGGED_IN_SALT NONCE_SALT; do
      say "define('$key', '$(secret)');"
    done
    cat <<'EOF'
define('WP_DEBUG', true);
define('WP_DEBUG_DISPLAY', false);
define('WP_ENVIRONMENT_TYPE', 'local'); // application passwords without https
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
// Addresses follow the request, so that a proxy in front of the site, or another port, needs no change here.
(function () {
    $host = $_SERVER['HTTP_HOST'] ?? '';
    $host = preg_match('/^[A-Za-z0-9.:\[\]-]+$/', $host) ? $host : '127.0.0.1';
    $scheme = ($_SERVER['HTTP_X_FORWARDED_PROTO'] ?? '') === 'https' ? 'https' : 'http';
    if ($scheme === 'https') {
        $_SERVER['HTTPS'] = 'on';
    }
    define('WP_HOME', "$scheme://$host");
    define('WP_SITEURL', "$scheme://$host");
})();
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
EOF
  } >"$dir/site/wp-config.php"

  say 'installing and filling the site'
  in_wordpress install
  in_wordpress permalinks "$permalinks"
  in_wordpress seed
  touch "$dir/.installed"
else
  [[ -z $source ]] || say "$dir is installed already: --wordpress is not looked at"
  start_db
  if [[ $permalinks != "$old_permalinks" ]]; then in_wordpress permalinks "$permalinks"; fi
  if [[ "$port $workers" != "$old_port $old_workers" ]]; then stop_web; fi
fi
say "$port $permalinks $workers" >"$dir/settings"
start_web

url=http://127.0.0.1:$port
{
  say "# Written by site.sh at each start. It holds passwords of this throw-away site."
  say "export SITE_URL='$url'"
  if [[ $permalinks == pretty ]]; then
    say "export SITE_ROUTING='path' SITE_CONTENT_URL='$url/wp-json'"
  else
    say "export SITE_ROUTING='query' SITE_CONTENT_URL='$url'"
  fi
  php -r 'foreach (json_decode(file_get_contents($argv[1]), true) as $name => $value) echo "export $name=", escapeshellarg((string) $value), "\n";' "$dir/seed.json"
  say "export SITE_DEBUG_LOG='$dir/debug.log'"
  say "export SITE_DB_PID='$(alive db)'"
  say "export SITE_WEB_PIDS='$(alive web | paste -sd ' ')'"
} >"$dir/site.env"
finished=true
trap - EXIT

. "$dir/site.env"
say "WordPress $SITE_WORDPRESS runs at $SITE_URL ($permalinks permalinks, $workers workers); $((SECONDS - begun)) s"
say "logins:  . $dir/site.env     (administrator $SITE_USER, author $SITE_AUTHOR, subscriber $SITE_SUBSCRIBER)"
say "try:     curl -u \"\$SITE_USER:\$SITE_PASSWORD\" '$SITE_URL/index.php?rest_route=/wp/v2/posts&context=edit&per_page=1'"
say "to stop: $here/site.sh --stop --dir $dir"
