<?php
// php snapshot.php DIR: all that a site of site.sh holds, one line for each row and each uploaded file, without what
// changes by itself. Two of them, before and after a run, show what the run left behind or changed.
$dir = $argv[1];
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$db = new mysqli('localhost', 'root', '', 'wordpress', 0, "$dir/run/db.sock");
$db->set_charset('utf8mb4');
// Numbers of rows that nothing refers to: an option that is written anew is not a change.
$unnumbered = ['wp_options' => 'option_id', 'wp_postmeta' => 'meta_id', 'wp_usermeta' => 'umeta_id', 'wp_termmeta' => 'meta_id', 'wp_commentmeta' => 'meta_id'];
foreach ($db->query('SHOW TABLES')->fetch_all() as [$table]) {
    $schema = $db->query("SHOW CREATE TABLE `$table`")->fetch_row()[1];
    echo "$table: schema ", sha1(preg_replace('/ AUTO_INCREMENT=\d+/', '', $schema)), "\n";
    foreach ($db->query("SELECT * FROM `$table`", MYSQLI_USE_RESULT) as $row) {
        if ($table === 'wp_options' && preg_match('/^(_site)?_transient_|^cron$|^recovery_|^doing_cron/', $row['option_name'])) {
            continue;
        }
        if ($table === 'wp_usermeta' && $row['meta_key'] === 'session_tokens') {
            continue;
        }
        if ($table === 'wp_usermeta' && $row['meta_key'] === '_application_passwords') {
            $passwords = unserialize($row['meta_value'], ['allowed_classes' => false]) ?: [];
            foreach ($passwords as &$password) {
                unset($password['last_used'], $password['last_ip']);
            }
            unset($password);
            $row['meta_value'] = json_encode($passwords);
        }
        unset($row[$unnumbered[$table] ?? '']);
        foreach ($row as &$value) {
            if (is_string($value) && !mb_check_encoding($value, 'UTF-8')) {
                $value = 'hex:' . bin2hex($value);
            }
        }
        unset($value);
        echo "$table: ", json_encode($row, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE), "\n";
    }
}
$uploads = "$dir/site/wp-content/uploads";
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($uploads, FilesystemIterator::SKIP_DOTS)) as $file) {
    echo 'uploads: ', substr($file->getPathname(), strlen($uploads) + 1), ' ', $file->getSize(), ' ', sha1_file($file->getPathname()), "\n";
}
