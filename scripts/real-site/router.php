<?php
// Router of PHP's built-in server: files and scripts that exist are served as they are, all the rest is WordPress's.
// Nothing of it may stay behind in the global scope, which is WordPress's own.
if (
    (function () {
        $root = rtrim($_SERVER['DOCUMENT_ROOT'], '/');
        // Crashes are counted here: what a client makes of them is another question.
        $crashes = dirname($root) . '/crashes.log';
        $asked = $_SERVER['REQUEST_METHOD'] . ' ' . $_SERVER['REQUEST_URI'];
        register_shutdown_function(function () use ($crashes, $asked) {
            if (http_response_code() >= 500) {
                file_put_contents($crashes, http_response_code() . " $asked\n", FILE_APPEND | LOCK_EX);
            }
        });
        $path = rawurldecode((string) strtok($_SERVER['REQUEST_URI'], '?'));
        // "Authorization" arrives as HTTP_AUTHORIZATION; WordPress looks at the two parts.
        if (!isset($_SERVER['PHP_AUTH_USER']) && preg_match('/^Basic\s+(\S+)$/i', $_SERVER['HTTP_AUTHORIZATION'] ?? '', $found)) {
            $pair = explode(':', (string) base64_decode($found[1]), 2);
            if (count($pair) === 2) {
                [$_SERVER['PHP_AUTH_USER'], $_SERVER['PHP_AUTH_PW']] = $pair;
            }
        }
        if (!str_contains($path, "\0") && !str_contains($path, '..')) {
            $script = preg_match('#^(/.*?\.php)(/|$)#', $path, $found) ? $found[1] : $path;
            if ($path !== '/' && (is_file($root . $script) || is_file($root . rtrim($path, '/') . '/index.php'))) {
                return true;
            }
        }
        unset($_SERVER['PATH_INFO'], $_SERVER['ORIG_PATH_INFO']);
        $_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
        $_SERVER['SCRIPT_FILENAME'] = $root . '/index.php';
        return false;
    })()
) {
    return false;
}
chdir($_SERVER['DOCUMENT_ROOT']);
require $_SERVER['SCRIPT_FILENAME'];
