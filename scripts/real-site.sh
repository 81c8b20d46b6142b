#!/usr/bin/env bash
# Sets up a WordPress site on 127.0.0.1, checks it, and says what failed, what was warned of, and what was left behind.
# `npm run real-site -- --help`. It needs packages of the system, and a WordPress.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
case " $* " in
  *' --help '* | *' -h '*) ;;
  *) bash "$here/real-site/site.sh" --packages ;;
esac
exec node "$here/real-site/run.js" "$@"
